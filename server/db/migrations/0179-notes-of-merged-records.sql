-- A record that was merged into another one gets no new note: the notes belong to the one that remains.
create trigger treatment_notes__merged before insert or update of client_id on treatment_notes
  for each row execute function refuse_merged_client();
