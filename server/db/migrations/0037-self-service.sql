-- What clients may do with their own visits without the clinic: until how many hours before it begins a visit is moved or
-- cancelled (0: until it begins), and how often one was moved.

alter table branches
  add column move_notice_hours smallint not null default 24,
  add column cancel_notice_hours smallint not null default 0,
  add constraint branches__notice_hours check (move_notice_hours between 0 and 168 and cancel_notice_hours between 0 and 168);

alter table appointments
  add column client_moves smallint not null default 0,
  add constraint appointments__client_moves check (client_moves between 0 and 2);
