-- The supplies of the clinic: what is on the shelf, and how much of it.
-- Products and categories are deleted for good: nothing in the books points to them.

create table categories (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null,
  search_text text not null
);
create unique index categories__name on categories (lower(name));

-- A category that products stand in cannot go (`restrict`, the default): they would be lost with it.
create table products (
  id uuid primary key,
  category_id uuid not null,
  name text not null,
  quantity integer not null,
  unit_type text not null,
  picture_path text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  search_text text not null,
  constraint products__category foreign key (category_id) references categories,
  constraint products__quantity check (quantity between 0 and 999999),
  constraint products__unit_type check (btrim(unit_type) <> '')
);
create unique index products__name on products (category_id, lower(name));
create index products__search on products using gin (search_text gin_trgm_ops);
-- The list in its order, a page at a time.
create index products__order on products (search_text, id);
