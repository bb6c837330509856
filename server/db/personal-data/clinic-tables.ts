import { clinic, impersonal, nothing, table, type PersonalData } from './choices.ts'
import { KEY, STAFF, SUMS } from './shared-choices.ts'

// The clinic's own tables, which are a part of the list of personal data (`personal-data.ts`). They name the staff
// member who did something, and contain nothing else about a person.

export const clinicTables = {
  approvals: table(clinic, {
    ...nothing(STAFF, 'id', 'amount_centavos', 'approved_at', 'approver_id', 'approver_name', 'kind', 'requested_by'),
    ...nothing(KEY, 'sale_id', 'shift_id', 'order_key'),
  }),
  book_checks: table(clinic, {
    ...nothing(STAFF, 'id', 'branch_id', 'checked_at', 'checked_by', 'checked_by_name', 'counts', 'finding_count'),
    ...nothing('differences of the books, without names', 'findings'),
  }),
  booklet_numbers: table(clinic, nothing(STAFF, 'branch_id', 'document_id', 'entered_at', 'entered_by', 'number')),
  api_keys: table(
    clinic,
    nothing(
      STAFF,
      'id',
      'name',
      'token_hash',
      'scopes',
      'created_at',
      'created_by',
      'created_by_name',
      'expires_at',
      'last_used_at',
      'revoked_at',
    ),
  ),
  calendar_feeds: table(clinic, nothing(STAFF, 'branch_id', 'created_at', 'created_by', 'resource_id', 'token_hash')),
  cash_movements: table(clinic, {
    ...nothing(STAFF, 'id', 'amount_centavos', 'kind', 'moved_at', 'moved_by', 'moved_by_name', 'reason', 'shift_id'),
    ...nothing(KEY, 'approval_id', 'slip_number'),
  }),
  cover_invoices: table(clinic, {
    ...nothing(STAFF, 'id', 'branch_id', 'business_date', 'issued_at', 'issued_by', 'issued_by_name', 'terminal_id'),
    ...nothing(SUMS, 'series', 'number', 'total_centavos', 'registration', 'issuer_name', 'issuer_address'),
    ...nothing(SUMS, 'issuer_phone', 'issuer_tin', 'receipt_foot'),
  }),
  cover_prints: table(clinic, nothing(STAFF, 'id', 'cover_id', 'kind', 'printed_at', 'printed_by', 'reprint')),
  ...impersonal('invoice_covers', 'packages', 'package_services', 'package_uses'),
  drop_checks: table(clinic, {
    ...nothing(STAFF, 'changed_at', 'changed_by', 'changed_by_name', 'is_seen'),
    ...nothing(KEY, 'movement_id', 'version'),
  }),
  clinic_imports: table(clinic, {
    ...nothing(STAFF, 'created_at', 'created_by', 'created_by_name', 'worked_at'),
    ...nothing('the name of a file, how many rows it has, and why it was refused', 'file_name', 'counts', 'problem'),
    ...nothing(KEY, 'id', 'branch_id', 'bytes', 'done', 'received', 'state', 'total'),
  }),
  import_batches: table(clinic, {
    ...nothing(STAFF, 'created_at', 'created_by', 'created_by_name', 'imported_at', 'undone_at', 'worked_at'),
    ...nothing('the name and the headings of a file, and what its columns contain', 'file_name', 'fields'),
    // The examples of a column's values are only in `import_rows`; this table contains the numbers of their rows.
    ...nothing('the headings of a file, and what was chosen', 'columns', 'headings_key', 'date_order', 'duplicates'),
    ...nothing(KEY, 'id', 'branch_id', 'kind', 'row_count', 'state'),
  }),
  payment_checks: table(clinic, {
    ...nothing(STAFF, 'changed_at', 'changed_by', 'changed_by_name', 'is_seen'),
    ...nothing(KEY, 'document_id', 'position', 'version'),
  }),
  prepaid_checks: table(clinic, {
    ...nothing(STAFF, 'changed_at', 'changed_by', 'changed_by_name', 'is_seen'),
    ...nothing(KEY, 'account_id', 'kind', 'version'),
  }),
  prepaid_prints: table(clinic, nothing(STAFF, 'id', 'account_id', 'kind', 'printed_at', 'printed_by', 'reprint')),
  reading_prints: table(clinic, nothing(STAFF, 'id', 'printed_at', 'printed_by', 'reading_id', 'reprint', 'shift_id')),
  receipt_prints: table(clinic, nothing(STAFF, 'id', 'document_id', 'kind', 'printed_at', 'printed_by', 'reprint')),
  shift_colleagues: table(clinic, nothing(STAFF, 'shift_id', 'person_id', 'person_name', 'confirmed_at')),
  shifts: table(clinic, {
    ...nothing(STAFF, 'cashier_id', 'cashier_name', 'closed_by', 'closed_by_name', 'opened_by', 'opened_by_name'),
    ...nothing(STAFF, 'difference_reason'),
    ...nothing(SUMS, 'id', 'business_date', 'closed_at', 'opened_at', 'terminal_id', 'count', 'counted_centavos'),
    ...nothing(SUMS, 'expected_centavos', 'first_counted_centavos', 'float_centavos', 'float_count'),
  }),
  stock_movements: table(clinic, {
    ...nothing(STAFF, 'moved_at', 'moved_by', 'moved_by_name'),
    ...nothing('why pieces were taken from the shelf or put on it', 'reason'),
    ...nothing(KEY, 'amount', 'balance', 'batch_id', 'branch_id', 'kind', 'number', 'product_id', 'unit_cost_centavos'),
    ...nothing('the sale that took the pieces, in the books', 'sale_id'),
    ...nothing('the visit that used the pieces, whose columns say whose visit it is', 'appointment_id'),
    ...nothing('the company that delivered the pieces', 'supplier'),
  }),
  till_actions: table(clinic, {
    ...nothing(STAFF, 'acted_at', 'acted_by', 'acted_by_name', 'received_at', 'received_from', 'received_from_name'),
    ...nothing('what was deleted from an order, or why a drawer was opened', 'kind', 'description', 'amount_centavos'),
    ...nothing(KEY, 'id', 'branch_id', 'shift_id', 'terminal_id'),
  }),
  z_readings: table(clinic, {
    ...nothing(STAFF, 'id', 'business_date', 'closed_at', 'closed_by', 'content', 'grand_total_centavos', 'hash'),
    ...nothing(KEY, 'number', 'previous_hash', 'terminal_id'),
  }),
  form_versions: table(clinic, {
    ...nothing(STAFF, 'published_at', 'published_by', 'published_by_name'),
    ...nothing('what a form asks, before anybody has filled it in', 'content', 'number', 'asks_again'),
    ...nothing(KEY, 'id', 'form_id'),
  }),
  website_consents: table(clinic, {
    ...nothing(STAFF, 'confirmed_at', 'confirmed_by_name', 'withdrawn_at', 'withdrawn_by_name'),
    ...nothing(KEY, 'id', 'branch_id', 'before_id', 'after_id'),
  }),
  website_versions: table(clinic, {
    ...nothing(STAFF, 'id', 'branch_id', 'changed', 'content', 'number', 'published_at', 'published_by_name'),
  }),
  resources: table(clinic, {
    ...nothing(
      'what every visitor sees of a practitioner; the owner edits it',
      'name',
      'title',
      'photo_path',
      'colour',
    ),
    ...nothing(KEY, 'id', 'branch_id', 'hours_version', 'is_active', 'kind', 'position', 'version'),
  }),
  resource_exceptions: table(clinic, {
    ...nothing('when a practitioner is away; the owner edits it', 'date', 'starts_at', 'ends_at', 'kind', 'note'),
    ...nothing(KEY, 'id', 'entry_id', 'resource_id'),
  }),
  webhook_endpoints: table(clinic, {
    ...nothing(STAFF, 'id', 'url', 'description', 'events', 'created_at', 'created_by', 'created_by_name'),
    ...nothing('a secret of the clinic', 'secret', 'previous_secret', 'previous_secret_until'),
    ...nothing(KEY, 'is_on', 'stopped_because', 'failures', 'failing_since', 'paused_until', 'lease_id'),
    ...nothing(KEY, 'leased_until', 'last_tried_at', 'last_status', 'last_error', 'version'),
  }),
  record_checks: table(clinic, {
    ...nothing('names signed records and clients only by their numbers', 'findings'),
    ...nothing(KEY, 'branch_id', 'checked_at', 'forms', 'notes', 'heads'),
  }),
  // The following tables contain nothing about a person.
  ...impersonal('add_ons', 'address_hash_key', 'appointment_payments', 'backup_runs', 'backup_trials'),
  ...impersonal('branches', 'cash_settings'),
  ...impersonal(
    'book_clocks',
    'categories',
    'daily_sales',
    'deposit_rules',
    'deposit_settings',
    'disabled_dates',
    'document_counters',
    'event_counts',
    'job_runs',
  ),
  ...impersonal(
    'chart_settings',
    'forms',
    'note_template_treatments',
    'note_templates',
    'record_chain',
    'record_chain_heads',
    'kept_secrets',
    'mail_servers',
    'message_occasions',
    'message_pace',
    'message_settings',
    'opened_holidays',
    'prepaid_counters',
  ),
  ...impersonal('log_in_rules'),
  ...impersonal('opening_hours', 'overbooked_slots', 'pending_events', 'people_counts', 'products', 'public_holidays'),
  ...impersonal('push_keys', 'rate_windows', 'resource_hours', 'resource_slots', 'server_secrets', 'services'),
  ...impersonal('service_resources', 'service_supplies', 'setup_codes', 'stock_batches', 'terminals', 'treatments'),
  ...impersonal('walk_in_counters', 'webhook_deliveries', 'website_drafts', 'website_pictures'),
} satisfies Partial<PersonalData>
