-- When a client arrived for a visit, what staff noted about it, and the last change of its status, which can be taken back.

alter table appointments
  add column arrived_at timestamptz,
  add column note text,
  add column note_version integer not null default 1,
  -- Who changed the status when, and how the visit was before; see server/appointments/last-change.ts.
  add column last_change jsonb,
  add constraint appointments__note_not_blank check (note <> '');
