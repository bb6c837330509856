-- One invoice for the day's small sales of a clinic without VAT (section 237 of the Tax Code, RR 7-2024): a sale below
-- the limit, for which nobody asked for an invoice, gets a sales slip. When the day is closed, one invoice covers the
-- slips. The cover is no document of `documents`, because its sales are in all sums already.

-- ── The setting ────────────────────────────────────────────────────────────────────────────────────────────────────

alter table branches
  add column covers_small_sales boolean not null default false,
  add column small_sale_limit_centavos bigint not null default 50000,
  add constraint branches__small_sale_limit check (small_sale_limit_centavos between 1 and 1000000);

-- ── Sales slips ────────────────────────────────────────────────────────────────────────────────────────────────────

alter table documents
  drop constraint documents__mode,
  add constraint documents__mode
    check (mode in ('acknowledgement', 'booklet', 'invoice_vat', 'invoice_non_vat', 'small_sale')),
  drop constraint documents__registered,
  add constraint documents__registered check (
    (mode in ('invoice_vat', 'invoice_non_vat', 'small_sale')) = (registration is not null)
    and (registration is null or terminal_id is not null)
  ),
  add constraint documents__slip_in_shift check (mode <> 'small_sale' or shift_id is not null);

-- A sales slip is issued only below the limit, and never to a buyer or under a card: these sales need an invoice.
create or replace function prove_mode() returns trigger language plpgsql as $$
begin
  if new.kind = 'sale' then
    perform from branches where id = new.branch_id and (document_mode = new.mode
      or new.mode = 'small_sale' and document_mode = 'invoice_non_vat' and covers_small_sales
        and new.total_centavos < small_sale_limit_centavos) for share;
    if not found then
      raise exception 'documents of the branch % are not issued as %', new.branch_id, new.mode
        using errcode = 'restrict_violation', table = tg_table_name, constraint = 'documents__mode_of_now';
    end if;
    if new.mode = 'small_sale' and (exists (select from document_buyers where document_id = new.id)
      or exists (select from document_cards where document_id = new.id))
    then
      raise exception 'the sale % needs an invoice', new.id
        using errcode = 'restrict_violation', table = tg_table_name, constraint = 'documents__slip_without_buyer';
    end if;
    return new;
  end if;
  if new.registration is not null and new.terminal_id is null then
    select terminal_id into new.terminal_id from documents where id = new.refers_to;
  end if;
  return new;
end $$;

-- A clinic with sales slips must issue their cover, so it cannot leave the invoice modes either.
create or replace function keep_issuing_invoices() returns trigger language plpgsql as $$
begin
  if new.document_mode not in ('invoice_vat', 'invoice_non_vat') and exists (
    select from document_counters
    where branch_id = new.id and (series like 'invoice%' or series like 'small_sale%') and last_number > 0
  ) then
    raise exception 'the branch % has issued invoices', new.id
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'branches__issues_invoices';
  end if;
  return new;
end $$;

-- ── Covers ─────────────────────────────────────────────────────────────────────────────────────────────────────────

-- An invoice for sales slips. It has the next number of the terminal's series of invoices.
create table cover_invoices (
  id uuid primary key,
  branch_id uuid not null references branches,
  terminal_id uuid not null references terminals,
  series text not null,
  number bigint not null,
  business_date date not null,
  issued_at timestamptz not null,
  issued_by uuid not null references accounts,
  issued_by_name text not null,
  total_centavos bigint not null,
  registration jsonb not null,
  issuer_name text not null,
  issuer_address text not null,
  issuer_phone text not null,
  issuer_tin text not null,
  receipt_foot text not null,
  constraint cover_invoices__number unique (branch_id, series, number),
  constraint cover_invoices__once unique (terminal_id, business_date),
  constraint cover_invoices__amount check (total_centavos > 0)
);
create index cover_invoices__date on cover_invoices (branch_id, business_date);

-- The covered sales; each has one cover at most.
create table invoice_covers (
  sale_id uuid primary key references documents,
  cover_id uuid not null references cover_invoices deferrable initially deferred
);
create index invoice_covers__cover on invoice_covers (cover_id);

create table cover_prints (
  id uuid primary key,
  cover_id uuid not null references cover_invoices,
  kind text not null,
  reprint integer not null,
  printed_at timestamptz not null,
  printed_by uuid not null references accounts,
  constraint cover_prints__kind check (kind in ('print', 'pdf')),
  constraint cover_prints__numbered unique (cover_id, reprint)
);

create trigger cover_invoices__append_only before update or delete or truncate on cover_invoices
  for each statement execute function refuse_rewrite();
create trigger invoice_covers__append_only before update or delete or truncate on invoice_covers
  for each statement execute function refuse_rewrite();
create trigger cover_prints__append_only before update or delete or truncate on cover_prints
  for each statement execute function refuse_rewrite();

-- The covered sales are written before their cover, so that an issued cover gets no more of them.
create function refuse_late_covers() returns trigger language plpgsql as $$
begin
  if exists (select from new_covers join cover_invoices on cover_invoices.id = new_covers.cover_id) then
    raise exception 'covered sales come before their cover' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger invoice_covers__before_cover after insert on invoice_covers
  referencing new table as new_covers for each statement execute function refuse_late_covers();

-- A cover's total is the sum of its sales. They are sales slips of its date that were not voided, on terminals whose day
-- is closed, so that none of them can be voided later.
create function prove_cover() returns trigger language plpgsql as $$
begin
  if new.total_centavos is distinct from (select sum(sale.total_centavos)
      from invoice_covers covered join documents sale on sale.id = covered.sale_id where covered.cover_id = new.id)
    or exists (
      select from invoice_covers covered join documents sale on sale.id = covered.sale_id
      where covered.cover_id = new.id and (
        (sale.branch_id, sale.business_date, sale.kind, sale.mode)
          is distinct from (new.branch_id, new.business_date, 'sale', 'small_sale')
        or exists (select from documents void where void.refers_to = sale.id and void.kind = 'void')
        or not exists (select from z_readings reading
          where reading.terminal_id = sale.terminal_id and reading.business_date = sale.business_date)))
  then
    raise exception 'the cover % is not the sum of its sales', new.id
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'cover_invoices__adds_up';
  end if;
  return null;
end $$;
create constraint trigger cover_invoices__adds_up after insert on cover_invoices
  deferrable initially deferred for each row execute function prove_cover();

-- The sales slips of a date, which closing the day sums up.
create index documents__slips on documents (branch_id, business_date) where mode = 'small_sale';
