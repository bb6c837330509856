-- What is passed over is noted of every quarter hour from now on. Of who waits already, only the clinic's starts of then were
-- noted: the times in between may have been free all along, and count as passed over too. Who was to be offered every time
-- again has passed nothing over.
update waitlist_entries set passed_over = passed_over || array(
  select timezone('Asia/Manila', day + make_interval(mins => minute))
  from generate_series(first_date::timestamp, last_date::timestamp, interval '1 day') day,
    generate_series(8 * 60, 24 * 60, 15) minute
  where minute % branches.start_interval_minutes <> 0
)
from branches
where branches.id = branch_id and start_interval_minutes > 15 and state in ('waiting', 'offered')
  and counts_since = waitlist_entries.created_at;
