-- Photos of a client's skin, which are a part of the chart. The browser makes the id, so that a photo that is sent twice
-- over a breaking connection is stored once. A photo is never deleted by itself: one that was taken by mistake is hidden,
-- or moved to the client whom it shows.
create table chart_photos (
  id uuid primary key,
  branch_id uuid not null references branches,
  client_id uuid not null references clients,
  -- The visit of the client on the day of the photo.
  appointment_id uuid references appointments,
  angle text not null,
  -- The part of the body or of the face, in own words.
  area text,
  note text,
  taken_at timestamptz not null,
  width integer not null,
  height integer not null,
  photo_path text not null,
  thumbnail_photo_path text not null,
  -- The SHA-256 of the bytes that were sent, to recognize a repeated upload.
  upload_hash bytea not null,
  added_at timestamptz not null,
  added_by uuid not null references accounts,
  added_by_name text not null,
  hidden_at timestamptz,
  version integer not null default 1,
  constraint chart_photos__file unique (photo_path),
  constraint chart_photos__angle check (angle in ('front', 'left_45', 'right_45', 'left', 'right', 'top', 'body', 'other')),
  constraint chart_photos__area check (area <> '' and (angle not in ('body', 'other') or area is not null)),
  constraint chart_photos__size check (width > 0 and height > 0),
  constraint chart_photos__hash check (octet_length(upload_hash) = 32)
);
create index chart_photos__client on chart_photos (client_id, taken_at desc, id desc);
create index chart_photos__appointment on chart_photos (appointment_id) where appointment_id is not null;
create trigger chart_photos__client_stands before insert or update of client_id on chart_photos
  for each row execute function refuse_merged_client();

-- What a photo shows and who added it never change; only its description, its client and whether it is hidden do.
create function refuse_change_of_chart_photo() returns trigger language plpgsql as $$
begin
  if (new.id, new.branch_id, new.width, new.height, new.photo_path, new.thumbnail_photo_path, new.upload_hash,
      new.added_at, new.added_by, new.added_by_name)
    is distinct from (old.id, old.branch_id, old.width, old.height, old.photo_path, old.thumbnail_photo_path,
      old.upload_hash, old.added_at, old.added_by, old.added_by_name)
  then
    raise exception 'the picture of a photo never changes' using errcode = 'restrict_violation', table = tg_table_name,
      constraint = 'chart_photos__picture';
  end if;
  return new;
end $$;
create trigger chart_photos__picture before update on chart_photos
  for each row execute function refuse_change_of_chart_photo();

-- Every later change of a photo, with the reason. Rows only disappear with the photo, when the clinic deletes a chart that
-- it no longer has to keep.
create table chart_photo_changes (
  id uuid primary key,
  photo_id uuid not null references chart_photos on delete cascade,
  kind text not null,
  reason text,
  -- Of a photo that was moved: the client in whose chart it was before.
  from_client_id uuid references clients,
  changed_at timestamptz not null,
  changed_by uuid not null references accounts,
  changed_by_name text not null,
  constraint chart_photo_changes__kind check (kind in ('described', 'hidden', 'shown', 'moved')),
  constraint chart_photo_changes__reason check (reason <> '' and (kind not in ('hidden', 'moved') or reason is not null)),
  constraint chart_photo_changes__from check ((kind = 'moved') = (from_client_id is not null))
);
create index chart_photo_changes__photo on chart_photo_changes (photo_id, changed_at desc);
create trigger chart_photo_changes__append_only before update or truncate on chart_photo_changes
  for each statement execute function refuse_rewrite();

-- A client's consent to the publication of one photo or of all their photos, and each withdrawal. The latest row that
-- covers a photo decides; rows never change, so that the clinic can show what was agreed when.
create table publication_consents (
  id uuid primary key,
  branch_id uuid not null references branches,
  client_id uuid not null references clients,
  -- Null: all photos of the client, also later ones.
  photo_id uuid references chart_photos on delete cascade,
  is_given boolean not null,
  decided_on date not null,
  -- For what the photos may be used, such as the clinic's website.
  purpose text,
  asked_by_name text not null,
  recorded_at timestamptz not null,
  recorded_by uuid not null references accounts,
  recorded_by_name text not null,
  constraint publication_consents__purpose check (purpose <> '' and (not is_given or purpose is not null))
);
create index publication_consents__client
  on publication_consents (client_id, decided_on desc, recorded_at desc, id desc);
create index publication_consents__photo on publication_consents (photo_id) where photo_id is not null;
create trigger publication_consents__client_stands before insert or update of client_id on publication_consents
  for each row execute function refuse_merged_client();

-- Merging two records of one person changes the client; nothing else of a consent changes.
create function refuse_change_of_publication_consent() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'client_id' is distinct from to_jsonb(old) - 'client_id' then
    raise exception 'a publication consent never changes' using errcode = 'restrict_violation', table = tg_table_name,
      constraint = 'publication_consents__append_only';
  end if;
  return new;
end $$;
create trigger publication_consents__append_only before update on publication_consents
  for each row execute function refuse_change_of_publication_consent();
create trigger publication_consents__no_truncate before truncate on publication_consents
  for each statement execute function refuse_rewrite();
