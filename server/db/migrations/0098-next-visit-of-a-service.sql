-- After how many days a client comes back for a service: the receipt offers the next visit for that day.
alter table services
  add column rebook_after_days smallint not null default 28
    constraint services__rebook_after check (rebook_after_days between 1 and 366);
