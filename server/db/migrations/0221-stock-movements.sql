-- Earlier versions go on: they read a double precision as a number, and a trigger records their changes of a quantity.
-- The quantity of a product may have three decimals and be negative. Each change of it is a movement.
alter table products drop constraint products__quantity;
alter table products alter column quantity type double precision;
alter table products add constraint products__quantity
  check (quantity between -999999 and 999999 and quantity = round(quantity::numeric, 3)::double precision);

-- The pieces of a product that arrived with the same batch number and expiry date. Pieces of no batch are those that
-- the product has beyond its batches.
create table stock_batches (
  id uuid primary key,
  product_id uuid not null references products on delete cascade,
  code text,
  expires_on date,
  quantity numeric not null,
  constraint stock_batches__named check (code is not null or expires_on is not null),
  constraint stock_batches__code check (btrim(code) <> ''),
  constraint stock_batches__quantity check (quantity between 0 and 999999 and quantity = round(quantity, 3))
);
create unique index stock_batches__same on stock_batches (product_id, coalesce(lower(code), ''), expires_on) nulls not distinct;
-- Dashboards count the batches that expire soon.
create index stock_batches__expiring on stock_batches (expires_on) where quantity > 0;

-- Every change of the stock of a product. The movements of a product are numbered, and the balance of the last one is
-- the product's quantity.
create table stock_movements (
  product_id uuid not null references products on delete cascade,
  number integer not null,
  branch_id uuid not null references branches,
  batch_id uuid references stock_batches,
  kind text not null,
  amount numeric not null,
  balance numeric not null,
  unit_cost_centavos bigint,
  reason text,
  moved_at timestamptz not null,
  moved_by uuid references accounts,
  moved_by_name text,
  primary key (product_id, number),
  constraint stock_movements__kind check (kind in ('receive', 'sale', 'use', 'adjust', 'waste', 'return')),
  constraint stock_movements__amount check (amount <> 0 and amount = round(amount, 3)),
  constraint stock_movements__direction check (
    case when kind in ('receive', 'return') then amount > 0 when kind in ('sale', 'use', 'waste') then amount < 0 else true end
  ),
  constraint stock_movements__unit_cost check (unit_cost_centavos >= 0)
);
create index stock_movements__newest on stock_movements (branch_id, moved_at);
create index stock_movements__batch on stock_movements (batch_id) where batch_id is not null;

-- The stock of existing products begins with an adjustment of nobody.
insert into stock_movements (product_id, number, branch_id, kind, amount, balance, moved_at)
select id, 1, branch_id, 'adjust', quantity, quantity, updated_at from products where quantity <> 0;

-- Records what the quantity of a product differs from the balance of its last movement as an adjustment. Use cases write
-- their movements before the commit, so only a process of an earlier version, which knows no movements, leaves one.
create function record_stock_difference() returns trigger language plpgsql as $$
declare
  product products%rowtype;
  last_number integer;
  last_balance numeric;
begin
  select * into product from products where id = new.id;
  select number, balance into last_number, last_balance
    from stock_movements where product_id = new.id order by number desc limit 1;
  if product.quantity::numeric <> coalesce(last_balance, 0) then
    insert into stock_movements (product_id, number, branch_id, kind, amount, balance, moved_at)
      values (product.id, coalesce(last_number, 0) + 1, product.branch_id, 'adjust',
        product.quantity::numeric - coalesce(last_balance, 0), product.quantity::numeric, product.updated_at);
  end if;
  return null;
end $$;
create constraint trigger products__movements after insert or update of quantity on products
  deferrable initially deferred for each row execute function record_stock_difference();
