-- Keys with which other programs call the API. Of a key only its hash is stored; it acts for the person who created it.
create table api_keys (
  id uuid primary key,
  name text not null,
  token_hash bytea not null,
  scopes text[] not null,
  created_at timestamptz not null,
  created_by uuid not null references accounts,
  created_by_name text not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint api_keys__token unique (token_hash),
  constraint api_keys__scopes check (cardinality(scopes) > 0),
  constraint api_keys__times check (expires_at > created_at and revoked_at >= created_at)
);

-- Two keys that work never have the same name, so that the history log tells them apart.
create unique index api_keys__name on api_keys (lower(name)) where revoked_at is null;
