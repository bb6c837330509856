-- Merging two records changes the client of a signed note. It also raises the version of every moved row, so that a form
-- that is open meanwhile is stale; nobody edits a signed note, and its hash covers the version, so the version stays.
create or replace function protect_signed_note() returns trigger language plpgsql as $$
begin
  if old.signed_at is not null then
    if tg_op = 'DELETE' or to_jsonb(new) - 'client_id' - 'version' is distinct from to_jsonb(old) - 'client_id' - 'version'
    then
      raise exception 'the treatment note % is signed off', old.id
        using errcode = 'restrict_violation', table = tg_table_name, constraint = 'treatment_notes__locked';
    end if;
    new.version := old.version;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
