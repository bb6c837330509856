-- Who has shown that an address or a number is theirs, invitations of staff, and when staff are told of requests that wait.

-- Set by a one-time link or code; another address or number has to be shown anew.
alter table people add column email_verified_at timestamptz;
alter table people add column phone_verified_at timestamptz;
alter table people add constraint people__verified check (
  (email_verified_at is null or email is not null) and (phone_verified_at is null or contact_normalised is not null)
);

-- The one link of a person that shows that their e-mail is theirs. It leaves with the address that it was sent to.
create table email_links (
  person_id uuid primary key references people,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint email_links__token unique (token_hash),
  constraint email_links__times check (created_at < expires_at)
);

-- The one code of a person that shows that their mobile number is theirs.
create table phone_codes (
  person_id uuid primary key references people,
  code_hash bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint phone_codes__times check (created_at < expires_at)
);

create function forget_verified_contact() returns trigger language plpgsql as $$
begin
  if new.email is distinct from old.email then
    new.email_verified_at := null;
    delete from email_links where person_id = new.id;
  end if;
  if new.contact_normalised is distinct from old.contact_normalised then
    new.phone_verified_at := null;
    delete from phone_codes where person_id = new.id;
  end if;
  return new;
end $$;
create trigger people__verified_contact before update on people
  for each row when (new.email is distinct from old.email or new.contact_normalised is distinct from old.contact_normalised)
  execute function forget_verified_contact();

-- Staff who were invited and have not chosen a password yet. The link itself is the one of `reset_links`.
create table invitations (
  person_id uuid primary key references people,
  invited_by uuid not null references accounts,
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  constraint invitations__times check (invited_at < expires_at)
);

-- After how many hours of the day staff are told of a request that nobody answered; 0 tells them nothing.
create table message_settings (
  branch_id uuid primary key references branches,
  request_hours integer not null default 4,
  version integer not null default 1,
  updated_at timestamptz not null,
  constraint message_settings__hours check (request_hours between 0 and 72)
);
