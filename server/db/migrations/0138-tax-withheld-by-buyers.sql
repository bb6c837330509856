-- A business that buys may have to withhold a part of the price as tax of the clinic, pay it to the BIR, and give the
-- clinic Form 2307 for it. The part is a payment of the invoice that is no money: it enters no drawer and no wallet.

alter table payments
  drop constraint payments__method,
  add constraint payments__method check (method in ('cash', 'gcash', 'maya', 'bank_transfer', 'card', 'withheld')),
  -- The reference names the tax code and the quarter of the form.
  add constraint payments__withheld_reference check (method <> 'withheld' or reference_number is not null);

-- The same code and quarter are on many forms.
drop index payments__reference_once;
create unique index payments__reference_once on payments (method, reference_key, reference_turn)
  where reference_key is not null and method not in ('card', 'withheld');

alter table branches
  drop constraint branches__payment_methods,
  add constraint branches__payment_methods check (
    payment_methods <@ '{cash,gcash,maya,bank_transfer,card,withheld}'
    and payment_methods && '{cash,gcash,maya,bank_transfer,card}'
  );

-- Only a buyer with a TIN withholds tax, on an invoice, and at most a fifth of it: the highest rates together are 15 % of
-- income tax and 5 % of VAT. A refund gives back no more withheld tax than the sale had.
create function prove_withheld_tax() returns trigger language plpgsql as $$
declare
  document record;
  withheld bigint;
begin
  select id, kind, mode, total_centavos, coalesce(refers_to, id) as sale_id into document
    from documents where id = new.document_id;
  select sum(amount_centavos) into withheld from payments join documents on documents.id = payments.document_id
    where payments.method = 'withheld' and (documents.id = document.sale_id or documents.refers_to = document.sale_id);
  if document.kind = 'sale' and (document.mode not in ('invoice_vat', 'invoice_non_vat')
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
create constraint trigger payments__withheld after insert on payments
  deferrable initially deferred for each row when (new.method = 'withheld') execute function prove_withheld_tax();
