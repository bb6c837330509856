-- Templates of treatment notes that a clinic has changed or added; the built-in ones are part of the app.
create table note_templates (
  branch_id uuid not null references branches,
  key text not null,
  content jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null,
  primary key (branch_id, key)
);

-- The template that a note about a treatment begins with; at most one for each treatment.
create table note_template_treatments (
  treatment_id uuid primary key references treatments on delete cascade,
  branch_id uuid not null references branches,
  template_key text not null
);

-- What was done at a visit: one note for each visit. It has a copy of its template, which may change later.
create table treatment_notes (
  id uuid primary key,
  branch_id uuid not null references branches,
  client_id uuid not null references clients,
  appointment_id uuid not null references appointments,
  template_key text not null,
  template jsonb not null,
  content jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null,
  created_by uuid not null references accounts,
  created_by_name text not null,
  updated_at timestamptz not null,
  updated_by uuid not null references accounts,
  updated_by_name text not null,
  signed_at timestamptz,
  signed_by uuid references accounts,
  signed_by_name text,
  -- SHA-256 of the signed note, which `checkNotes` computes again.
  hash text,
  constraint treatment_notes__visit unique (appointment_id),
  constraint treatment_notes__signed check (
    num_nonnulls(signed_at, signed_by, signed_by_name, hash) in (0, 4)
  )
);
create index treatment_notes__client on treatment_notes (client_id, template_key);
create index treatment_notes__updated on treatment_notes (branch_id, updated_at desc);

-- Every state of a note that was saved: the basis on which the changes of two writers are merged, and proof of what
-- was written when. Rows never change.
create table treatment_note_versions (
  note_id uuid not null references treatment_notes,
  version integer not null,
  -- Made by the browser, so that a change that is sent twice is saved once.
  save_id uuid not null,
  content jsonb not null,
  saved_at timestamptz not null,
  saved_by uuid not null references accounts,
  saved_by_name text not null,
  primary key (note_id, version),
  constraint treatment_note_versions__save unique (note_id, save_id)
);

-- The products of a note, by which a recall finds the clients of a batch. Written again with each change of the note.
create table treatment_note_products (
  note_id uuid not null references treatment_notes,
  position integer not null,
  -- The product of the inventory, which may be deleted later; null for a typed one.
  product_id uuid,
  product_name text not null,
  product_key text not null,
  amount double precision,
  unit text not null,
  area text not null,
  batch text not null,
  -- The batch in upper case without spaces and hyphens, by which batches are compared.
  batch_key text not null,
  expires_on date,
  primary key (note_id, position)
);
create index treatment_note_products__batch on treatment_note_products (batch_key, product_key) where batch_key <> '';

-- Later additions to a signed note. Rows never change.
create table treatment_note_additions (
  id uuid primary key,
  note_id uuid not null references treatment_notes,
  text text not null,
  added_at timestamptz not null,
  added_by uuid not null references accounts,
  added_by_name text not null
);
create index treatment_note_additions__note on treatment_note_additions (note_id, added_at);

-- A signed note never changes. Merging two records of a client changes whose note it is, and nothing else.
create function protect_signed_note() returns trigger language plpgsql as $$
begin
  if old.signed_at is not null
    and (tg_op = 'DELETE' or to_jsonb(new) - 'client_id' is distinct from to_jsonb(old) - 'client_id')
  then
    raise exception 'the treatment note % is signed off', old.id
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'treatment_notes__locked';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger treatment_notes__locked before update or delete on treatment_notes
  for each row execute function protect_signed_note();
create trigger treatment_notes__kept before truncate on treatment_notes
  for each statement execute function refuse_rewrite();

-- The products of a signed note never change either.
create function protect_products_of_signed_note() returns trigger language plpgsql as $$
declare
  changed uuid := case tg_op when 'DELETE' then old.note_id else new.note_id end;
begin
  if exists (select from treatment_notes where id = changed and signed_at is not null)
    or (tg_op = 'UPDATE' and exists (select from treatment_notes where id = old.note_id and signed_at is not null))
  then
    raise exception 'the treatment note % is signed off', changed
      using errcode = 'restrict_violation', table = tg_table_name, constraint = 'treatment_notes__locked';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger treatment_note_products__locked before insert or update or delete on treatment_note_products
  for each row execute function protect_products_of_signed_note();

create trigger treatment_note_versions__append_only before update or delete or truncate on treatment_note_versions
  for each statement execute function refuse_rewrite();
create trigger treatment_note_additions__append_only before update or delete or truncate on treatment_note_additions
  for each statement execute function refuse_rewrite();
