-- An import compares each row with the names of all clients, and asks for each filled client whether the same file has
-- added them.
create index people__name_search on people (name_search) where closed_at is null;
create index import_rows__record on import_rows (record_id) where record_id is not null;
-- Products and services name the category or treatment that was added with them in the same way.
update import_rows set filled = jsonb_build_object('newGroup', coalesce(filled -> 'new_treatment', filled -> 'new_category'))
  where filled ?| array['new_treatment', 'new_category'];
-- Undoing an import deletes accounts and people. For each of them PostgreSQL looks for rows that refer to it, and without
-- an index it reads the whole table each time. These are the largest of these tables.
create index appointments__created_by on appointments (created_by);
create index appointments__cancelled_by on appointments (cancelled_by) where cancelled_by is not null;
create index receipt_prints__printed_by on receipt_prints (printed_by);
