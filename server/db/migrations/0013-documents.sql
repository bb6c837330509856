-- Documents instead of sales: a document has lines and payments, and its totals are theirs.
-- A sale is a document of kind `sale`; what takes it back, wholly or in part, is a document of its own with negative
-- amounts. Ids and receipt numbers stay as they are. Keys and rules come after the rows: checked once for all of them.

-- ── The tables ─────────────────────────────────────────────────────────────────────────────────────────────────────

-- The last number of each series. Numbers have no gaps: they are drawn in the transaction of their document.
create table document_counters (
  series text primary key,
  last_number bigint not null default 0
);
insert into document_counters (series, last_number) select 'receipt', last_number from receipt_counter;

create table documents (
  id uuid not null,
  kind text not null,
  series text not null default 'receipt',
  number bigint not null,
  -- The sale that a void or a refund takes back.
  refers_to uuid,
  reason text,
  business_date date not null,
  sold_at timestamptz not null,
  reported_at timestamptz,
  cashier_id uuid not null,
  cashier_name text not null,
  client_id uuid,
  appointment_id uuid,
  is_walk_in boolean not null,
  -- The clinic as it was when the document was issued: a copy printed years later has the same head and foot.
  issuer_name text not null,
  issuer_address text not null,
  issuer_phone text not null,
  issuer_tin text not null,
  receipt_foot text not null,
  item_count integer not null,
  treatment_text text not null,
  subtotal_centavos bigint not null,
  discount_centavos bigint not null,
  discount_reason text,
  discount_id_number text,
  total_centavos bigint not null,
  constraint documents__kind check (kind in ('sale', 'void', 'refund')),
  constraint documents__refers_to check ((kind = 'sale') = (refers_to is null)),
  constraint documents__reason check ((kind = 'sale') = (reason is null)),
  constraint documents__discount_reason
    check (discount_reason in ('Promo', 'Senior Citizen', 'PWD', 'Staff', 'Other') or discount_reason is null),
  constraint documents__total check (total_centavos = subtotal_centavos - discount_centavos),
  constraint documents__signs check (
    kind = 'sale' and subtotal_centavos >= 0 and discount_centavos >= 0 and total_centavos >= 0
    or kind <> 'sale' and subtotal_centavos <= 0 and discount_centavos <= 0 and total_centavos <= 0
  )
);

create table document_lines (
  document_id uuid not null,
  position smallint not null,
  -- The line of the service that an add-on belongs to.
  parent_position smallint,
  kind text not null,
  service_id uuid,
  treatment_id uuid,
  add_on_id uuid,
  -- Names as they were.
  name text not null,
  treatment_name text,
  quantity integer not null,
  unit_price_centavos bigint not null,
  discount_centavos bigint not null default 0,
  tax_class text,
  line_total_centavos bigint not null,
  constraint document_lines__kind check (
    case kind
      when 'service' then service_id is not null and treatment_id is not null and treatment_name is not null
        and add_on_id is null and parent_position is null
      when 'add_on' then add_on_id is not null and parent_position is not null and parent_position < position
        and service_id is null and treatment_id is null and treatment_name is null
      else false
    end
  ),
  constraint document_lines__tax_class check (tax_class in ('vatable', 'exempt', 'zero-rated') or tax_class is null),
  constraint document_lines__quantity check (quantity <> 0),
  constraint document_lines__total check (line_total_centavos = quantity * unit_price_centavos - discount_centavos)
);

create table payments (
  document_id uuid not null,
  position smallint not null,
  method text not null,
  amount_centavos bigint not null,
  received_centavos bigint not null,
  change_centavos bigint not null,
  -- As it was typed, and as two of them are compared.
  reference_number text,
  reference_key text,
  constraint payments__method check (method in ('cash', 'gcash', 'maya', 'bank_transfer')),
  constraint payments__change check (
    change_centavos = received_centavos - amount_centavos and (change_centavos >= 0 or amount_centavos < 0)
  ),
  constraint payments__reference check (method = 'cash' or reference_number is not null or amount_centavos <= 0),
  constraint payments__reference_key check (reference_key is null or reference_number is not null)
);

-- ── What is there already ──────────────────────────────────────────────────────────────────────────────────────────

-- Nobody wrote down how the clinic's head was before: receipts of today have shown the present one.
insert into documents (
  id, kind, number, refers_to, reason, business_date, sold_at, reported_at, cashier_id, cashier_name, client_id,
  appointment_id, is_walk_in, issuer_name, issuer_address, issuer_phone, issuer_tin, receipt_foot, item_count,
  treatment_text, subtotal_centavos, discount_centavos, discount_reason, discount_id_number, total_centavos
)
select
  s.id, case when s.voids_sale_id is null then 'sale' else 'void' end, s.receipt_number, s.voids_sale_id, s.void_reason,
  s.business_date, s.sold_at, s.reported_at, s.cashier_id, s.cashier_name, s.client_id, s.appointment_id, s.is_walk_in,
  coalesce(c.name, 'Mutya'), coalesce(c.address, ''), coalesce(c.phone, ''), coalesce(c.tin, ''),
  coalesce(c.receipt_foot, 'This is not an official receipt or invoice.'), s.item_count, s.treatment_text,
  s.subtotal_centavos, s.discount_centavos, s.discount_reason, s.discount_id_number, s.total_centavos
from sales s left join clinic c on c.id = 1
order by s.receipt_number;

-- Lines and add-ons are one sequence now: each service is followed by its add-ons.
insert into document_lines (
  document_id, position, parent_position, kind, service_id, treatment_id, add_on_id, name, treatment_name, quantity,
  unit_price_centavos, line_total_centavos
)
select
  sale_id, row_number() over document,
  case kind when 'add_on' then row_number() over document - row_number() over line + 1 end,
  kind, service_id, treatment_id, add_on_id, name, treatment_name, quantity, unit_price_centavos, line_total_centavos
from (
  select sale_id, position as line_position, 0 as place, 'service' as kind, service_id, treatment_id,
    null::uuid as add_on_id, service_name as name, treatment_name, quantity, unit_price_centavos, line_total_centavos
  from sale_lines
  union all
  select sale_id, line_position, position, 'add_on', null, null,
    add_on_id, add_on_name, null, quantity, unit_price_centavos, line_total_centavos
  from sale_add_ons
) sold
window document as (partition by sale_id order by line_position, kind desc, place),
  line as (partition by sale_id, line_position order by kind desc, place);

insert into payments (
  document_id, position, method, amount_centavos, received_centavos, change_centavos, reference_number, reference_key
)
select
  s.id, 1, s.payment_method, s.total_centavos, s.received_centavos, s.change_centavos, s.reference_number, r.reference_key
from sales s left join payment_references r on r.sale_id = s.id;

-- ── Keys and rules ─────────────────────────────────────────────────────────────────────────────────────────────────

-- What belongs to a document is written before its own row: that one comes last, because its number is taken from the
-- counter that every other document waits for until this one is committed. Hence `initially deferred`.

alter table documents
  add primary key (id),
  add constraint documents__number unique (series, number),
  add foreign key (refers_to) references documents,
  add foreign key (cashier_id) references users,
  add foreign key (client_id) references clients,
  add foreign key (appointment_id) references appointments;
create index documents__date on documents (business_date desc, sold_at desc, id desc);
create index documents__cashier on documents (cashier_id);
create index documents__client on documents (client_id, sold_at desc);
-- Whom a month saw, without a look at the rows themselves.
create index documents__date_client on documents (business_date, client_id, id) where kind = 'sale';
create unique index documents__voided_once on documents (refers_to) where kind = 'void';
create index documents__refers_to on documents (refers_to) where refers_to is not null;

alter table document_lines
  add constraint document_lines__position primary key (document_id, position),
  add foreign key (document_id) references documents deferrable initially deferred,
  add constraint document_lines__parent foreign key (document_id, parent_position)
    references document_lines (document_id, position),
  add foreign key (service_id) references services,
  add foreign key (treatment_id) references treatments,
  add foreign key (add_on_id) references add_ons;

alter table payments
  add constraint payments__position primary key (document_id, position),
  add foreign key (document_id) references documents deferrable initially deferred;
-- A reference number is used once per method.
create unique index payments__reference_once on payments (method, reference_key) where reference_key is not null;

-- What pointed to a sale points to its document.
alter table sale_customers drop constraint sale_customers_sale_id_fkey;
alter table sale_customers rename column sale_id to document_id;
alter table sale_customers rename to document_customers;
alter index sale_customers_pkey rename to document_customers_pkey;
alter index sale_customers__search rename to document_customers__search;
alter table document_customers add foreign key (document_id) references documents deferrable initially deferred;

alter table receipt_prints drop constraint receipt_prints_sale_id_fkey;
alter table receipt_prints rename column sale_id to document_id;
alter index receipt_prints__sale rename to receipt_prints__document;
alter table receipt_prints add foreign key (document_id) references documents;

alter table appointment_payments drop constraint appointment_payments_sale_id_fkey,
  add foreign key (sale_id) references documents deferrable initially deferred;
alter table client_services drop constraint client_services_sale_id_fkey,
  add foreign key (sale_id) references documents deferrable initially deferred;

drop table payment_references, sale_add_ons, sale_lines, sales, receipt_counter;

-- ── Totals are those of lines and payments ─────────────────────────────────────────────────────────────────────────

do $$
declare
  strays bigint;
begin
  select count(*) into strays from documents d
    left join (select document_id, sum(line_total_centavos) as total from document_lines group by document_id) l
      on l.document_id = d.id
    left join (select document_id, sum(amount_centavos) as total from payments group by document_id) p
      on p.document_id = d.id
    where l.total is distinct from d.subtotal_centavos or p.total is distinct from d.total_centavos;
  if strays > 0 then
    raise exception '% sales do not add up from their lines; nothing was changed', strays
      using errcode = 'check_violation';
  end if;
end $$;

-- Looked at once for each document, when it is committed with everything that belongs to it.
create function prove_document() returns trigger language plpgsql as $$
declare
  adds_up boolean;
begin
  select lines.total = new.subtotal_centavos and paid.total = new.total_centavos into adds_up
  from (select sum(line_total_centavos) as total from document_lines where document_id = new.id) lines,
    (select sum(amount_centavos) as total from payments where document_id = new.id) paid;
  if adds_up is not true then
    raise exception 'the lines and payments of document % do not add up to its totals', new.id
      using errcode = 'check_violation', table = tg_table_name, constraint = tg_name;
  end if;
  return null;
end $$;

create constraint trigger documents__adds_up after insert on documents
  deferrable initially deferred for each row execute function prove_document();

-- Lines and payments come before their document: one that stands takes no more of them.
create function refuse_late_parts() returns trigger language plpgsql as $$
begin
  if exists (select from new_parts join documents on documents.id = new_parts.document_id) then
    raise exception '% come before their document', tg_table_name using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create trigger document_lines__before_document after insert on document_lines
  referencing new table as new_parts for each statement execute function refuse_late_parts();
create trigger payments__before_document after insert on payments
  referencing new table as new_parts for each statement execute function refuse_late_parts();

create trigger documents__append_only before update or delete or truncate on documents
  for each statement execute function refuse_rewrite();
create trigger document_lines__append_only before update or delete or truncate on document_lines
  for each statement execute function refuse_rewrite();
create trigger payments__append_only before update or delete or truncate on payments
  for each statement execute function refuse_rewrite();
