-- The client card of the clinical record: what the clinic knows about a client besides name and contact. It is saved as
-- a whole, so that one version protects all of it. Merging two records moves nothing: reading a card adds what the
-- merged record has and the remaining one lacks, until the card is saved again (`server/db/card-facts.ts`).
create table client_details (
  client_id uuid primary key references clients,
  birth_date date,
  sex text,
  address text,
  emergency_name text,
  emergency_number text,
  referred_by text,
  tags text[] not null default '{}',
  saved_at timestamptz not null,
  version integer not null,
  constraint client_details__sex check (sex in ('female', 'male')),
  constraint client_details__filled
    check (address <> '' and emergency_name <> '' and emergency_number <> '' and referred_by <> ''),
  constraint client_details__tags check (cardinality(tags) <= 20 and array_position(tags, null) is null)
);
create index client_details__tags on client_details using gin (tags);
create trigger client_details__client_stands before insert or update of client_id on client_details
  for each row execute function refuse_merged_client();
