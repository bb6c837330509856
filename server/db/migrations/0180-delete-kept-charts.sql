-- Deletes a chart that the clinic need not keep any longer. The app may not delete parts of charts itself; this function
-- runs with the rights of the owner of the tables, and refuses a client whose last visit is less than seven years ago.
-- A test compares its tables with the list of personal data.
create function delete_chart(client uuid, today date) returns void language plpgsql security definer set search_path = public as $$
begin
  if not exists (
    select from clients where id = client
      and coalesce(last_visit, (joined_at at time zone 'Asia/Manila')::date) + make_interval(years => 7)
        < today
  ) then
    raise exception 'the chart of % must still be kept', client
      using errcode = 'restrict_violation', table = 'clients', constraint = 'charts__kept';
  end if;
  -- These triggers refuse every deletion. Nobody writes these tables meanwhile, because disabling a trigger locks them.
  alter table signed_forms disable trigger signed_forms__append_only;
  alter table treatment_notes disable trigger treatment_notes__locked;
  alter table treatment_note_products disable trigger treatment_note_products__locked;
  alter table treatment_note_versions disable trigger treatment_note_versions__append_only;
  alter table treatment_note_additions disable trigger treatment_note_additions__append_only;
  delete from publication_consents where client_id = client;
  delete from chart_photos where client_id = client;
  delete from form_answer_drafts where client_id = client;
  delete from signed_forms where client_id = client;
  delete from treatment_note_products where note_id in (select id from treatment_notes where client_id = client);
  delete from treatment_note_versions where note_id in (select id from treatment_notes where client_id = client);
  delete from treatment_note_additions where note_id in (select id from treatment_notes where client_id = client);
  delete from treatment_notes where client_id = client;
  delete from visit_reasons where client_id = client;
  delete from client_alerts where client_id = client;
  delete from client_details where client_id = client;
  -- Clinics that install this version step by step have the table of plans only after the next migration.
  if to_regclass('treatment_plans') is not null then
    execute 'delete from treatment_plans where client_id = $1' using client;
  end if;
  alter table signed_forms enable trigger signed_forms__append_only;
  alter table treatment_notes enable trigger treatment_notes__locked;
  alter table treatment_note_products enable trigger treatment_note_products__locked;
  alter table treatment_note_versions enable trigger treatment_note_versions__append_only;
  alter table treatment_note_additions enable trigger treatment_note_additions__append_only;
end $$;
