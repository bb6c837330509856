-- Moving a visit, and giving it other services, also asks for a reason if an alert speaks against it.
alter table visit_reasons drop constraint visit_reasons__step;
alter table visit_reasons add constraint visit_reasons__step check (step in ('booked', 'moved', 'changed', 'started'));

-- The client of a reason changes only with a merge of two records, or when the merge is undone.
drop trigger visit_reasons__append_only on visit_reasons;
drop function refuse_change_of_visit_reason();
create trigger visit_reasons__follow_merge before update on visit_reasons
  for each row execute function follow_merge();
