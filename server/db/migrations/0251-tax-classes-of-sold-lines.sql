-- Each line keeps the tax class that its service or product had in the catalogue when it was sold. Clinics without VAT
-- need the class for their percentage tax (section 116 of the Tax Code); their lines have no `tax_class`.
-- Earlier versions go on: the lines that they write have no class, like all lines before this migration.
alter table document_lines
  add column catalogue_tax_class text,
  add constraint document_lines__catalogue_tax_class check (
    catalogue_tax_class in ('vatable', 'exempt', 'zero-rated')
  );
