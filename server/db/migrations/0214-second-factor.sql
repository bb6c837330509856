-- Codes of authenticator apps. The secret is encrypted with the key beside the data; without `confirmed_at` it is still
-- being set up.
create table totp_secrets (
  account_id uuid primary key references accounts on delete cascade,
  secret text not null,
  made_at timestamptz not null,
  confirmed_at timestamptz,
  -- The time step of the last accepted code, so that no code is accepted twice.
  last_step integer not null default 0
);

-- Codes for people who have lost their phone; a used code is deleted.
create table recovery_codes (
  account_id uuid not null references accounts on delete cascade,
  code_hash bytea not null,
  made_at timestamptz not null,
  primary key (account_id, code_hash)
);

-- Log-ins with the right password that wait for the second factor in one browser.
create table pending_log_ins (
  token_hash bytea primary key,
  account_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0
);
create index pending_log_ins__account on pending_log_ins (account_id);

-- When an admin last chose to set up the second factor later.
create table second_factor_offers (
  account_id uuid primary key references accounts on delete cascade,
  declined_at timestamptz not null
);

-- Who must have a second factor; a branch without a row requires it of nobody.
create table log_in_rules (
  branch_id uuid primary key references branches,
  second_factor_for text not null,
  constraint log_in_rules__second_factor_for check (second_factor_for in ('nobody', 'admins', 'staff'))
);

-- True for a session of somebody who must set up a second factor first.
alter table sessions add column must_set_up_second_factor boolean not null default false;
