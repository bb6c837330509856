-- What became of the jobs that Mutya does again and again, by its own clock: a row for each, shared by all processes.

create table job_runs (
  name text primary key,
  -- The time of the schedule that was last seen to, how often for it, and when the last time.
  due_at timestamptz not null,
  tries integer not null,
  tried_at timestamptz not null,
  -- When it last ended well.
  done_at timestamptz,
  -- How many tries in a row have not, and why the last one has not: a code, or `interrupted` while it runs.
  failures integer not null,
  problem text,
  constraint job_runs__problem check ((failures = 0) = (problem is null))
);
