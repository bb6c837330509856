-- The report about practitioners looks for the visits that clients booked after a visit, in the order of clients and times.
-- With these columns the index alone has them, so that PostgreSQL neither reads nor sorts the visits of two years.
drop index appointments__client;
create index appointments__client on appointments (client_id, starts_at desc) include (status, created_at, practitioner_id, branch_id);
-- Few payments are tax that the buyer withheld: the report of taxes reads them without the other payments.
create index payments__withheld on payments (document_id) include (amount_centavos) where method = 'withheld';
