-- The client of a consent changes only with a merge of two records, or when the merge is undone.
drop trigger publication_consents__append_only on publication_consents;
drop function refuse_change_of_publication_consent();
create trigger publication_consents__follow_merge before update on publication_consents
  for each row execute function follow_merge();
