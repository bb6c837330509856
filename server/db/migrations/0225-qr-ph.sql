-- The text of the branch's own QR Ph code, from which the till makes a code with the amount of each payment.
alter table branches
  add column qr_ph text
    constraint branches__qr_ph check (length(qr_ph) between 1 and 512);
