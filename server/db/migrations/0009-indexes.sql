-- Foreign keys that are looked up from the other side: whose sales, which visits of a service, what somebody did, what
-- happened to a record, which history entries came of a sale. Deleting the referred row reads the whole table without them.
create index sales__cashier on sales (cashier_id);
create index appointments__service on appointments (service_id);
create index history_logs__user on history_logs (user_id) where user_id is not null;
create index history_logs__subject on history_logs (subject, subject_id) where subject_id is not null;
create index client_services__sale on client_services (sale_id) where sale_id is not null;
