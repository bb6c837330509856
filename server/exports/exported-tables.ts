import type { DB } from '#server/db/schema.ts'

export type TableName = keyof DB

type Exported = {
  /** The name of the CSV file. */
  file: string
  /** True if the file is a part of charts, and is therefore exported only while the clinic keeps charts. */
  isClinical?: true
  /**
   * Another table whose columns are added to the file. `by` is the column of the main table that refers to a row of
   * that table.
   */
  join?: { table: TableName; by: string }
}

const table = (file: string, more: Omit<Exported, 'file'> = {}): Exported => ({ file: `${file}.csv`, ...more })
const chart = (file: string): Exported => table(file, { isClinical: true })
/** Says why a table is not exported. */
const left = (reason: string) => ({ reason })

const SECRET = 'contains secrets, such as hashes of passwords, PINs and links'
const TEMPORARY = 'is only needed for a short time, such as limits of tries and queues'
const DERIVED = 'can be computed again from exported tables'
const INSTALLATION = 'belongs to this installation and not to the clinic'

/** For each table the file that it is exported to, or the reason why it is not exported. */
export const exportedTables: Readonly<Record<TableName, Exported | { reason: string }>> = {
  accounts: table('users', { join: { table: 'people', by: 'person_id' } }),
  add_ons: table('add-ons'),
  address_hash_key: left(SECRET),
  appointment_payments: table('paid-appointments'),
  appointment_services: table('further-services-of-appointments'),
  appointments: table('appointments'),
  api_keys: left(SECRET),
  approval_pins: left(SECRET),
  approvals: table('approvals'),
  backup_runs: left(INSTALLATION),
  backup_trials: left(INSTALLATION),
  book_checks: table('checks-of-the-books'),
  book_clocks: left(INSTALLATION),
  booklet_numbers: table('booklet-numbers'),
  branches: table('clinic'),
  calendar_feeds: left(SECRET),
  cash_movements: table('cash-movements'),
  cash_settings: table('cash-settings'),
  categories: table('product-categories'),
  chart_photo_changes: chart('chart-photo-changes'),
  chart_photos: chart('chart-photos'),
  chart_reads: chart('chart-read-log'),
  chart_settings: table('clinical-record-settings'),
  client_alert_treatments: chart('alert-treatments'),
  client_alerts: chart('alerts'),
  client_cards: table('client-id-cards'),
  client_details: chart('client-cards'),
  client_merges: table('merged-clients'),
  client_service_add_ons: table('client-history-add-ons'),
  client_services: table('client-history'),
  clients: table('clients', { join: { table: 'people', by: 'person_id' } }),
  clinic_imports: left(TEMPORARY),
  closure_requests: table('account-closure-requests'),
  consents: table('privacy-consents'),
  cover_invoices: table('small-sales-invoices'),
  cover_prints: table('small-sales-invoice-prints'),
  daily_sales: left(DERIVED),
  deposit_pictures: left(TEMPORARY),
  deposit_rules: table('deposit-rules'),
  deposit_settings: table('deposit-settings'),
  deposits: table('deposits'),
  disabled_dates: table('closed-dates'),
  document_buyers: table('document-buyers'),
  document_cards: table('document-cards'),
  document_counters: table('document-counters'),
  document_customers: table('document-customers'),
  document_lines: table('document-lines'),
  documents: table('documents'),
  drop_checks: table('bank-drop-checks'),
  email_links: left(SECRET),
  event_counts: left(DERIVED),
  events: table('history-log'),
  form_answer_drafts: left(TEMPORARY),
  form_hand_over_drafts: left(TEMPORARY),
  form_hand_overs: chart('form-hand-overs'),
  form_versions: table('form-versions'),
  forms: table('forms'),
  holds: left(TEMPORARY),
  idempotency_keys: left(TEMPORARY),
  import_batches: left(TEMPORARY),
  import_rows: left(TEMPORARY),
  invitations: left(SECRET),
  invoice_covers: table('sales-of-small-sales-invoices'),
  job_runs: left(INSTALLATION),
  kept_secrets: left(SECRET),
  log_in_rules: left(INSTALLATION),
  mail_servers: left(SECRET),
  message_occasions: table('message-texts'),
  message_pace: left(TEMPORARY),
  message_settings: table('message-settings'),
  messages: table('messages'),
  news_choices: table('news-consents'),
  note_template_treatments: table('note-template-treatments'),
  note_templates: table('note-templates'),
  opened_holidays: table('opened-holidays'),
  opening_hours: table('opening-hours'),
  overbooked_slots: table('overbooked-quarter-hours'),
  payment_checks: table('payment-checks'),
  passkeys: left(SECRET),
  payments: table('payments'),
  pending_events: left(TEMPORARY),
  people: left('is exported with clients and users'),
  people_counts: left(DERIVED),
  pending_log_ins: left(SECRET),
  phone_codes: left(SECRET),
  package_services: table('package-services'),
  package_sessions: table('package-sessions'),
  package_uses: table('package-session-uses'),
  packages: table('packages'),
  prepaid_accounts: table('gift-cards-and-credit'),
  prepaid_checks: table('gift-card-payment-checks'),
  prepaid_counters: table('gift-card-counters'),
  prepaid_entries: table('gift-card-and-credit-entries'),
  prepaid_prints: table('gift-card-prints'),
  prepaid_sales: table('gift-card-sales'),
  prepaid_voids: table('gift-card-voids'),
  products: table('products'),
  public_holidays: table('public-holidays'),
  publication_consents: chart('photo-publication-consents'),
  push_keys: left(SECRET),
  push_subscriptions: left(SECRET),
  rate_windows: left(TEMPORARY),
  reading_prints: table('reading-prints'),
  receipt_prints: table('receipt-prints'),
  record_chain: chart('signed-record-chain'),
  record_chain_heads: left(DERIVED),
  record_checks: left(DERIVED),
  recovery_codes: left(SECRET),
  registration_tries: left(TEMPORARY),
  reset_links: left(SECRET),
  resource_exceptions: table('practitioner-and-room-exceptions'),
  resource_hours: table('practitioner-and-room-hours'),
  resource_slots: table('occupied-quarter-hours'),
  resources: table('practitioners-and-rooms'),
  second_factor_offers: left(TEMPORARY),
  server_secrets: left(SECRET),
  service_resources: table('services-of-practitioners-and-rooms'),
  service_supplies: table('supplies-of-services'),
  services: table('services'),
  sessions: left(SECRET),
  setup_codes: left(SECRET),
  shift_colleagues: table('shift-colleagues'),
  shifts: table('shifts'),
  signed_forms: chart('signed-forms'),
  sold_packages: table('sold-packages'),
  stock_batches: table('stock-batches'),
  stock_movements: table('stock-movements'),
  terminals: table('terminals'),
  till_actions: table('till-actions'),
  totp_secrets: left(SECRET),
  treatment_note_additions: chart('treatment-note-additions'),
  treatment_note_products: chart('treatment-note-products'),
  treatment_note_versions: chart('treatment-note-versions'),
  treatment_notes: chart('treatment-notes'),
  treatment_plans: chart('treatment-plans'),
  treatments: table('treatments'),
  trusted_devices: left(SECRET),
  users: left('is a view of people and accounts'),
  visit_reasons: chart('visit-reasons'),
  waitlist_entries: table('waitlist'),
  waitlist_offers: table('waitlist-offers'),
  walk_in_counters: left(DERIVED),
  walk_ins: table('walk-ins'),
  webhook_deliveries: left(TEMPORARY),
  webhook_endpoints: left(SECRET),
  website_consents: table('website-consents'),
  website_drafts: table('website-drafts'),
  website_pictures: table('website-pictures'),
  website_versions: table('website-versions'),
  z_readings: table('z-readings'),
}

/** Columns that are never exported: secrets, search texts that are made from other columns, and counters of changes. */
const LEFT_OUT =
  /^(password_hash|token_hash|address_hash|hold_key|search_text|name_search|contact_normalised|(hours|note)_version)$/

export const isExportedColumn = (column: string): boolean => !LEFT_OUT.test(column)

export type ExportedTable = Exported & { name: TableName }

/** The tables that an export contains. */
export const tablesToExport = ({ withCharts }: { withCharts: boolean }): ExportedTable[] =>
  (Object.entries(exportedTables) as [TableName, Exported | { reason: string }][]).flatMap(([name, how]) =>
    'reason' in how || (how.isClinical && !withCharts) ? [] : [{ name, ...how }],
  )
