-- Each print is recorded before the print dialog opens, with the number of its copy: 0 is the original, later ones are
-- marked REPRINT. No two papers of a document or reading have the same number.
alter table receipt_prints add column reprint integer;
alter table receipt_prints disable trigger receipt_prints__append_only;
update receipt_prints set reprint = counted.reprint
  from (
    select id, row_number() over (partition by document_id order by printed_at, id) - 1 as reprint from receipt_prints
  ) counted
  where counted.id = receipt_prints.id;
alter table receipt_prints enable trigger receipt_prints__append_only;
alter table receipt_prints alter column reprint set not null;
alter table receipt_prints add constraint receipt_prints__reprint check (reprint >= 0);
alter table receipt_prints add constraint receipt_prints__once unique (document_id, reprint);
drop index receipt_prints__document;

alter table reading_prints add column reprint integer;
alter table reading_prints disable trigger reading_prints__append_only;
update reading_prints set reprint = counted.reprint
  from (
    select id, row_number() over (partition by reading_id, shift_id order by printed_at, id) - 1 as reprint
    from reading_prints
  ) counted
  where counted.id = reading_prints.id;
alter table reading_prints enable trigger reading_prints__append_only;
alter table reading_prints alter column reprint set not null;
alter table reading_prints add constraint reading_prints__reprint check (reprint >= 0);
alter table reading_prints add constraint reading_prints__once unique nulls not distinct (reading_id, shift_id, reprint);
