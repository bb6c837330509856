-- Change comes from cash only: a wallet, bank or card payment that "received" more than its amount would let money out of
-- the drawer that no document accounts for. Earlier payments stay as they were recorded.
alter table payments add constraint payments__change_from_cash
  check (method = 'cash' or change_centavos = 0) not valid;
