-- A sale that was voided is rung up again with the payment that was made: its reference number may be used once more.
-- The turn of a use is the number of voided sales that had the number before; the payments themselves are never rewritten.
alter table payments add column reference_turn smallint not null default 0;
drop index payments__reference_once;
create unique index payments__reference_once on payments (method, reference_key, reference_turn)
  where reference_key is not null;

-- A day counts sales less voids; a void has counted as one more so far.
update daily_sales set transaction_count = transaction_count - 2 * voids.count
from (select branch_id, business_date, count(*) as count from documents where kind = 'void' group by 1, 2) voids
where voids.branch_id = daily_sales.branch_id and voids.business_date = daily_sales.business_date;
