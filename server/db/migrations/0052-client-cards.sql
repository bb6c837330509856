-- The card of a Senior Citizen or of a person with disability with which a client came last. It leaves with the person;
-- what stands on a document stays (`document_cards`).
create table client_cards (
  client_id uuid primary key references clients,
  kind text not null,
  id_number text not null,
  name text not null,
  birth_date date,
  seen_at timestamptz not null,
  constraint client_cards__kind check (kind in ('senior', 'pwd')),
  constraint client_cards__filled check (id_number <> '' and name <> '')
);

-- The book of these sales, by date.
create index documents__line_discount on documents (business_date, sold_at, id)
  where line_discount_centavos <> 0 or less_vat_centavos <> 0;
