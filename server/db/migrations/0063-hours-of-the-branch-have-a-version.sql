-- What decides over all resources of a branch raises the version of each of them: its opening hours, and how long a service
-- takes. A booking takes slots only of the version that it has read (migration 0050), so that it sees what was changed in
-- the same moment.
create function raise_hours_versions_of_branch() returns trigger language plpgsql as $$
begin
  -- In the order in which bookings hold resources.
  perform from resources where branch_id in (select branch_id from changed) order by id for update;
  update resources set hours_version = hours_version + 1 where branch_id in (select branch_id from changed);
  return null;
end $$;

create trigger opening_hours__added after insert on opening_hours
  referencing new table as changed for each statement execute function raise_hours_versions_of_branch();
create trigger opening_hours__changed after update on opening_hours
  referencing new table as changed for each statement execute function raise_hours_versions_of_branch();
create trigger opening_hours__removed after delete on opening_hours
  referencing old table as changed for each statement execute function raise_hours_versions_of_branch();

-- Whoever changes a service holds its row, for which a booking of it waits before it takes its slots: the resources need
-- not be held as well.
create function raise_hours_versions() returns trigger language plpgsql as $$
begin
  update resources set hours_version = hours_version + 1
    where id in (select id from resources order by id for no key update);
  return null;
end $$;

create trigger services__length after update of duration_minutes, buffer_before_minutes, buffer_after_minutes on services
  for each row when (old.duration_minutes is distinct from new.duration_minutes
    or old.buffer_before_minutes is distinct from new.buffer_before_minutes
    or old.buffer_after_minutes is distinct from new.buffer_after_minutes)
  execute function raise_hours_versions();
