-- Messages to people: what the clinic sends on which occasion, and the outbox from which it is sent.

-- What a clinic has changed about an occasion; without a row the defaults of shared/messages/occasions.ts hold.
create table message_occasions (
  branch_id uuid not null references branches,
  occasion text not null,
  channel text not null,
  is_on boolean not null,
  -- Null: the default text.
  subject text,
  body text,
  version integer not null default 1,
  updated_at timestamptz not null,
  constraint message_occasions__pkey primary key (branch_id, occasion, channel),
  constraint message_occasions__channel check (channel in ('email', 'sms')),
  constraint message_occasions__not_blank check (subject <> '' and body <> '')
);

-- One row for each message, written in the transaction of what it tells. It holds no address and no text: both are read
-- when it is sent, so that an erased person gets none.
create table messages (
  id uuid primary key,
  branch_id uuid not null references branches,
  occasion text not null,
  channel text not null,
  -- What it is about: a visit, a document or a person, as the occasion says.
  subject_id uuid not null,
  version bigint not null,
  parameters jsonb not null default '{}',
  state text not null,
  reason text,
  send_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  sent_at timestamptz,
  tries integer not null default 0,
  constraint messages__once unique (subject_id, occasion, channel, version),
  constraint messages__channel check (channel in ('email', 'sms')),
  constraint messages__state check (state in ('queued', 'sending', 'sent', 'failed', 'skipped')),
  constraint messages__sent check ((state = 'sent') = (sent_at is not null)),
  constraint messages__reason check (reason is not null or state not in ('failed', 'skipped'))
);
create index messages__newest on messages (branch_id, created_at desc, id desc);
create index messages__waiting on messages (send_at) where state in ('queued', 'sending');

-- When the next SMS may leave: all processes together keep to the gateway's rate.
create table message_pace (
  channel text primary key,
  free_at timestamptz not null
);
