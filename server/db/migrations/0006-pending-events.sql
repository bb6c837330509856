-- Events of committed changes that no process has announced yet. A row is written in the transaction of its change and
-- deleted by the notification; a row that stays was left by a process that died, and any other process announces it.
create table pending_events (
  id uuid primary key,
  event text not null,
  -- A notification carries less than 8,000 bytes.
  constraint pending_events__size check (octet_length(event) < 7900)
);
