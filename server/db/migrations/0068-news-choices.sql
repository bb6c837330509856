-- What people want to hear besides what is about their visits. Each time that somebody says so is a row, and none is changed:
-- the newest one of a way holds.
create table news_choices (
  id uuid primary key,
  person_id uuid not null references people,
  channel text not null,
  is_wanted boolean not null,
  chosen_at timestamptz not null,
  -- Whose account it was: the person's own, or of the staff who entered it.
  chosen_by uuid references accounts,
  chosen_where text not null,
  constraint news_choices__channel check (channel in ('email', 'sms')),
  constraint news_choices__where check (
    chosen_where in ('registration', 'booking', 'profile', 'desk', 'link', 'closing')
  )
);
create index news_choices__newest on news_choices (person_id, channel, chosen_at desc, id desc);
create trigger news_choices__append_only before update or delete or truncate on news_choices
  for each statement execute function refuse_rewrite();

-- Whether a person wants news on a way: what was said last with their record, or with one that was merged into it.
create function wants_news(of_person uuid, on_channel text) returns boolean language sql stable as $$
  with recursive records (id, person_id) as (
    select id, person_id from clients where person_id = of_person
    union
    select c.id, c.person_id from clients c join records r on c.merged_into = r.id
  )
  select coalesce((
    select is_wanted from news_choices
    where channel = on_channel and (person_id = of_person or person_id in (select r.person_id from records r))
    order by chosen_at desc, id desc limit 1
  ), false)
$$;
