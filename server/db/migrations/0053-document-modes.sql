-- Document modes: what a sale is issued as. A clinic that sets nothing up issues acknowledgements, as all documents that are
-- there already. The clinic's registration with the BIR is copied into each invoice, as the issuer's head is into each document.

-- ── What is set up ─────────────────────────────────────────────────────────────────────────────────────────────────

alter table branches
  add column document_mode text not null default 'acknowledgement',
  add column registered_name text not null default '',
  add column trade_name text not null default '',
  -- Permit to use (PTU) or acknowledgement certificate (AC).
  add column permit_number text not null default '',
  add column permit_date date,
  -- Of the point-of-sale software.
  add column accreditation_number text not null default '',
  add column accreditation_date date,
  add column invoice_foot text not null default '',
  add constraint branches__document_mode
    check (document_mode in ('acknowledgement', 'booklet', 'invoice_vat', 'invoice_non_vat')),
  add constraint branches__registered check (
    document_mode not in ('invoice_vat', 'invoice_non_vat')
    or registered_name <> '' and trade_name <> '' and address <> '' and tin <> '' and tin_branch <> ''
      and permit_number <> '' and permit_date is not null and accreditation_number <> '' and accreditation_date is not null
  ),
  add constraint branches__vat_of_mode check (
    case document_mode when 'invoice_vat' then is_vat_registered when 'invoice_non_vat' then not is_vat_registered
      else true end
  );

-- The machine identification number (MIN) and the serial number of the device.
alter table terminals
  add column machine_number text not null default '',
  add column serial_number text not null default '';

-- Once invoices were issued there is no way back to documents that are none.
create function keep_issuing_invoices() returns trigger language plpgsql as $$
begin
  if new.document_mode not in ('invoice_vat', 'invoice_non_vat') and exists (
    select from document_counters where branch_id = new.id and series like 'invoice%' and last_number > 0
  ) then
    raise exception 'the branch % has issued invoices', new.id
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'branches__issues_invoices';
  end if;
  return new;
end $$;
create trigger branches__keep_issuing before update of document_mode on branches
  for each row when (old.document_mode in ('invoice_vat', 'invoice_non_vat')) execute function keep_issuing_invoices();

-- ── Documents ──────────────────────────────────────────────────────────────────────────────────────────────────────

alter table documents
  add column mode text not null default 'acknowledgement',
  -- Of an invoice: the registration of the clinic and of the terminal as they were.
  add column registration jsonb,
  add constraint documents__mode
    check (mode in ('acknowledgement', 'booklet', 'invoice_vat', 'invoice_non_vat')),
  add constraint documents__registered check (
    (mode in ('invoice_vat', 'invoice_non_vat')) = (registration is not null)
    and (registration is null or terminal_id is not null)
  );

-- To whom an invoice is made out, where the customer asks for it. An invoice is kept with it, also when the person leaves.
create table document_buyers (
  document_id uuid primary key references documents deferrable initially deferred,
  name text not null,
  address text not null,
  tin text not null,
  constraint document_buyers__named check (name <> '')
);
create trigger document_buyers__append_only before update or delete or truncate on document_buyers
  for each statement execute function refuse_rewrite();
create trigger document_buyers__before_document after insert on document_buyers
  referencing new table as new_parts for each statement execute function refuse_late_parts();

-- The handwritten invoice of a sale in booklet mode: with the sale, or afterwards, while its shift is open.
create table booklet_numbers (
  document_id uuid primary key references documents deferrable initially deferred,
  branch_id uuid not null references branches,
  number text not null,
  entered_at timestamptz not null,
  entered_by uuid not null references accounts,
  constraint booklet_numbers__once unique (number, branch_id),
  constraint booklet_numbers__filled check (number <> '')
);
create trigger booklet_numbers__stay before delete or truncate on booklet_numbers
  for each statement execute function refuse_rewrite();
-- Sales of a shift without the number of their invoice are looked up as it closes.
create index documents__booklet on documents (shift_id) where mode = 'booklet' and kind = 'sale';

-- ── Rules ──────────────────────────────────────────────────────────────────────────────────────────────────────────

-- A sale is issued in the mode of its moment: whoever changes the mode waits for the sales under way, and they see the change.
-- What takes a sale back is a document of the sale's own mode and terminal.
create function prove_mode() returns trigger language plpgsql as $$
begin
  if new.kind = 'sale' then
    perform from branches where id = new.branch_id and document_mode = new.mode for share;
    if not found then
      raise exception 'documents of the branch % are not issued as %', new.branch_id, new.mode
        using errcode = 'restrict_violation', table = tg_table_name, constraint = 'documents__mode_of_now';
    end if;
    return new;
  end if;
  if new.registration is not null and new.terminal_id is null then
    select terminal_id into new.terminal_id from documents where id = new.refers_to;
  end if;
  return new;
end $$;
-- After the trigger that finds the shift: they run in the order of their names.
create trigger documents__prove_mode before insert on documents for each row execute function prove_mode();

-- Sales in booklet mode that stand and have no invoice number yet.
create function missing_booklet_numbers(shift uuid) returns bigint language sql stable as $$
  select count(*) from documents d
  where d.shift_id = shift and d.mode = 'booklet' and d.kind = 'sale'
    and not exists (select from booklet_numbers b where b.document_id = d.id)
    and not exists (select from documents v where v.refers_to = d.id and v.kind = 'void')
$$;

create function prove_booklet_numbers() returns trigger language plpgsql as $$
begin
  if missing_booklet_numbers(new.id) > 0 then
    raise exception 'sales of the shift % have no invoice number', new.id
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'shifts__booklet_numbers';
  end if;
  return new;
end $$;
create trigger shifts__booklet_numbers before update of closed_at on shifts
  for each row when (old.closed_at is null and new.closed_at is not null) execute function prove_booklet_numbers();

-- Only of a sale in booklet mode, and not after its shift was closed.
create function prove_booklet_number() returns trigger language plpgsql as $$
declare
  sale record;
begin
  if tg_op = 'UPDATE' and (new.document_id, new.branch_id) is distinct from (old.document_id, old.branch_id) then
    raise exception 'an invoice number stays with its sale' using errcode = 'restrict_violation';
  end if;
  -- The document is written last: a number that comes with its sale is before it.
  select d.mode, d.kind, s.closed_at into sale
  from documents d left join shifts s on s.id = d.shift_id where d.id = new.document_id;
  if not found then return new; end if;
  if sale.mode <> 'booklet' or sale.kind <> 'sale' then
    raise exception 'the document % takes no invoice number', new.document_id
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'booklet_numbers__of_slip';
  end if;
  if sale.closed_at is not null then
    raise exception 'the shift of the document % is closed', new.document_id
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'booklet_numbers__open_shift';
  end if;
  return new;
end $$;
create trigger booklet_numbers__prove before insert or update on booklet_numbers
  for each row execute function prove_booklet_number();
