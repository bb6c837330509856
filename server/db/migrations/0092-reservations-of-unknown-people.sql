-- Who reserves a time may be somebody whom the clinic does not know: such reservations and first visits together take at
-- most half of the start times of a person or room on a day. Offers of the waitlist have no address.
alter table holds add column is_unknown boolean not null default false;
update holds set is_unknown = address_hash is not null;
