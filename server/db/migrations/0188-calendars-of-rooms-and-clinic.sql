-- Calendar feeds also of rooms, which are resources like practitioners, and of a whole branch.
alter table calendar_feeds drop constraint calendar_feeds_pkey;
alter table calendar_feeds drop constraint calendar_feeds__token;
alter table calendar_feeds
  add constraint calendar_feeds__token primary key (token_hash),
  alter column resource_id drop not null,
  add column branch_id uuid references branches,
  add constraint calendar_feeds__one_owner check (num_nonnulls(resource_id, branch_id) = 1),
  add constraint calendar_feeds__owner unique nulls not distinct (resource_id, branch_id);
