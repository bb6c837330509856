-- The visits of a practitioner as a private calendar feed. Its address holds a secret, of which only the hash is kept.
create table calendar_feeds (
  resource_id uuid primary key references resources,
  token_hash bytea not null,
  created_at timestamptz not null,
  created_by uuid not null references accounts,
  constraint calendar_feeds__token unique (token_hash)
);

-- A log-in that is no longer a practitioner's leaves, and with it the address that its person knows.
create function revoke_calendar_feed() returns trigger language plpgsql as $$
begin
  delete from calendar_feeds where resource_id = old.practitioner_id;
  return null;
end $$;
create trigger accounts__calendar_feed after update of practitioner_id on accounts
  for each row when (old.practitioner_id is not null and old.practitioner_id is distinct from new.practitioner_id)
  execute function revoke_calendar_feed();
