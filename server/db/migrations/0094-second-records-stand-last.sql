-- A record whose e-mail belongs to another, not confirmed yet, stands behind all others in lists: they are few.
create index people__second on people (id) where email_is_second;
