-- An invitation is the one way into an account that nobody has a password of. Whatever sets a password ends it, and so
-- does the role of a client, whom nobody invites: left open, it closes a live account when it is revoked, and keeps a
-- forgotten password from being answered.
create function end_invitation() returns trigger language plpgsql as $$
begin
  delete from invitations where person_id = new.id;
  return null;
end $$;

create trigger accounts__end_invitation after update of password_hash, role on accounts
  for each row when (
    (new.password_hash is not null and old.password_hash is distinct from new.password_hash)
    or (new.role = 'client' and old.role <> 'client')
  )
  execute function end_invitation();

delete from invitations using accounts
where accounts.id = invitations.person_id and (accounts.password_hash is not null or accounts.role = 'client');
