-- The origins of other websites that may show the booking page of a branch in a frame. Without one, no website may.
alter table branches
  add column frame_hosts text[] not null default '{}'
    constraint branches__frame_hosts check (cardinality(frame_hosts) <= 10 and array_position(frame_hosts, null) is null);
