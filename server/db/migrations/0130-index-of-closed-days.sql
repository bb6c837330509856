-- The check of the books compares the Z-readings with the closed days in the log, without reading the whole log.
create index events__closed_days on events (happened_at) where type = 'cash.day.closed';
