-- The device of a session in plain words, when the session was last used, and when its password was last entered.
alter table sessions
  add column device text not null default '',
  add column last_used_at timestamptz,
  add column password_at timestamptz;
update sessions set last_used_at = created_at, password_at = created_at;
alter table sessions
  alter column last_used_at set not null,
  alter column password_at set not null;
