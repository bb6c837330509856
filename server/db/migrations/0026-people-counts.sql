-- Every list of clients says how many there are. Twenty thousand rows counted for each look cost more than the look itself:
-- the counts are kept, as those of the history log are, each connection adding to a row of its own.
create table people_counts (
  closed boolean not null,
  shard integer not null,
  people bigint not null,
  primary key (closed, shard)
);
insert into people_counts (closed, shard, people)
  select closed_at is not null, 0, count(*) from people group by 1;

create function count_new_people() returns trigger language plpgsql as $$
begin
  insert into people_counts (closed, shard, people)
    select closed_at is not null, pg_backend_pid() % 64, count(*) from new_people group by 1 order by 1
    on conflict (closed, shard) do update set people = people_counts.people + excluded.people;
  return null;
end $$;
create trigger people__counted after insert on people referencing new table as new_people
  for each statement execute function count_new_people();

create function count_removed_people() returns trigger language plpgsql as $$
begin
  insert into people_counts (closed, shard, people)
    select closed_at is not null, pg_backend_pid() % 64, -count(*) from old_people group by 1 order by 1
    on conflict (closed, shard) do update set people = people_counts.people + excluded.people;
  return null;
end $$;
create trigger people__removed after delete on people referencing old table as old_people
  for each statement execute function count_removed_people();

create function count_closed_person() returns trigger language plpgsql as $$
begin
  insert into people_counts (closed, shard, people)
    values (false, pg_backend_pid() % 64, case when new.closed_at is null then 1 else -1 end),
      (true, pg_backend_pid() % 64, case when new.closed_at is null then -1 else 1 end)
    on conflict (closed, shard) do update set people = people_counts.people + excluded.people;
  return null;
end $$;
create trigger people__closed after update of closed_at on people for each row
  when ((old.closed_at is null) <> (new.closed_at is null)) execute function count_closed_person();

-- It was there to be counted.
drop index people__open;
