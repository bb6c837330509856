-- Every invoice belongs to a shift, so that it is part of a Z-reading. A clinic that issues invoices without cash control
-- gets it switched on; its earlier invoices stay outside of all readings, and the check of the books names them.
update cash_settings set is_on = true
  from branches
  where branches.id = cash_settings.branch_id and branches.document_mode in ('invoice_vat', 'invoice_non_vat')
    and not cash_settings.is_on;

-- A void of an invoice from before may have no shift either.
alter table documents add constraint documents__invoice_in_shift
  check (mode not in ('invoice_vat', 'invoice_non_vat') or kind = 'void' or shift_id is not null) not valid;
