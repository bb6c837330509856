-- Browsers in which a person logs in without the second factor until `expires_at`. The token is in a cookie.
create table trusted_devices (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  token_hash bytea not null,
  device text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  constraint trusted_devices__token unique (token_hash)
);
create index trusted_devices__account on trusted_devices (account_id);
