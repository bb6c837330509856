-- Addresses of other programs to which Mutya sends events. The secret signs each request, so it must be readable.
create table webhook_endpoints (
  id uuid primary key,
  url text not null,
  description text,
  events text[] not null,
  secret text not null,
  -- The secret before the last renewal signs as well for a day, so that the receiver can change over.
  previous_secret text,
  previous_secret_until timestamptz,
  is_on boolean not null default true,
  -- Why Mutya itself has switched the webhook off.
  stopped_because text,
  -- How many requests have failed in a row, and when the first of them failed.
  failures integer not null default 0,
  failing_since timestamptz,
  paused_until timestamptz,
  -- The process that sends at present. Another one takes over when the lease has ended.
  lease_id uuid,
  leased_until timestamptz,
  last_tried_at timestamptz,
  last_status integer,
  last_error text,
  version bigint not null default 1,
  created_at timestamptz not null,
  created_by uuid not null references accounts,
  created_by_name text not null,
  constraint webhook_endpoints__events check (cardinality(events) > 0),
  constraint webhook_endpoints__stopped check (
    stopped_because is null or (stopped_because in ('failures', 'gone') and not is_on)
  )
);
create unique index webhook_endpoints__url on webhook_endpoints (url);

-- One event for one address. The rows of an address are sent in the order of `position`, at least for each record.
create table webhook_deliveries (
  id uuid primary key,
  position bigint generated always as identity,
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  event text not null,
  record_id uuid not null,
  changed text[] not null,
  occurred_at timestamptz not null,
  state text not null default 'waiting',
  tries integer not null default 0,
  next_try_at timestamptz not null,
  first_failed_at timestamptz,
  tried_at timestamptz,
  status integer,
  error text,
  duration_ms integer,
  constraint webhook_deliveries__state check (state in ('waiting', 'sent', 'failed'))
);
create index webhook_deliveries__next on webhook_deliveries (endpoint_id, tries, position) where state = 'waiting';
create index webhook_deliveries__record on webhook_deliveries (endpoint_id, record_id, position) where state = 'waiting';
create index webhook_deliveries__history on webhook_deliveries (endpoint_id, position desc);
create index webhook_deliveries__age on webhook_deliveries (occurred_at);
