-- The consent of a person to show a before-and-after pair on the website. The ids are those of the whole pictures, so that
-- a consent also covers what is cropped from them, and no other picture. A withdrawn consent keeps its row.
create table website_consents (
  id uuid primary key,
  branch_id uuid not null references branches,
  before_id uuid not null references website_pictures on delete cascade,
  after_id uuid not null references website_pictures on delete cascade,
  confirmed_at timestamptz not null,
  confirmed_by_name text not null,
  withdrawn_at timestamptz,
  withdrawn_by_name text,
  constraint website_consents__two check (before_id <> after_id),
  constraint website_consents__withdrawn check ((withdrawn_at is null) = (withdrawn_by_name is null))
);
create unique index website_consents__pair on website_consents (branch_id, before_id, after_id) where withdrawn_at is null;
create index website_consents__before on website_consents (before_id);
create index website_consents__after on website_consents (after_id);
