-- Keys of links that must work after a restore, by their use: those with which people end news that were sent before it.
-- Unlike `server_secrets` they are part of a backup.
create table kept_secrets (
  name text primary key,
  secret bytea not null,
  created_at timestamptz not null
);
insert into kept_secrets select name, secret, created_at from server_secrets where name = 'unsubscribe';
delete from server_secrets where name = 'unsubscribe';

-- Somebody who works there no more takes the calendar's address along: it would be open again with them.
create function revoke_calendar_of_resource() returns trigger language plpgsql as $$
begin
  delete from calendar_feeds where resource_id = old.id;
  return null;
end $$;
create trigger resources__calendar_feed after update of is_active on resources
  for each row when (old.is_active and not new.is_active)
  execute function revoke_calendar_of_resource();
delete from calendar_feeds where resource_id in (select id from resources where not is_active);
