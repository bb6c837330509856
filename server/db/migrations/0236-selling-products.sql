-- Products with a price can be sold at the till.
-- Earlier versions go on: the new columns can be empty or have a default.
alter table products
  add column price_centavos bigint,
  -- What one piece costs the clinic.
  add column cost_centavos bigint,
  add column barcode text,
  add column tax_class text not null default 'vatable',
  add column senior_pwd_eligible boolean not null default false,
  add constraint products__price check (price_centavos > 0),
  add constraint products__cost check (cost_centavos >= 0),
  add constraint products__barcode_digits check (barcode ~ '^([0-9]{8}|[0-9]{12,13})$'),
  add constraint products__tax_class check (tax_class in ('vatable', 'exempt', 'zero-rated'));
-- Scanners read a UPC-A code of 12 digits also as an EAN-13 code with a leading zero.
create unique index products__barcode on products (branch_id, lpad(barcode, 13, '0'));
