-- Discounts of lines, taxes, and the cards of Senior Citizens and persons with disabilities. A clinic that sets none of it up
-- writes zeros and no tax class, as for all documents that are there already.

-- ── What is set up ─────────────────────────────────────────────────────────────────────────────────────────────────

alter table branches
  add column is_vat_registered boolean not null default false,
  add column charges_excise boolean not null default false;

alter table services
  add column tax_class text not null default 'vatable',
  -- A Senior Citizen or a person with disability pays 20 % less, and no VAT.
  add column senior_pwd_eligible boolean not null default false,
  -- An invasive cosmetic procedure.
  add column is_excise boolean not null default false,
  add constraint services__tax_class check (tax_class in ('vatable', 'exempt', 'zero-rated')),
  -- The law gives the discount on health services and the excise on cosmetic ones.
  add constraint services__eligible_or_excise check (not (senior_pwd_eligible and is_excise));

-- ── Lines and documents ────────────────────────────────────────────────────────────────────────────────────────────

-- Rows that an earlier migration of the same upgrade has put in still wait for their checks.
set constraints all immediate;

alter table document_lines
  add column discount_reason text,
  -- The VAT that the holder of a card does not pay; no part of the discount.
  add column less_vat_centavos bigint not null default 0,
  -- The line's share of the discount on the order.
  add column order_discount_centavos bigint not null default 0,
  add column vatable_centavos bigint not null default 0,
  add column vat_centavos bigint not null default 0,
  add column exempt_centavos bigint not null default 0,
  add column zero_rated_centavos bigint not null default 0,
  add column excise_centavos bigint not null default 0,
  drop constraint document_lines__total;

-- Shares of the discounts that are there: what all lines up to this one share, less what those before it do.
alter table document_lines disable trigger document_lines__append_only;
update document_lines l set order_discount_centavos = shares.share
from (
  select document_id, position,
    round(discount * up_to::numeric / total) - round(discount * (up_to - line_total)::numeric / total) as share
  from (
    select p.document_id, p.position, p.line_total_centavos as line_total, d.discount_centavos as discount,
      d.subtotal_centavos as total, sum(p.line_total_centavos) over (partition by p.document_id order by p.position) as up_to
    from documents d join document_lines p on p.document_id = d.id
    where d.discount_centavos <> 0
  ) lines
) shares
where l.document_id = shares.document_id and l.position = shares.position and shares.share <> 0;
alter table document_lines enable trigger document_lines__append_only;
set constraints all deferred;

alter table document_lines
  add constraint document_lines__total check (
    line_total_centavos = quantity * unit_price_centavos - discount_centavos - less_vat_centavos
  ),
  add constraint document_lines__discount_reason check (
    discount_reason in ('Promo', 'Senior Citizen', 'PWD', 'Staff', 'Other') or discount_reason is null
  ),
  -- Whatever is taken off a line, nobody is paid for buying it.
  add constraint document_lines__signs check (
    least(discount_centavos, less_vat_centavos, order_discount_centavos, line_total_centavos - order_discount_centavos) >= 0
    or greatest(discount_centavos, less_vat_centavos, order_discount_centavos,
      line_total_centavos - order_discount_centavos) <= 0
  ),
  -- What is paid for a line is its price and its taxes.
  add constraint document_lines__tax check (
    case when tax_class is null
      then vatable_centavos = 0 and vat_centavos = 0 and exempt_centavos = 0 and zero_rated_centavos = 0
        and excise_centavos = 0
      else vatable_centavos + vat_centavos + exempt_centavos + zero_rated_centavos + excise_centavos
        = line_total_centavos - order_discount_centavos
    end
  );

alter table documents
  -- What was taken off the lines before the subtotal, and the VAT that was not paid.
  add column line_discount_centavos bigint not null default 0,
  add column less_vat_centavos bigint not null default 0,
  add column vatable_centavos bigint not null default 0,
  add column vat_centavos bigint not null default 0,
  add column exempt_centavos bigint not null default 0,
  add column zero_rated_centavos bigint not null default 0,
  add column excise_centavos bigint not null default 0;

-- Who had the card under which a sale was discounted. A void and a refund are those of their sale.
create table document_cards (
  document_id uuid primary key references documents deferrable initially deferred,
  kind text not null,
  id_number text not null,
  name text not null,
  -- Of a Senior Citizen; leaves with the person, while the books stay.
  birth_date date,
  constraint document_cards__kind check (kind in ('senior', 'pwd')),
  constraint document_cards__filled check (id_number <> '' and name <> ''),
  constraint document_cards__pwd check (kind = 'senior' or birth_date is null)
);

create function keep_card() returns trigger language plpgsql as $$
begin
  if new.birth_date is not null or to_jsonb(new) - 'birth_date' is distinct from to_jsonb(old) - 'birth_date' then
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger document_cards__append_only before delete or truncate on document_cards
  for each statement execute function refuse_rewrite();
create trigger document_cards__kept before update on document_cards for each row execute function keep_card();
create trigger document_cards__before_document after insert on document_cards
  referencing new table as new_parts for each statement execute function refuse_late_parts();

create or replace function prove_document() returns trigger language plpgsql as $$
declare
  adds_up boolean;
begin
  select (lines.total, lines.shares, lines.discount, lines.less_vat, lines.vatable, lines.vat, lines.exempt,
      lines.zero_rated, lines.excise, paid.total)
    = (new.subtotal_centavos, new.discount_centavos, new.line_discount_centavos, new.less_vat_centavos,
      new.vatable_centavos, new.vat_centavos, new.exempt_centavos, new.zero_rated_centavos, new.excise_centavos,
      new.total_centavos)
  into adds_up
  from (
    select sum(line_total_centavos) as total, sum(order_discount_centavos) as shares,
      sum(discount_centavos) as discount, sum(less_vat_centavos) as less_vat, sum(vatable_centavos) as vatable,
      sum(vat_centavos) as vat, sum(exempt_centavos) as exempt, sum(zero_rated_centavos) as zero_rated,
      sum(excise_centavos) as excise
    from document_lines where document_id = new.id
  ) lines, (select sum(amount_centavos) as total from payments where document_id = new.id) paid;
  if adds_up is not true then
    raise exception 'the lines and payments of document % do not add up to its totals', new.id
      using errcode = 'check_violation', table = tg_table_name, constraint = tg_name;
  end if;
  return null;
end $$;
