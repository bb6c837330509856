-- What a completed visit of a service uses up of each product.
create table service_supplies (
  service_id uuid not null references services on delete cascade,
  product_id uuid not null references products on delete cascade,
  amount numeric not null,
  primary key (service_id, product_id),
  constraint service_supplies__amount check (amount > 0 and amount < 10000 and amount = round(amount, 3))
);
create index service_supplies__product on service_supplies (product_id);

-- The visit that used the pieces, or gave them back.
alter table stock_movements add column appointment_id uuid references appointments;
create index stock_movements__appointment on stock_movements (appointment_id) where appointment_id is not null;
