-- The supplier of the software and the last day of its accreditation, which invoices and readings print (RR 10-2015).
-- They are optional, so that a clinic that issues invoices already goes on without them.
-- Earlier versions go on: they neither print nor change these columns.
alter table branches
  add column supplier_name text not null default '',
  add column supplier_address text not null default '',
  add column supplier_tin text not null default '',
  add column accreditation_until date,
  add constraint branches__supplier_tin
    check (supplier_tin ~ '^([0-9]{3}-?[0-9]{3}-?[0-9]{3}(-?[0-9]{3,5})?)?$');
