-- Notifications by Web Push. The pair of keys by which push services know this clinic: made once, when the first device asks.
create table push_keys (
  id smallint primary key default 1,
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null,
  constraint push_keys__one check (id = 1)
);

-- A device that is notified, for as long as its session lasts; whose it is, the session says.
create table push_subscriptions (
  id uuid primary key,
  session_id uuid not null references sessions on delete cascade,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  constraint push_subscriptions__session unique (session_id),
  constraint push_subscriptions__endpoint unique (endpoint)
);
