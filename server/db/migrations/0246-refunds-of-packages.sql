-- The refund of a package gives back what was paid less what was used, so a void can be of a part of the amount. What the
-- clinic keeps leaves the account too, as an entry of its own.
-- Earlier versions go on: they void gift cards only, with an empty amount, and have no entry of the new kind. A reading
-- that an earlier version makes meanwhile names the whole price of a refunded package; the cash of the shift is right.

-- Empty for the whole amount.
alter table prepaid_voids
  add column amount_centavos bigint,
  add constraint prepaid_voids__amount check (amount_centavos >= 0);

-- False: a used session counts with its price without the package. True: with its share of the price of the package.
alter table branches add column refunds_packages_pro_rata boolean not null default false;

alter table prepaid_entries
  drop constraint prepaid_entries__kind,
  add constraint prepaid_entries__kind check (
    case kind
      when 'sold' then amount_centavos > 0 and document_id is null
      when 'brought_in' then amount_centavos >= 0 and document_id is null
      when 'paid' then amount_centavos < 0 and document_id is not null
      when 'given_back' then amount_centavos > 0 and document_id is not null
      when 'void' then amount_centavos < 0 and document_id is null
      when 'kept' then amount_centavos < 0 and document_id is null
      else false
    end
  );

-- The pay-out of the shift is the amount that the client gets; for a refund of nothing there is none.
create or replace function join_shift_of_void_card() returns trigger language plpgsql as $$
declare
  sold record;
  returned bigint;
begin
  select prepaid_sales.branch_id, number, method, amount_centavos, prepaid_accounts.kind into sold
    from prepaid_sales join prepaid_accounts on prepaid_accounts.id = account_id where account_id = new.account_id;
  returned := coalesce(new.amount_centavos, sold.amount_centavos);
  if returned <> coalesce(
    (select -sum(amount_centavos) from prepaid_entries where account_id = new.account_id and kind = 'void'), 0)
  then
    raise exception 'the account % does not give % centavos back', new.account_id, returned
      using errcode = 'check_violation', table = tg_table_name, constraint = 'prepaid_voids__entry';
  end if;
  new.shift_id := prepaid_shift(sold.branch_id, new.terminal_id, (new.voided_at at time zone 'Asia/Manila')::date);
  if new.shift_id is not null and sold.method = 'cash' and returned > 0 then
    insert into cash_movements (id, shift_id, kind, amount_centavos, reason, moved_at, moved_by, moved_by_name)
      values (gen_random_uuid(), new.shift_id, 'out', returned,
        case when sold.kind = 'package' then 'Refund of package ' else 'Void of gift card ' end
          || lpad(sold.number::text, 6, '0'), new.voided_at, new.voided_by, new.voided_by_name);
  end if;
  return new;
end $$;

-- A refund of a part leaves the reference number used: it has paid for the sessions that were used.
create or replace function reference_pays_card(used_method text, used_key text) returns boolean language plpgsql as $$
begin
  return exists (
    select from prepaid_sales where method = used_method and reference_key = used_key
      and not exists (
        select from prepaid_voids where prepaid_voids.account_id = prepaid_sales.account_id
          and coalesce(prepaid_voids.amount_centavos, prepaid_sales.amount_centavos) = prepaid_sales.amount_centavos
      )
  );
end $$;
