-- Admins choose whether they get an e-mail with the figures of the day at closing time.
alter table accounts add column wants_daily_summary boolean not null default false;
create index accounts__daily_summary on accounts (person_id) where wants_daily_summary;
