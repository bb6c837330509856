-- The forms that the clinic's clients fill in and sign: what the owner edits, and when each form is asked for.
create table forms (
  id uuid primary key,
  branch_id uuid not null references branches,
  -- What the owner is writing, as `shared/forms/form.ts` describes it. Nobody fills it in before it is published.
  draft jsonb not null,
  frequency text not null default 'by_hand',
  every_months integer,
  -- Without chosen treatments and services, the form is asked for whatever the visit is for.
  treatment_ids uuid[] not null default '{}',
  service_ids uuid[] not null default '{}',
  -- Archived forms are no longer asked for; copies that clients have signed stay.
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  constraint forms__draft check (jsonb_typeof(draft) = 'object'),
  constraint forms__frequency check (frequency in ('once', 'every_visit', 'every_months', 'by_hand')),
  constraint forms__months check ((frequency = 'every_months') = (every_months is not null)),
  constraint forms__some_months check (every_months between 1 and 120)
);
create index forms__branch on forms (branch_id);
create trigger forms__version before update on forms for each row execute function raise_version();

-- What was published of each form. Clients fill in the version with the highest number. Rows never change, because
-- signed copies name the version whose words were signed.
create table form_versions (
  id uuid primary key,
  form_id uuid not null references forms,
  number integer not null,
  content jsonb not null,
  -- True: clients who signed an earlier version are asked to sign this one.
  asks_again boolean not null,
  published_at timestamptz not null,
  published_by uuid not null references accounts,
  published_by_name text not null,
  constraint form_versions__number unique (form_id, number),
  constraint form_versions__first check (number > 0),
  constraint form_versions__object check (jsonb_typeof(content) = 'object')
);
create trigger form_versions__append_only before update or delete or truncate on form_versions
  for each statement execute function refuse_rewrite();
