-- Ways back into an account, and the secrets that the server makes for itself.

-- A one-time link to set a new password. Only the token's hash is kept, and one link for each account: a new one
-- voids the one before.
create table reset_links (
  user_id uuid primary key references users on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint reset_links__token unique (token_hash)
);
create index reset_links__expires on reset_links (expires_at);

-- A link proves that somebody may set the password of the account as it was. Another email (the link lies in the old
-- mailbox), another password or a closed account voids it, whoever made that change.
create function void_reset_link() returns trigger language plpgsql as $$
begin
  delete from reset_links where user_id = new.id;
  return null;
end $$;
create trigger users__void_reset_link after update of email, password_hash, closed_at on users
  for each row when (
    old.email is distinct from new.email
    or old.password_hash is distinct from new.password_hash
    or old.closed_at is distinct from new.closed_at
  )
  execute function void_reset_link();

-- Keys that sign what the server hands out, by their use ("device-cookie"). Made at the first need.
create table server_secrets (
  name text primary key,
  secret bytea not null,
  created_at timestamptz not null
);

-- Browsers are recognised by a signed cookie now; where an account has logged in from is no longer kept.
delete from rate_windows where scope = 'known-address';
