-- Reports of visits read a year of visits in the order of time. With these columns the index alone has what became of each
-- visit, and the report does not read the rows. All of them are in another index already, so a change costs no more.
drop index appointments__starts;
create index appointments__starts on appointments (branch_id, starts_at, id) include (status, cancel_reason, client_id, service_id);
-- The report that compares periods counts the clients of three periods who bought something.
drop index documents__date_client;
create index documents__date_client on documents (business_date, client_id, id) include (branch_id) where kind = 'sale';
