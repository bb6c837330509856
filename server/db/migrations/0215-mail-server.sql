-- The server that sends the e-mails of a branch, if the environment names none. The password is encrypted with a key
-- that is a file outside of the database.
create table mail_servers (
  branch_id uuid primary key references branches,
  host text not null,
  port integer not null
    constraint mail_servers__port check (port between 1 and 65535),
  security text not null
    constraint mail_servers__security check (security in ('tls', 'starttls', 'none')),
  user_name text,
  encrypted_password text,
  -- Null: the name of the clinic.
  sender_name text,
  sender_address text not null,
  -- Where the links in e-mails lead if the environment names no address.
  web_address text,
  version bigint not null default 1,
  updated_at timestamptz not null,
  constraint mail_servers__log_in check ((user_name is null) = (encrypted_password is null))
);
