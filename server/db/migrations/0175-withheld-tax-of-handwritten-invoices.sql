-- In booklet mode the invoice is written by hand, and its buyer withholds tax like the buyer of a printed one.
create or replace function prove_withheld_tax() returns trigger language plpgsql as $$
declare
  document record;
  withheld bigint;
begin
  select id, kind, mode, total_centavos, coalesce(refers_to, id) as sale_id into document
    from documents where id = new.document_id;
  select sum(amount_centavos) into withheld from payments join documents on documents.id = payments.document_id
    where payments.method = 'withheld' and (documents.id = document.sale_id or documents.refers_to = document.sale_id);
  if document.kind = 'sale' and (document.mode not in ('booklet', 'invoice_vat', 'invoice_non_vat')
    or not exists (select from document_buyers where document_id = document.id and tin <> ''))
  then
    raise exception 'the document % has withheld tax and no buyer with a TIN', document.id
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'payments__withheld_of_buyer';
  end if;
  if withheld < 0 or (document.kind = 'sale' and withheld * 5 > document.total_centavos) then
    raise exception 'the withheld tax of the document % is too high', document.id
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'payments__withheld_within';
  end if;
  return null;
end $$;
