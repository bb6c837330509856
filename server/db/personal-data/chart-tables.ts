import { client, deleted, each, nothing, row, table, type PersonalData } from './choices.ts'
import { BOTH, ENDS, KEY, LOG, MOVES, STAFF } from './shared-choices.ts'

// The tables of the clinical record, which are a part of the list of personal data (`personal-data.ts`). The chart of a
// closed account is locked and kept.

/**
 * The reason for which closing an account keeps a chart. A client has a chart if a table with this reason has a row of
 * the client.
 */
export const CHART = { stays: 'the clinic must keep the clinical record' }

/**
 * Excludes changes up to the last move of a photo to another chart, because the reasons of these changes are about the
 * client in whose chart the photo was by mistake.
 */
const IN_THIS_CHART = `not exists (
  select from chart_photo_changes move where move.photo_id = chart_photo_changes.photo_id and move.kind = 'moved'
    and move.changed_at >= chart_photo_changes.changed_at)`

export const chartTables = {
  chart_reads: table(client('client_id', BOTH), {
    kind: { export: 'opened', erase: LOG },
    read_at: { export: true, erase: LOG },
    read_by_name: { export: 'opened_by', erase: LOG },
    ...nothing(KEY, 'id', 'branch_id', 'client_id', 'subject_id', 'ten_minutes'),
    ...nothing(STAFF, 'read_by'),
  }),
  treatment_plans: table(client('client_id', MOVES), {
    ...each(['sessions', 'interval_count', 'interval_unit', 'goal', 'started_on', 'ended_on'], {
      export: true,
      erase: CHART,
    }),
    created_by_name: { export: 'started_by', erase: CHART },
    ...nothing(KEY, 'id', 'branch_id', 'client_id', 'service_id', 'version'),
    service_at_start: { export: 'service', erase: CHART },
    ...nothing(STAFF, 'created_at', 'created_by'),
  }),
  client_details: table(client('client_id', BOTH), {
    ...each(['birth_date', 'sex'], { export: true, erase: CHART }),
    ...each(['address', 'referred_by'], { export: true, erase: 'null' }),
    emergency_name: { export: 'emergency_contact_name', erase: 'null' },
    emergency_number: { export: 'emergency_contact_number', erase: 'null' },
    tags: { export: true, erase: "'{}'::text[]" },
    ...nothing(KEY, 'client_id'),
    ...nothing('counts changes', 'version'),
    ...nothing('when the card was last saved, which decides which cards count after a merge', 'saved_at'),
  }),
  client_alerts: table(client('client_id', MOVES), {
    ...each(['kind', 'text', 'added_at', 'ended_at'], { export: true, erase: CHART }),
    added_by_name: { export: 'added_by', erase: CHART },
    ended_by_name: { export: 'ended_by', erase: CHART },
    ...nothing(KEY, 'id', 'branch_id', 'client_id', 'replaces'),
    ...nothing(STAFF, 'added_by', 'ended_by'),
  }),
  client_alert_treatments: table(row('alert_id', 'client_alerts'), {
    treatment_id: { export: { left: 'a number that says nothing outside of the clinic' }, erase: CHART },
    ...nothing(KEY, 'alert_id'),
  }),
  visit_reasons: table(client('client_id', MOVES), {
    ...each(['step', 'reason', 'questions', 'given_at'], { export: true, erase: CHART }),
    given_by_name: { export: 'given_by', erase: CHART },
    ...nothing(KEY, 'id', 'branch_id', 'client_id', 'appointment_id'),
    ...nothing(STAFF, 'given_by'),
  }),
  chart_photos: table(client('client_id', MOVES), {
    ...each(['angle', 'area', 'note', 'taken_at', 'added_at', 'hidden_at'], { export: true, erase: CHART }),
    added_by_name: { export: 'added_by', erase: CHART },
    photo_path: { export: { left: 'the photos are a download of their own' }, erase: CHART },
    thumbnail_photo_path: { export: { left: 'a smaller copy of the photo' }, erase: CHART },
    ...nothing(KEY, 'id', 'branch_id', 'client_id', 'appointment_id', 'version'),
    ...nothing('about the file', 'width', 'height', 'upload_hash'),
    ...nothing(STAFF, 'added_by'),
  }),
  chart_photo_changes: table(row('photo_id', 'chart_photos'), {
    ...each(['kind', 'changed_at'], { export: true, erase: CHART }),
    reason: { export: { only: IN_THIS_CHART }, erase: CHART },
    changed_by_name: { export: 'changed_by', erase: CHART },
    from_client_id: { export: { left: 'it names the record of somebody else' }, erase: CHART },
    ...nothing(KEY, 'id', 'photo_id'),
    ...nothing(STAFF, 'changed_by'),
  }),
  publication_consents: table(client('client_id', MOVES), {
    ...each(['is_given', 'decided_on', 'purpose', 'recorded_at'], { export: true, erase: CHART }),
    asked_by_name: { export: 'asked_by', erase: CHART },
    photo_id: { export: { left: 'a number that says nothing outside of the clinic' }, erase: CHART },
    ...nothing(KEY, 'id', 'branch_id', 'client_id'),
    ...nothing(STAFF, 'recorded_by', 'recorded_by_name'),
  }),
  signed_forms: table(client('client_id', MOVES), {
    ...each(['id', 'title', 'content', 'answers', 'client_name', 'signer_name', 'guardian_relation'], {
      export: true,
      erase: CHART,
    }),
    ...each(['signed_at', 'received_at', 'channel', 'device', 'corrects', 'correction_reason'], {
      export: true,
      erase: CHART,
    }),
    version_number: { export: 'version', erase: CHART },
    handed_over_by_name: { export: 'handed_over_by', erase: CHART },
    hash: { export: { left: 'the PDF of each copy shows it' }, erase: CHART },
    ...nothing(KEY, 'branch_id', 'client_id', 'signed_for', 'form_id', 'form_version_id', 'appointment_id'),
    ...nothing(STAFF, 'handed_over_by', 'hand_over_id'),
  }),
  form_answer_drafts: table(deleted(client('client_id', ENDS)), {
    ...each(['answers', 'saved_at'], { export: true, erase: LOG }),
    ...nothing(KEY, 'client_id', 'form_version_id', 'hand_over_id'),
  }),
  form_hand_over_drafts: table(deleted(client('client_id', ENDS)), {
    ...each(['answers', 'saved_at'], { export: true, erase: LOG }),
    ...nothing(KEY, 'client_id', 'form_version_id', 'hand_over_id'),
  }),
  form_hand_overs: table(client('client_id', BOTH), {
    ...nothing(STAFF, 'started_at', 'started_by', 'ended_at', 'ended_by'),
    correction_reason: { export: { left: 'the signed copy contains it' }, erase: LOG },
    ...nothing(KEY, 'id', 'branch_id', 'client_id', 'form_version_ids', 'appointment_id', 'corrects'),
  }),
  treatment_notes: table(client('client_id', MOVES), {
    ...each(['content', 'signed_at', 'template'], { export: true, erase: CHART }),
    hash: { export: { left: 'the printed note shows it' }, erase: CHART },
    created_at: { export: 'started_at', erase: CHART },
    created_by_name: { export: 'started_by', erase: CHART },
    signed_by_name: { export: 'signed_by', erase: CHART },
    updated_at: { export: 'changed_at', erase: CHART },
    updated_by_name: { export: 'changed_by', erase: CHART },
    ...nothing(KEY, 'id', 'appointment_id', 'branch_id', 'client_id', 'template_key', 'version'),
    ...nothing(STAFF, 'created_by', 'signed_by', 'updated_by'),
  }),
  treatment_note_additions: table(row('note_id', 'treatment_notes'), {
    ...each(['text', 'added_at'], { export: true, erase: CHART }),
    added_by_name: { export: 'added_by', erase: CHART },
    ...nothing(KEY, 'id', 'note_id'),
    ...nothing(STAFF, 'added_by'),
  }),
  treatment_note_products: table(row('note_id', 'treatment_notes'), {
    ...each(['amount', 'area', 'batch', 'expires_on', 'product_name', 'unit'], { export: true, erase: CHART }),
    ...nothing(KEY, 'note_id', 'position', 'product_id'),
    ...nothing('another spelling, for the search', 'batch_key', 'product_key'),
  }),
  treatment_note_versions: table(row('note_id', 'treatment_notes'), {
    content: { export: { left: 'an earlier state of the note, which is exported as it is now' }, erase: CHART },
    ...each(['saved_at', 'saved_by_name'], { export: { left: 'as above' }, erase: CHART }),
    ...nothing(KEY, 'note_id', 'save_id', 'version'),
    ...nothing(STAFF, 'saved_by'),
  }),
} satisfies Partial<PersonalData>
