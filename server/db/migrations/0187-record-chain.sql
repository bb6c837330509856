-- A chain of the signed forms and treatment notes of a branch, so that one that was altered or deleted is found even if
-- its own hash was replaced too. Each entry contains the hash of the entry before it. Entries are written only by the
-- triggers and functions below, with the rights of the owner of the tables.
create table record_chain (
  branch_id uuid not null references branches,
  records text not null,
  number integer not null,
  -- `deleted`: the chart was deleted after the years for which it had to be kept.
  step text not null,
  record_id uuid not null,
  record_hash bytea not null,
  previous_hash bytea not null,
  -- SHA-256 of the previous hash and the other columns, see `extend_record_chain`.
  hash bytea not null,
  primary key (branch_id, records, number),
  constraint record_chain__once unique (record_id, step),
  constraint record_chain__records check (records in ('forms', 'notes')),
  constraint record_chain__step check (step in ('signed', 'deleted'))
);
create trigger record_chain__append_only before update or delete or truncate on record_chain
  for each statement execute function refuse_rewrite();

-- The last entry of each chain. Its row lock makes one transaction after the other add an entry.
create table record_chain_heads (
  branch_id uuid not null references branches,
  records text not null,
  number integer not null,
  hash bytea not null,
  primary key (branch_id, records)
);

create function extend_record_chain(branch uuid, which text, what text, id uuid, content bytea) returns void
language plpgsql security definer set search_path = public as $$
declare
  head record_chain_heads;
  next_hash bytea;
begin
  insert into record_chain_heads values (branch, which, 0, '') on conflict do nothing;
  select * into head from record_chain_heads where branch_id = branch and records = which for update;
  next_hash := sha256(head.hash || convert_to(
    concat_ws('|', branch, which, head.number + 1, what, id, encode(content, 'hex')), 'UTF8'));
  insert into record_chain values (branch, which, head.number + 1, what, id, content, head.hash, next_hash);
  update record_chain_heads set number = head.number + 1, hash = next_hash where branch_id = branch and records = which;
end $$;
revoke all on function extend_record_chain from public;

create function chain_signed_form() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  perform extend_record_chain(new.branch_id, 'forms', 'signed', new.id, new.hash);
  return null;
end $$;
create trigger signed_forms__chain after insert on signed_forms for each row execute function chain_signed_form();

create function chain_signed_note() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' or old.signed_at is null then
    perform extend_record_chain(new.branch_id, 'notes', 'signed', new.id, decode(new.hash, 'hex'));
  end if;
  return null;
end $$;
create trigger treatment_notes__chain after insert or update on treatment_notes
  for each row when (new.signed_at is not null) execute function chain_signed_note();

-- What was signed before this version is chained in the order of signing.
do $$
declare
  found record;
begin
  for found in select id, branch_id, hash from signed_forms order by received_at, id loop
    perform extend_record_chain(found.branch_id, 'forms', 'signed', found.id, found.hash);
  end loop;
  for found in select id, branch_id, hash from treatment_notes where signed_at is not null order by signed_at, id loop
    perform extend_record_chain(found.branch_id, 'notes', 'signed', found.id, decode(found.hash, 'hex'));
  end loop;
end $$;

-- The result of the last check of a branch.
create table record_checks (
  branch_id uuid primary key references branches,
  checked_at timestamptz not null,
  forms integer not null,
  notes integer not null,
  -- Records that do not match; clients only by the ids of their records.
  findings jsonb not null,
  -- The last entries of the chains, which must still be in them at the next check.
  heads jsonb not null
);

-- As before, and the chain says which records were deleted.
create or replace function delete_chart(client uuid, today date) returns void language plpgsql security definer set search_path = public as $$
declare
  gone record;
begin
  if not exists (
    select from clients where id = client
      and coalesce(last_visit, (joined_at at time zone 'Asia/Manila')::date) + make_interval(years => 7)
        < today
  ) then
    raise exception 'the chart of % must still be kept', client
      using errcode = 'restrict_violation', table = 'clients', constraint = 'charts__kept';
  end if;
  for gone in select id, branch_id, hash from signed_forms where client_id = client order by received_at, id loop
    perform extend_record_chain(gone.branch_id, 'forms', 'deleted', gone.id, gone.hash);
  end loop;
  for gone in select id, branch_id, hash from treatment_notes
    where client_id = client and signed_at is not null order by signed_at, id
  loop
    perform extend_record_chain(gone.branch_id, 'notes', 'deleted', gone.id, decode(gone.hash, 'hex'));
  end loop;
  -- The reason of a correction names the copy, which is deleted with the others.
  update form_hand_overs set corrects = null, correction_reason = null
    where corrects in (select id from signed_forms where client_id = client);
  -- These triggers refuse every deletion. Nobody writes these tables meanwhile, because disabling a trigger locks them.
  alter table signed_forms disable trigger signed_forms__append_only;
  alter table treatment_notes disable trigger treatment_notes__locked;
  alter table treatment_note_products disable trigger treatment_note_products__locked;
  alter table treatment_note_versions disable trigger treatment_note_versions__append_only;
  alter table treatment_note_additions disable trigger treatment_note_additions__append_only;
  delete from publication_consents where client_id = client;
  delete from chart_photos where client_id = client;
  delete from form_answer_drafts where client_id = client;
  delete from signed_forms where client_id = client;
  delete from treatment_note_products where note_id in (select id from treatment_notes where client_id = client);
  delete from treatment_note_versions where note_id in (select id from treatment_notes where client_id = client);
  delete from treatment_note_additions where note_id in (select id from treatment_notes where client_id = client);
  delete from treatment_notes where client_id = client;
  delete from visit_reasons where client_id = client;
  delete from client_alerts where client_id = client;
  delete from client_details where client_id = client;
  delete from treatment_plans where client_id = client;
  alter table signed_forms enable trigger signed_forms__append_only;
  alter table treatment_notes enable trigger treatment_notes__locked;
  alter table treatment_note_products enable trigger treatment_note_products__locked;
  alter table treatment_note_versions enable trigger treatment_note_versions__append_only;
  alter table treatment_note_additions enable trigger treatment_note_additions__append_only;
end $$;
