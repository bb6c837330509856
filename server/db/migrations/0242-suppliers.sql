-- Who delivered received pieces. The list of supplies to order names the supplier of the last delivery.
-- Earlier versions go on: they record no supplier.
alter table stock_movements
  add column supplier text,
  add constraint stock_movements__supplier check (supplier is null or kind = 'receive' and btrim(supplier) <> '');
create index stock_movements__suppliers on stock_movements (branch_id, lower(supplier)) where supplier is not null;
