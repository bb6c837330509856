-- A cut picture knows the whole one, so that it can be cut anew; and since when nothing shows a picture.

alter table website_pictures
  -- The whole picture that this one was cut of; null for a whole one.
  add column source_id uuid references website_pictures,
  -- Which part of it: left, top, width and height as shares of the whole.
  add column crop jsonb,
  -- Since when neither the draft nor a version names it, nor a picture that was cut of it; it is removed some time later.
  add column unused_since timestamptz,
  add constraint website_pictures__cut check ((source_id is null) = (crop is null));
create index website_pictures__source on website_pictures (source_id) where source_id is not null;
