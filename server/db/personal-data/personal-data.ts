import { clinicTables } from './clinic-tables.ts'
import { chartTables } from './chart-tables.ts'
import * as choices from './choices.ts'
import { logInTables } from './log-in-tables.ts'
import { prepaidTables } from './prepaid-tables.ts'
import {
  BOOKS,
  BOTH,
  DATES,
  ENDS,
  exported,
  exportedAs,
  KEY,
  LOG,
  MOVES,
  NAME,
  SECRET,
  STAFF,
  SUMS,
} from './shared-choices.ts'

const { each, nothing, table, person, client, row, clinic, deleted } = choices

// The only list of the personal data in the database. A new column or table needs an entry here and nothing else,
// because all code that handles personal data reads this list: the export, the closing of an account, merging two
// records and undoing it, and the history log. `choices.ts` explains the entries.

const COUNTER = 'counts changes'
const PLANNING = 'how the clinic plans the visit'

const ONE = 'one record'

const kept = 'kept'
const recomputed = 'recomputed'
/** A column whose value is formatted for the export, under this key. */
const shown = (key: string) => ({ export: { shown: key }, erase: DATES })
const inBooks = (key: string) => ({ export: { shown: key }, erase: BOOKS })
const withName = { export: true, erase: NAME, merge: { chosen: 'name' }, log: 'shown' } as const
const withEmail = { export: true, erase: 'null', merge: { chosen: 'email' } } as const
const withNumber = { export: true, erase: 'null', merge: { chosen: 'contact_number' } } as const

export const personalData: choices.PersonalData = {
  people: table(person('id', ONE, 'profile'), {
    ...each(['first_name', 'middle_name', 'last_name', 'suffix'], withName),
    name: { export: true, erase: NAME, merge: recomputed, log: 'shown' },
    ...each(['name_search', 'search_text', 'contact_normalised'], {
      export: { left: 'spellings of name, e-mail and number for the search' },
      erase: recomputed,
      merge: recomputed,
    }),
    ...each(['email', 'email_verified_at', 'log_in_email'], withEmail),
    email_waits: { ...withEmail, erase: 'false' },
    email_is_second: { ...withEmail, export: { left: 'it tells of the record of somebody else' }, erase: 'false' },
    ...each(['contact_number', 'phone_verified_at'], withNumber),
    location: { export: true, erase: 'null', merge: { chosen: 'location' } },
    photo_path: { export: { shown: 'photo' }, erase: 'null', merge: { chosen: 'photo' }, log: { named: 'photo' } },
    sms_activated: { export: true, erase: 'false', merge: kept },
    created_at: { export: 'account_created_at', erase: DATES, merge: kept },
    updated_at: { export: { shown: 'account_changed_at' }, erase: '$now', merge: kept },
    closed_at: {
      export: { left: 'whose account is closed cannot ask' },
      erase: 'coalesce(closed_at, $now)',
      merge: kept,
    },
    ...nothing(KEY, 'id'),
    ...nothing(COUNTER, 'version'),
  }),
  accounts: table(person('person_id', ONE, 'profile'), {
    role: { export: true, erase: DATES, merge: kept, log: 'shown' },
    password_hash: {
      export: { shown: 'has_password' },
      erase: 'null',
      merge: kept,
      log: { named: 'password' },
    },
    must_set_password: { export: { left: 'until a first password is chosen' }, erase: 'false', merge: kept },
    default_password_until: { export: { left: 'as above' }, erase: 'null', merge: kept },
    awaits_confirmation: {
      export: { left: 'until an admin has confirmed whose account it is' },
      erase: 'false',
      merge: 'account',
    },
    wants_daily_summary: { export: { left: 'which e-mails an admin gets' }, erase: 'false', merge: kept },
    practitioner_id: { export: { left: 'whose calendar a log-in of the staff shows' }, erase: 'null', merge: kept },
    updated_at: { export: { shown: 'account_changed_at' }, erase: '$now', merge: kept },
    version: { export: { left: COUNTER }, erase: 'version + 1', merge: kept },
    ...nothing(KEY, 'id', 'person_id', 'practitioner_kind'),
    ...nothing('that of the person is exported', 'created_at'),
  }),
  clients: table(client('id', ONE, 'profile'), {
    joined_at: { export: 'client_since', erase: DATES, merge: 'earlier' },
    proven_at: { export: 'known_since', erase: DATES, merge: 'earlier' },
    last_visit: { export: true, erase: DATES, merge: 'counted' },
    services_availed: { export: true, erase: DATES, merge: 'counted' },
    note: { export: 'staff_note', erase: 'null', merge: { chosen: 'note' } },
    note_version: { export: { left: COUNTER }, erase: 'note_version + 1', merge: kept },
    ...nothing(KEY, 'id', 'person_id'),
    ...nothing(COUNTER, 'version'),
    ...nothing('generated from the last visit', 'last_seen'),
    ...nothing('computed from the visits, which are exported', 'first_kept_at'),
    ...nothing('marks a second record; what was moved from it stands in all parts of the export', 'merged_into'),
  }),
  client_merges: table(clinic, {
    ...nothing(KEY, 'id', 'kept_id', 'merged_id'),
    ...nothing('what undoing needs, for a day: `forgetOldMerges` erases it', 'undo', 'kept_photo_path'),
    ...nothing(STAFF, 'merged_at', 'merged_by', 'undo_until', 'undone_at', 'undone_by'),
  }),
  client_cards: table(deleted(client('client_id', BOTH, 'senior_pwd_card')), {
    ...each(['kind', 'id_number', 'name', 'birth_date', 'tin', 'seen_at'], { export: true, erase: 'null' }),
    ...nothing(KEY, 'client_id'),
  }),
  ...chartTables,
  client_services: table(client('client_id', MOVES, 'service_history'), {
    date: exported,
    treatment_name: exportedAs('treatment'),
    service_name: exportedAs('service'),
    sale_id: shown('receipt_number'),
    ...nothing(KEY, 'id', 'client_id', 'service_id', 'treatment_id', 'created_at'),
  }),
  client_service_add_ons: table(row('client_service_id', 'client_services'), {
    ...each(['add_on_name', 'quantity'], shown('service_history')),
    ...nothing(KEY, 'add_on_id', 'client_service_id'),
  }),
  appointments: table(client('client_id', MOVES, 'appointments'), {
    appointment_date: { export: 'date', erase: DATES, log: 'shown' },
    appointment_time: { export: 'time', erase: DATES, log: 'shown' },
    service_id: { export: { shown: 'service' }, erase: DATES, log: 'shown' },
    treatment_id: { export: { shown: 'treatment' }, erase: DATES, log: 'shown' },
    status: { export: true, erase: DATES, log: 'shown' },
    cancel_reason: { export: true, erase: DATES, log: 'shown' },
    contact_number: { export: true, erase: 'null' },
    note: { export: 'staff_note', erase: 'null' },
    client_note: { export: true, erase: 'null' },
    overbook_reason: { export: true, erase: 'null' },
    created_at: exportedAs('booked_at'),
    updated_at: exportedAs('changed_at'),
    arrived_at: exported,
    started_at: exported,
    done_at: exportedAs('completed_at'),
    address_hash: { export: { left: SECRET }, erase: 'null' },
    ...nothing(KEY, 'id', 'branch_id', 'client_id'),
    ...nothing(PLANNING, 'practitioner_chosen', 'practitioner_id', 'starts_at', 'ends_at', 'lapses_at', 'last_change'),
    ...nothing(COUNTER, 'client_moves', 'note_version', 'version'),
    ...nothing(STAFF, 'cancelled_by', 'created_by'),
  }),
  appointment_services: table(row('appointment_id', 'appointments'), {
    service_id: shown('service'),
    ...nothing(PLANNING, 'appointment_id', 'minutes', 'position', 'practitioner_id'),
  }),
  waitlist_entries: table(deleted(client('client_id', MOVES, 'waitlist')), {
    ...each(['first_date', 'last_date', 'state'], exported),
    day_parts: exportedAs('times_of_day'),
    created_at: exportedAs('joined_at'),
    updated_at: exportedAs('changed_at'),
    ...each(['service_id', 'further_services'], shown('service')),
    practitioner_id: shown('practitioner'),
    address_hash: { export: { left: SECRET }, erase: 'null' },
    ...nothing(KEY, 'id', 'branch_id', 'client_id', 'appointment_id'),
    ...nothing(PLANNING, 'counts_since', 'passed_over'),
    ...nothing(STAFF, 'created_by'),
  }),
  walk_ins: table(deleted(client('client_id', MOVES, 'walk_ins')), {
    business_date: exportedAs('date'),
    ...each(['number', 'state'], exported),
    created_at: exportedAs('came_at'),
    updated_at: exportedAs('changed_at'),
    service_id: shown('service'),
    ...nothing(KEY, 'id', 'branch_id', 'client_id', 'appointment_id', 'sale_id'),
    ...nothing(STAFF, 'created_by'),
  }),
  waitlist_offers: table(deleted(row('entry_id', 'waitlist_entries')), {
    ...each(['appointment_date', 'appointment_time', 'made_at', 'state'], shown('offers')),
    ...nothing(KEY, 'id', 'entry_id', 'hold_key'),
    ...nothing(PLANNING, 'starts_at', 'ends_at', 'ended_at', 'practitioner_id'),
  }),
  documents: table(client('client_id', MOVES), {
    kind: inBooks('kind'),
    mode: inBooks('issued_as'),
    number: inBooks('receipt_number'),
    sold_at: inBooks('date'),
    subtotal_centavos: inBooks('subtotal'),
    discount_centavos: inBooks('discount'),
    discount_reason: inBooks('discount_reason'),
    discount_id_number: inBooks('discount_id_number'),
    total_centavos: inBooks('total'),
    is_walk_in: inBooks('is_walk_in'),
    reason: inBooks('reason'),
    refers_to: inBooks('takes_back'),
    ...nothing(KEY, 'id', 'appointment_id', 'approval_id', 'branch_id', 'client_id', 'shift_id', 'terminal_id'),
    ...nothing(STAFF, 'cashier_id', 'cashier_name'),
    ...nothing(SUMS, 'business_date', 'excise_centavos', 'exempt_centavos', 'issuer_address', 'issuer_name'),
    ...nothing(SUMS, 'issuer_phone', 'issuer_tin', 'item_count', 'less_vat_centavos', 'line_discount_centavos'),
    ...nothing(SUMS, 'receipt_foot', 'registration', 'reported_at', 'series', 'treatment_text', 'vat_centavos'),
    ...nothing(SUMS, 'vatable_centavos', 'zero_rated_centavos'),
  }),
  document_customers: table(row('document_id', 'documents'), {
    customer_name: { export: { shown: 'customer_name' }, erase: NAME },
    email: { export: { shown: 'email' }, erase: 'null' },
    contact_number: { export: { shown: 'contact_number' }, erase: 'null' },
    ...nothing('name and treatments for the search', 'search_text'),
    ...nothing(KEY, 'document_id'),
  }),
  document_buyers: table(row('document_id', 'documents'), {
    ...each(['name', 'address', 'tin'], inBooks('invoice_made_out_to')),
    ...nothing(KEY, 'document_id'),
  }),
  document_cards: table(row('document_id', 'documents'), {
    ...each(['kind', 'id_number', 'name', 'tin'], inBooks('senior_pwd_card')),
    birth_date: { export: { shown: 'senior_pwd_card' }, erase: 'null' },
    ...nothing(KEY, 'document_id', 'position'),
  }),
  document_lines: table(row('document_id', 'documents'), {
    ...each(['name', 'treatment_name', 'quantity', 'unit_price_centavos'], inBooks('lines')),
    ...each(['discount_centavos', 'discount_reason', 'less_vat_centavos', 'line_total_centavos'], inBooks('lines')),
    ...nothing(KEY, 'document_id', 'position', 'parent_position', 'add_on_id', 'service_id', 'treatment_id', 'kind'),
    ...nothing(KEY, 'card_position', 'product_id', 'category_id', 'package_session_id'),
    ...nothing('what the product cost the clinic', 'unit_cost_centavos'),
    ...nothing(SUMS, 'catalogue_tax_class', 'excise_centavos', 'exempt_centavos', 'order_discount_centavos'),
    ...nothing(SUMS, 'tax_class', 'vat_centavos', 'vatable_centavos', 'zero_rated_centavos'),
  }),
  payments: table(row('document_id', 'documents'), {
    ...each(['amount_centavos', 'change_centavos', 'method', 'received_centavos'], inBooks('payments')),
    reference_number: inBooks('payments'),
    ...nothing(KEY, 'document_id', 'position', 'reference_key', 'reference_turn', 'prepaid_account_id'),
  }),
  consents: table(person('user_id', BOTH, 'consents'), {
    ...each(['purpose', 'version', 'given_at'], exported),
    withdrawn_at: { export: true, erase: 'coalesce(withdrawn_at, $now)' },
    ...nothing(KEY, 'id', 'user_id'),
  }),
  news_choices: table(person('person_id', BOTH), {
    ...each(['channel', 'is_wanted', 'chosen_at', 'chosen_where'], shown('news')),
    ...nothing(KEY, 'id', 'person_id'),
    ...nothing(STAFF, 'chosen_by'),
  }),
  closure_requests: table(person('user_id', BOTH, 'closure_requests'), {
    ...each(['state', 'requested_at', 'decided_at'], exported),
    reason: { export: true, erase: 'null' },
    answer: { export: true, erase: "case when answer is not null then 'erased' end" },
    ...nothing(KEY, 'id', 'user_id'),
    ...nothing(STAFF, 'decided_by'),
  }),
  events: table(person('user_id', BOTH), {
    ...each(['happened_at', 'kind', 'type', 'parameters', 'changes'], { export: { shown: 'activity' }, erase: LOG }),
    ...each(['user_name', 'user_role', 'search_text'], {
      export: { left: 'the name is in the profile' },
      erase: LOG,
    }),
    ...nothing(KEY, 'id', 'request_id', 'subject', 'subject_id', 'user_id'),
  }),
  messages: table(person('subject_id', BOTH), {
    // Values for the message's text. In the notice of a changed e-mail address, `to` is the client's previous address.
    parameters: { export: { left: 'kept until the message is deleted' }, erase: "parameters - 'to'" },
    ...nothing('that a message left; its text is not kept', 'channel', 'created_at', 'occasion', 'reason', 'send_at'),
    ...nothing('as above', 'sent_at', 'state', 'tries', 'unanswered', 'updated_at', 'version'),
    ...nothing(KEY, 'id', 'branch_id', 'subject_id'),
  }),
  invitations: table(deleted(person('person_id', ENDS)), {
    ...nothing('that somebody was invited stands in the log', 'person_id', 'invited_by', 'invited_at', 'expires_at'),
  }),
  idempotency_keys: table(deleted(person('user_id', BOTH)), {
    ...nothing('against double sending, for 30 days; what was done stands in its own table', 'answer', 'body_hash'),
    ...nothing(KEY, 'created_at', 'key', 'method_and_path', 'status', 'user_id'),
  }),
  import_rows: table(deleted(client('client_id', BOTH)), {
    ...each(['cells', 'reason', 'match_name', 'email_key', 'phone_key', 'name_key', 'birth_key', 'filled'], {
      export: { left: 'the row of a file, kept for 30 days; what it has added is in the profile' },
      erase: 'null',
    }),
    ...nothing(KEY, 'batch_id', 'number', 'client_id', 'record_id', 'same_as_row'),
    ...nothing('what happens to a row of a file', 'decision', 'match_by', 'outcome'),
  }),
  registration_tries: table(deleted(client('client_id', BOTH)), {
    ...nothing(SECRET, 'id', 'address_hash', 'client_id', 'tried_at'),
  }),
  holds: table(clinic, {
    ...nothing('a time that a visitor holds for minutes: nobody is named', 'address_hash', 'key', 'is_unknown'),
    ...nothing(KEY, 'id', 'branch_id', 'expires_at', 'further_services', 'practitioner_id', 'service_id', 'starts_at'),
  }),
  ...logInTables,
  ...prepaidTables,
  ...clinicTables,
}
