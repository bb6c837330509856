-- Two records of one person are merged into one: what hangs on the other moves to the one that stays, and the other is
-- marked. For a day it can be undone; what is needed for that is kept that long and not longer.

alter table clients
  -- The record that stands for this one. What is looked for under this one is found there.
  add column merged_into uuid references clients,
  add constraint clients__merged_into_another check (merged_into <> id);
create index clients__merged_into on clients (merged_into) where merged_into is not null;

create table client_merges (
  id uuid primary key,
  kept_id uuid not null references clients,
  merged_id uuid not null references clients,
  merged_at timestamptz not null,
  merged_by uuid not null references accounts,
  undo_until timestamptz not null,
  -- Which rows moved, and what was written over. Null once it cannot be undone any more.
  undo jsonb,
  -- The photo of the record that stays, when the other's has taken its place.
  kept_photo_path text,
  undone_at timestamptz,
  undone_by uuid references accounts,
  constraint client_merges__two_records check (kept_id <> merged_id),
  constraint client_merges__undone_by_someone check ((undone_at is null) = (undone_by is null))
);
create unique index client_merges__merged_once on client_merges (merged_id) where undone_at is null;
create index client_merges__kept on client_merges (kept_id, merged_at desc);
create index client_merges__to_forget on client_merges (undo_until) where undo is not null;

-- Nothing new hangs on a merged record. Waits for a merge that is under way.
create function refuse_merged_client() returns trigger language plpgsql as $$
declare
  into_record uuid;
begin
  select merged_into into into_record from clients where id = new.client_id for key share;
  if into_record is not null then
    raise exception 'the record % was merged into %', new.client_id, into_record
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'clients__merged';
  end if;
  return new;
end $$;
create trigger appointments__client_stands before insert or update of client_id on appointments
  for each row execute function refuse_merged_client();
create trigger client_services__client_stands before insert or update of client_id on client_services
  for each row execute function refuse_merged_client();
create trigger documents__client_stands before insert or update of client_id on documents
  for each row when (new.client_id is not null) execute function refuse_merged_client();

-- A visit, a service or a proof that comes late would be lost with the merged record.
create function refuse_late_change() returns trigger language plpgsql as $$
begin
  raise exception 'the record % was merged into %', old.id, old.merged_into
    using errcode = 'restrict_violation', table = tg_table_name, constraint = 'clients__merged';
end $$;
create trigger clients__merged_stays before update of services_availed, last_visit, joined_at, proven_at on clients
  for each row when (old.merged_into is not null and new.merged_into is not null) execute function refuse_late_change();

-- Whose a document is follows a merge, or its undoing. Nothing else of a document ever changes.
create function follow_merge() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'client_id' is distinct from to_jsonb(old) - 'client_id' or not exists (
    select from client_merges
    where (kept_id, merged_id) in ((old.client_id, new.client_id), (new.client_id, old.client_id))
  ) then
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
drop trigger documents__append_only on documents;
create trigger documents__append_only before delete or truncate on documents
  for each statement execute function refuse_rewrite();
create trigger documents__follow_merge before update on documents
  for each row execute function follow_merge();
