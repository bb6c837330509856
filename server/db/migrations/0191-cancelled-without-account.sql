-- A client without a log-in cancels a visit by the link in an e-mail, so who cancelled a visit need not have an account.
alter table appointments drop constraint appointments_cancelled_by_fkey;
alter table appointments add constraint appointments__cancelled_by foreign key (cancelled_by) references people;
