-- How a sale may be paid: several payments on one sale, card slips as a fifth method, methods that a clinic takes, and the
-- discount that a cashier may give without asking. A clinic that sets nothing takes the four methods that it took before.

alter table payments
  drop constraint payments__method,
  add constraint payments__method check (method in ('cash', 'gcash', 'maya', 'bank_transfer', 'card'));

-- The numbers on card slips begin anew on each terminal of a bank: they are written down, and may repeat.
drop index payments__reference_once;
create unique index payments__reference_once on payments (method, reference_key, reference_turn)
  where reference_key is not null and method <> 'card';

alter table branches
  add column payment_methods text[] not null default '{cash,gcash,maya,bank_transfer}',
  -- In hundredths of a percent of the order; null: no limit.
  add column cashier_discount_limit smallint,
  add constraint branches__payment_methods check (
    payment_methods <@ '{cash,gcash,maya,bank_transfer,card}' and cardinality(payment_methods) > 0
  ),
  add constraint branches__cashier_discount_limit check (cashier_discount_limit between 0 and 10000);
