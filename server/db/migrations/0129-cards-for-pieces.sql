-- Several cards of Senior Citizens and persons with disabilities on one document, each for some pieces of its lines. The
-- pieces of a card are a line of their own, which names the card by its position.

-- Rows of earlier migrations of the same upgrade still wait for their checks.
set constraints all immediate;

alter table document_cards
  drop constraint document_cards_pkey,
  add column position smallint not null default 1,
  add constraint document_cards__position primary key (document_id, position),
  add constraint document_cards__counted check (position > 0);

alter table document_lines add column card_position smallint;

-- Until now a document had one card, which applied to the lines with its reason or without VAT. The amounts stay.
alter table document_lines disable trigger document_lines__append_only;
update document_lines line set card_position = 1
from documents join document_cards card on card.document_id = coalesce(documents.refers_to, documents.id)
where documents.id = line.document_id
  and (line.discount_reason in ('Senior Citizen', 'PWD') or line.less_vat_centavos <> 0);
alter table document_lines enable trigger document_lines__append_only;
set constraints all deferred;

-- The card of a line is on the document, or on the sale that the document voids or refunds.
create function prove_cards() returns trigger language plpgsql as $$
begin
  if exists (
    select from document_lines line where line.document_id = new.id and line.card_position is not null
      and not exists (select from document_cards card where card.document_id = coalesce(new.refers_to, new.id)
        and card.position = line.card_position)
  ) then
    raise exception 'a line of document % has a card that the document does not have', new.id
      using errcode = 'check_violation', table = tg_table_name, constraint = tg_name;
  end if;
  return null;
end $$;

create constraint trigger documents__cards after insert on documents
  deferrable initially deferred for each row execute function prove_cards();
