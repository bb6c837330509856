-- The reference number of a payment by wallet or bank pays one thing: a sale or a gift card. It can be used again after
-- the sale or the card was voided.
-- Earlier versions go on: they answer the violated constraint with the same sentence.

-- This index refused a number also after the void of its card. The trigger below compares cards as well.
drop index prepaid_sales__reference_once;
create index prepaid_sales__reference on prepaid_sales (method, reference_key) where reference_key is not null;

-- A concurrent transaction with the same number waits here until the commit, and then finds the payment.
create function lock_reference(method text, reference_key text) returns void language sql as
  $$ select pg_advisory_xact_lock(hashtextextended('reference ' || method || ' ' || reference_key, 0)) $$;

create function reference_pays_card(used_method text, used_key text) returns boolean language plpgsql as $$
begin
  return exists (
    select from prepaid_sales where method = used_method and reference_key = used_key
      and not exists (select from prepaid_voids where prepaid_voids.account_id = prepaid_sales.account_id)
  );
end $$;

create function refuse_reference_of_card() returns trigger language plpgsql as $$
begin
  perform lock_reference(new.method, new.reference_key);
  if reference_pays_card(new.method, new.reference_key) then
    -- The app reads the position of the payment in the detail.
    raise exception 'a gift card was paid with the reference number %', new.reference_key
      using errcode = 'unique_violation', table = tg_table_name, constraint = 'payments__reference_once',
        detail = new.position::text;
  end if;
  return new;
end $$;
create trigger payments__reference_of_card before insert on payments
  for each row when (new.reference_key is not null and new.method in ('gcash', 'maya', 'bank_transfer'))
  execute function refuse_reference_of_card();

create function refuse_used_reference() returns trigger language plpgsql as $$
begin
  perform lock_reference(new.method, new.reference_key);
  if reference_pays_card(new.method, new.reference_key) or exists (
    select from payments used where used.method = new.method and used.reference_key = new.reference_key
      and not exists (select from documents where documents.refers_to = used.document_id and documents.kind = 'void')
  ) then
    raise exception 'the reference number % was used before', new.reference_key
      using errcode = 'unique_violation', table = tg_table_name, constraint = 'prepaid_sales__reference_once';
  end if;
  return new;
end $$;
create trigger prepaid_sales__reference_once before insert on prepaid_sales
  for each row when (new.reference_key is not null and new.method in ('gcash', 'maya', 'bank_transfer'))
  execute function refuse_used_reference();
