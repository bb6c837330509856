-- Processes that start together on a clinic without an admin each print a code, and each of these codes is valid.
alter table setup_codes
  drop column id,
  add constraint setup_codes__pkey primary key (code_hash);
