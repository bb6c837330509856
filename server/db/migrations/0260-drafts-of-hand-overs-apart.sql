-- The answers of half-filled forms that were typed in a hand-over of the tablet. They are kept apart from the draft of the
-- client, because the tablet of the front desk does not show that draft and must not replace it.
-- Earlier versions go on: they neither read nor write the new table.
create table form_hand_over_drafts (
  hand_over_id uuid not null references form_hand_overs,
  form_version_id uuid not null references form_versions,
  client_id uuid not null references clients,
  answers jsonb not null,
  saved_at timestamptz not null,
  primary key (hand_over_id, form_version_id)
);
create index form_hand_over_drafts__client on form_hand_over_drafts (client_id);

-- As before, and the drafts of hand-overs are deleted too.
create or replace function delete_chart(client uuid, today date) returns void language plpgsql security definer set search_path = public as $$
declare
  gone record;
begin
  if not exists (
    select from clients where id = client
      and coalesce(last_visit, (joined_at at time zone 'Asia/Manila')::date) + make_interval(years => 7)
        < today
  ) then
    raise exception 'the chart of % must still be kept', client
      using errcode = 'restrict_violation', table = 'clients', constraint = 'charts__kept';
  end if;
  for gone in select id, branch_id, hash from signed_forms where client_id = client order by received_at, id loop
    perform extend_record_chain(gone.branch_id, 'forms', 'deleted', gone.id, gone.hash);
  end loop;
  for gone in select id, branch_id, hash from treatment_notes
    where client_id = client and signed_at is not null order by signed_at, id
  loop
    perform extend_record_chain(gone.branch_id, 'notes', 'deleted', gone.id, decode(gone.hash, 'hex'));
  end loop;
  -- The reason of a correction names the copy, which is deleted with the others.
  update form_hand_overs set corrects = null, correction_reason = null
    where corrects in (select id from signed_forms where client_id = client);
  -- These triggers refuse every deletion. Nobody writes these tables meanwhile, because disabling a trigger locks them.
  alter table signed_forms disable trigger signed_forms__append_only;
  alter table treatment_notes disable trigger treatment_notes__locked;
  alter table treatment_note_products disable trigger treatment_note_products__locked;
  alter table treatment_note_versions disable trigger treatment_note_versions__append_only;
  alter table treatment_note_additions disable trigger treatment_note_additions__append_only;
  delete from publication_consents where client_id = client;
  delete from chart_photos where client_id = client;
  delete from form_answer_drafts where client_id = client;
  delete from form_hand_over_drafts where client_id = client;
  delete from signed_forms where client_id = client;
  delete from treatment_note_products where note_id in (select id from treatment_notes where client_id = client);
  delete from treatment_note_versions where note_id in (select id from treatment_notes where client_id = client);
  delete from treatment_note_additions where note_id in (select id from treatment_notes where client_id = client);
  delete from treatment_notes where client_id = client;
  delete from visit_reasons where client_id = client;
  delete from client_alerts where client_id = client;
  delete from client_details where client_id = client;
  delete from treatment_plans where client_id = client;
  alter table signed_forms enable trigger signed_forms__append_only;
  alter table treatment_notes enable trigger treatment_notes__locked;
  alter table treatment_note_products enable trigger treatment_note_products__locked;
  alter table treatment_note_versions enable trigger treatment_note_versions__append_only;
  alter table treatment_note_additions enable trigger treatment_note_additions__append_only;
end $$;
