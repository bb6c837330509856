-- How a branch is booked where a service says nothing of its own: every how many minutes a visit may begin, how long before it
-- clients book by themselves, and how many days ahead. What is not set is as it was: half hours, no notice, twelve months.
alter table branches
  add column start_interval_minutes smallint not null default 30
    constraint branches__start_interval check (start_interval_minutes in (15, 30, 60)),
  add column minimum_notice_minutes integer not null default 0
    constraint branches__minimum_notice check (minimum_notice_minutes between 0 and 43200),
  add column horizon_days smallint
    constraint branches__horizon check (horizon_days between 1 and 366);
