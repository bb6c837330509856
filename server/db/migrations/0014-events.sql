-- The history log becomes typed events: the sentence is made when somebody reads it, of the type, its parameters and the
-- changed fields. The table stays and its columns change their type, so that no entry is rewritten by a statement that
-- the log refuses. Entries of today become notes: their sentence is their parameter.

drop trigger history_logs__counted on history_logs;
drop function count_history_logs();

alter table history_logs rename to events;
alter table events rename constraint history_logs_pkey to events_pkey;
alter table events rename constraint history_logs_user_id_fkey to events_user_id_fkey;
alter table events rename constraint history_logs__type to events__kind;
alter trigger history_logs__append_only on events rename to events__append_only;
alter index history_logs__time rename to events__time;
alter index history_logs__type_time rename to events__kind_time;
alter index history_logs__search rename to events__search;

alter table events rename column type to kind;
alter table events add column type text not null default 'legacy.note';
alter table events alter column type drop default;

alter table events alter column action type jsonb using jsonb_build_object('sentence', action);
alter table events rename column action to parameters;

-- Only the names of the changed fields were kept.
create function named_changes(fields text[]) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(jsonb_build_object('field', field) order by position), '[]'::jsonb)
  from unnest(fields) with ordinality as f (field, position)
$$;
alter table events alter column changed_fields drop default;
alter table events alter column changed_fields type jsonb using named_changes(changed_fields);
alter table events rename column changed_fields to changes;
alter table events alter column changes set default '[]';
drop function named_changes(text[]);

alter table events
  add constraint events__parameters check (jsonb_typeof(parameters) = 'object'),
  add constraint events__changes check (jsonb_typeof(changes) = 'array');

-- A record's own history, in its order.
drop index history_logs__subject;
create index events__subject on events (subject_id, subject, happened_at desc, id desc) where subject_id is not null;
alter index history_logs__user rename to events__user;

alter table history_log_counts rename to event_counts;
alter table event_counts rename constraint history_log_counts_pkey to event_counts_pkey;
alter table event_counts rename column type to kind;

create function count_events() returns trigger language plpgsql as $$
begin
  insert into event_counts (kind, shard, entries)
    select kind, pg_backend_pid() % 64, count(*) from new_entries group by kind order by kind
    on conflict (kind, shard) do update set entries = event_counts.entries + excluded.entries;
  return null;
end $$;

create trigger events__counted after insert on events referencing new table as new_entries
  for each statement execute function count_events();
