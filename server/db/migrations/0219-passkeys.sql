-- Passkeys as second factor. The counter of an authenticator only rises; many authenticators always send zero.
create table passkeys (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkeys__credential unique (credential_id)
);
create index passkeys__account on passkeys (account_id);

-- The challenge that a passkey must sign: of the session in which it is made, and of the log-in that waits for it.
alter table sessions
  add column passkey_challenge text,
  add column passkey_challenge_until timestamptz;
alter table pending_log_ins add column passkey_challenge text;
