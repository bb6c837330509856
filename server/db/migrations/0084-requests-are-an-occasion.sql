-- Whether staff are told of requests that wait is the switch of an occasion now, as of all others; the hours say after how
-- long alone. Where 0 hours told nothing, the occasion is off.
insert into message_occasions (branch_id, occasion, channel, is_on, updated_at)
  select branch_id, 'requests_waiting', 'email', false, updated_at from message_settings where request_hours = 0;
update message_settings set request_hours = 4, version = version + 1 where request_hours = 0;
alter table message_settings drop constraint message_settings__hours;
alter table message_settings add constraint message_settings__hours check (request_hours between 1 and 72);
