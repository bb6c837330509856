-- The clinic's own website: the draft that the owner edits, what was published of it, and its pictures.

-- What the owner is writing; null as long as nobody has written anything.
create table website_drafts (
  branch_id uuid primary key references branches,
  -- The texts, the order and the choices, as `shared/website/content.ts` describes them. Prices are never in it.
  content jsonb,
  version integer not null default 1,
  updated_at timestamptz,
  constraint website_drafts__object check (jsonb_typeof(content) = 'object'),
  constraint website_drafts__saved check ((content is null) = (updated_at is null))
);
insert into website_drafts (branch_id) select id from branches;
create trigger website_drafts__version before update on website_drafts for each row execute function raise_version();

-- What visitors saw, one row for each time that it was published; the one with the highest number is what they see.
create table website_versions (
  id uuid primary key,
  branch_id uuid not null references branches,
  number integer not null,
  content jsonb not null,
  -- The parts that differ from the version before.
  changed text[] not null,
  published_at timestamptz not null,
  published_by_name text not null,
  constraint website_versions__number unique (branch_id, number),
  constraint website_versions__first check (number > 0),
  constraint website_versions__object check (jsonb_typeof(content) = 'object')
);
create trigger website_versions__append_only before update or delete or truncate on website_versions
  for each statement execute function refuse_rewrite();

-- Pictures that the clinic has given, each stored in several widths under its id. An older version may show any of them.
create table website_pictures (
  id uuid primary key,
  branch_id uuid not null references branches,
  width integer not null,
  height integer not null,
  -- The widths in which it is stored, the smallest first.
  widths integer[] not null,
  -- A few blurred pixels as a `data:` address, shown until the picture is there.
  placeholder text not null,
  created_at timestamptz not null,
  constraint website_pictures__size check (width > 0 and height > 0 and cardinality(widths) > 0)
);
