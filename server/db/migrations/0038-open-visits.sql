-- The list of open visits counts them by status and reads them by time: from the index alone, and without sorting.

drop index appointments__open;
create index appointments__open on appointments (branch_id, starts_at, id) include (status)
  where status not in ('completed', 'cancelled');
