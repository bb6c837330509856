-- The TIN of the holder of a Senior Citizen or PWD card, which the book of these sales and the invoice have where the
-- holder gives it (RR 7-2010, RR 10-2015). Earlier cards have none.
alter table document_cards
  add column tin text,
  add constraint document_cards__tin check (tin <> '');
alter table client_cards
  add column tin text,
  add constraint client_cards__tin check (tin <> '');
