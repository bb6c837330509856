-- Packages that clients paid for in the system that a clinic used before Mutya. An import brings in what is left of them.
-- The clinic has not sold them here, so they have no row in `prepaid_sales`: no number, no payment, no shift.
-- Earlier versions go on: no package is brought in until an admin of the new version imports a file of packages. An
-- earlier version that runs beside the new one does not show such a package, and cannot list imports of packages.

alter table import_batches
  drop constraint import_batches__kind,
  add constraint import_batches__kind check (kind in ('clients', 'services', 'products', 'appointments', 'packages'));

-- The first entry of a package that was brought in. Its amount is zero if nothing was paid for the sessions that are left.
alter table prepaid_entries
  drop constraint prepaid_entries__kind,
  add constraint prepaid_entries__kind check (
    case kind
      when 'sold' then amount_centavos > 0 and document_id is null
      when 'brought_in' then amount_centavos >= 0 and document_id is null
      when 'paid' then amount_centavos < 0 and document_id is not null
      when 'given_back' then amount_centavos > 0 and document_id is not null
      when 'void' then amount_centavos < 0 and document_id is null
      else false
    end
  );

alter table sold_packages
  -- Null for a package that was brought in and that the clinic does not offer.
  alter column package_id drop not null,
  -- Of a package that was brought in: the day on which the client bought it, if known, and the sessions used before.
  add column bought_on date,
  add column used_before integer not null default 0,
  add constraint sold_packages__used_before check (used_before between 0 and 99);
