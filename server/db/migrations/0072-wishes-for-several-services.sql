-- Who waits may wait for several services in one visit, as a hold may be for several; the first stands in its own column.

alter table waitlist_entries
  add column further_services uuid[] not null default '{}',
  add constraint waitlist_entries__services
    check (cardinality(further_services) <= 4 and not service_id = any(further_services));
