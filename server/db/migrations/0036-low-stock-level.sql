-- From how many pieces on a product runs low, for each product. It was 5 for all of them.
alter table products add column low_stock_level integer not null default 5
  constraint products__low_stock_level check (low_stock_level between 0 and 999999);
-- The owner's home counts what runs low each time it is opened.
create index products__low on products (branch_id) where quantity <= low_stock_level;
