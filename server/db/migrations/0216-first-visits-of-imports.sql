-- Each added visit looked for the client's first visit, which took longer the more visits an import had added before.
-- An added visit can only be earlier than the first one.
create function keep_earlier_first_visit() returns trigger language plpgsql as $$
begin
  update clients set first_kept_at = new.starts_at
  where id = new.client_id and (first_kept_at is null or first_kept_at > new.starts_at);
  return null;
end $$;
create or replace trigger appointments__first_kept_added after insert on appointments for each row
  when (new.status = 'completed') execute function keep_earlier_first_visit();
