-- The texts of what lets somebody in can be changed as well; without these messages nobody could get in.
alter table message_occasions add constraint message_occasions__always_on
  check (is_on or occasion not in ('password_reset', 'email_verification', 'phone_code', 'invitation'));
