-- Signed copies of forms. A copy keeps the words that were signed, and never changes: a correction is a new copy that
-- names the old one. Only merging two records of a client changes whose a copy is.
create table signed_forms (
  -- Made by the browser, so that a signature that is sent twice is stored once.
  id uuid primary key,
  branch_id uuid not null references branches,
  client_id uuid not null references clients,
  -- The client's record at the time of signing, which a merge does not change.
  signed_for uuid not null references clients,
  form_id uuid not null references forms,
  form_version_id uuid not null references form_versions,
  version_number integer not null,
  appointment_id uuid references appointments,
  title text not null,
  content jsonb not null,
  answers jsonb not null,
  client_name text not null,
  signer_name text not null,
  -- How the guardian is related to the client; null when the client signed.
  guardian_relation text,
  -- By the clock of the device, which may be long before the copy was received.
  signed_at timestamptz not null,
  received_at timestamptz not null,
  channel text not null,
  device text not null,
  handed_over_by uuid references accounts,
  handed_over_by_name text,
  corrects uuid references signed_forms,
  correction_reason text,
  -- SHA-256 of the other columns but client_id, see server/forms/signing/copy-hash.ts.
  hash bytea not null,
  constraint signed_forms__channel check (channel in ('link', 'profile', 'tablet')),
  constraint signed_forms__correction check ((corrects is null) = (correction_reason is null)),
  constraint signed_forms__hash check (length(hash) = 32)
);
create index signed_forms__client on signed_forms (client_id, form_id, signed_at desc);
create index signed_forms__form on signed_forms (form_id);
create index signed_forms__corrects on signed_forms (corrects) where corrects is not null;
create trigger signed_forms__append_only before delete or truncate on signed_forms
  for each statement execute function refuse_rewrite();
create trigger signed_forms__follow_merge before update on signed_forms
  for each row execute function follow_merge();
create trigger signed_forms__client_stands before insert or update of client_id on signed_forms
  for each row execute function refuse_merged_client();

-- The answers of half-filled forms.
create table form_answer_drafts (
  client_id uuid not null references clients,
  form_version_id uuid not null references form_versions,
  answers jsonb not null,
  saved_at timestamptz not null,
  primary key (client_id, form_version_id)
);

-- The clinic's tablet in the hands of a client. The session of the staff member can do nothing but fill in these forms
-- until somebody of the staff enters a password.
create table form_hand_overs (
  id uuid primary key,
  branch_id uuid not null references branches,
  client_id uuid not null references clients,
  form_version_ids uuid[] not null,
  appointment_id uuid references appointments,
  corrects uuid references signed_forms,
  correction_reason text,
  started_at timestamptz not null,
  started_by uuid not null references accounts,
  ended_at timestamptz,
  ended_by uuid references accounts,
  constraint form_hand_overs__forms check (cardinality(form_version_ids) > 0),
  constraint form_hand_overs__correction check ((corrects is null) = (correction_reason is null)),
  constraint form_hand_overs__ended check ((ended_at is null) = (ended_by is null))
);
alter table signed_forms add column hand_over_id uuid references form_hand_overs,
  add constraint signed_forms__hand_over check (num_nulls(hand_over_id, handed_over_by) in (0, 2)
    and (channel = 'tablet') = (hand_over_id is not null));
create index signed_forms__of_hand_over on signed_forms (hand_over_id) where hand_over_id is not null;
alter table sessions add column hand_over_id uuid references form_hand_overs;
