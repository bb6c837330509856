-- A person's own data: which privacy notice they have accepted, and whether they want to leave.

-- One row for each consent that was given. A row is never changed but to say when the consent ended.
create table consents (
  id uuid primary key,
  user_id uuid not null references users,
  purpose text not null,
  version text not null,
  given_at timestamptz not null,
  withdrawn_at timestamptz,
  constraint consents__purpose check (purpose in ('privacy_notice')),
  constraint consents__version check (btrim(version) <> ''),
  constraint consents__withdrawn check (withdrawn_at >= given_at)
);
create unique index consents__once on consents (user_id, purpose, version) where withdrawn_at is null;

create function keep_consents() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.withdrawn_at is null and new.withdrawn_at is not null
    and (new.id, new.user_id, new.purpose, new.version, new.given_at)
      = (old.id, old.user_id, old.purpose, old.version, old.given_at) then
    return new;
  end if;
  raise exception 'consents is append-only' using errcode = 'restrict_violation';
end $$;

create trigger consents__append_only before update or delete on consents
  for each row execute function keep_consents();
create trigger consents__no_truncate before truncate on consents
  for each statement execute function refuse_rewrite();

-- A person's wish to close the account: one open at a time, the earlier ones stay.
create table closure_requests (
  id uuid primary key,
  user_id uuid not null references users,
  -- In the person's own words; erased with the account.
  reason text,
  state text not null default 'open',
  requested_at timestamptz not null,
  decided_at timestamptz,
  -- The admin who closed the account or declined; nobody for a request that was withdrawn.
  decided_by uuid references users,
  -- What the person reads when the request was declined.
  answer text,
  constraint closure_requests__state check (state in ('open', 'withdrawn', 'done', 'declined')),
  constraint closure_requests__decided check ((state = 'open') = (decided_at is null)),
  constraint closure_requests__decided_by check ((state in ('done', 'declined')) = (decided_by is not null)),
  constraint closure_requests__answer check ((state = 'declined') = (answer is not null))
);
create unique index closure_requests__one_open on closure_requests (user_id) where state = 'open';
create index closure_requests__user on closure_requests (user_id, requested_at desc, id desc);
