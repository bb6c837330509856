-- Several sessions of one service that a client's treatment takes, such as six peels every three weeks. How far a plan is
-- is counted from the client's completed visits and not stored, so that undoing a visit lowers it.
create table treatment_plans (
  -- The browser makes the id, so that a plan that is sent twice is stored once.
  id uuid primary key,
  branch_id uuid not null references branches,
  client_id uuid not null references clients,
  service_id uuid not null references services,
  -- The name of the service when the plan started, which the client's own export shows.
  service_at_start text not null,
  sessions smallint not null,
  interval_count smallint not null,
  interval_unit text not null,
  goal text,
  -- Visits from this day on count.
  started_on date not null,
  -- Set when somebody ended the plan before its last session.
  ended_on date,
  created_at timestamptz not null,
  created_by uuid not null references accounts,
  created_by_name text not null,
  version integer not null default 1,
  constraint treatment_plans__sessions check (sessions between 2 and 60),
  constraint treatment_plans__interval check (interval_count between 1 and 365),
  constraint treatment_plans__unit check (interval_unit in ('days', 'weeks')),
  constraint treatment_plans__goal check (goal <> '')
);
create index treatment_plans__client on treatment_plans (client_id, started_on desc, id);
create index treatment_plans__running on treatment_plans (branch_id, started_on) where ended_on is null;
create trigger treatment_plans__version before update on treatment_plans
  for each row execute function raise_version();
create trigger treatment_plans__client_stands before insert or update of client_id on treatment_plans
  for each row execute function refuse_merged_client();
