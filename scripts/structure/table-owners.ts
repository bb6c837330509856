import { sqlOf } from './sql-dialect.ts'
import { isTest, occurrences, withoutComments, type Finding, type Rule, type SourceFile } from './source-file.ts'

/** The tables that each folder of `server/` may write. Each table has one owner. */
export const owned: Readonly<Record<string, readonly string[]>> = {
  people: ['accounts', 'client_merges', 'clients', 'people', 'people_counts'],
  clinic: ['book_clocks', 'branches', 'opening_hours'],
  'history-logs': ['event_counts', 'events'],
  sessions: ['pending_log_ins', 'sessions', 'trusted_devices'],
  privacy: ['consents', 'news_choices'],
  users: ['closure_requests'],
  auth: [
    'email_links',
    'invitations',
    'kept_secrets',
    'log_in_rules',
    'passkeys',
    'phone_codes',
    'recovery_codes',
    'reset_links',
    'second_factor_offers',
    'server_secrets',
    'setup_codes',
    'totp_secrets',
  ],
  'api-keys': ['api_keys'],
  webhooks: ['webhook_deliveries', 'webhook_endpoints'],
  approvals: ['approval_pins', 'approvals'],
  catalogue: ['add_ons', 'service_supplies', 'services', 'treatments'],
  inventory: ['categories', 'products', 'stock_batches', 'stock_movements'],
  resources: [
    'holds',
    'overbooked_slots',
    'resource_exceptions',
    'resource_hours',
    'resource_slots',
    'resources',
    'service_resources',
  ],
  'closed-dates': ['disabled_dates', 'opened_holidays', 'public_holidays'],
  clients: ['client_service_add_ons', 'client_services'],
  charts: ['chart_reads', 'chart_settings', 'record_chain', 'record_chain_heads', 'record_checks'],
  forms: ['form_answer_drafts', 'form_hand_over_drafts', 'form_hand_overs', 'form_versions', 'forms', 'signed_forms'],
  'treatment-notes': [
    'note_template_treatments',
    'note_templates',
    'treatment_note_additions',
    'treatment_note_products',
    'treatment_note_versions',
    'treatment_notes',
  ],
  'client-cards': ['client_details'],
  alerts: ['client_alert_treatments', 'client_alerts', 'visit_reasons'],
  'treatment-plans': ['treatment_plans'],
  appointments: ['appointment_services', 'appointments'],
  push: ['push_keys', 'push_subscriptions'],
  waitlist: ['waitlist_entries', 'waitlist_offers'],
  'walk-ins': ['walk_in_counters', 'walk_ins'],
  'chart-photos': ['chart_photo_changes', 'chart_photos', 'publication_consents'],
  sales: [
    'appointment_payments',
    'booklet_numbers',
    'client_cards',
    'cover_invoices',
    'cover_prints',
    'daily_sales',
    'document_buyers',
    'document_cards',
    'document_counters',
    'document_customers',
    'document_lines',
    'documents',
    'invoice_covers',
    'payment_checks',
    'payments',
    'receipt_prints',
  ],
  prepaid: [
    'package_services',
    'package_sessions',
    'package_uses',
    'packages',
    'prepaid_accounts',
    'prepaid_checks',
    'prepaid_counters',
    'prepaid_entries',
    'prepaid_prints',
    'prepaid_sales',
    'prepaid_voids',
    'sold_packages',
  ],
  deposits: ['deposit_pictures', 'deposit_rules', 'deposit_settings', 'deposits'],
  cash: [
    'cash_movements',
    'cash_settings',
    'drop_checks',
    'reading_prints',
    'shift_colleagues',
    'shifts',
    'terminals',
    'till_actions',
    'z_readings',
  ],
  db: ['address_hash_key', 'idempotency_keys', 'job_runs', 'pending_events', 'rate_windows', 'registration_tries'],
  messages: ['calendar_feeds', 'mail_servers', 'message_occasions', 'message_pace', 'message_settings', 'messages'],
  website: ['website_consents', 'website_drafts', 'website_pictures', 'website_versions'],
  reports: ['book_checks'],
  imports: ['import_batches', 'import_rows'],
  'clinic-imports': ['clinic_imports'],
  backup: ['backup_runs', 'backup_trials'],
}

/** Views can be read from every folder, because they only show data of other tables. */
const views = ['users']

/** Tables that only their owner may name. Other folders read them through a view or a function. */
const hidden = [
  'holds',
  'accounts',
  'overbooked_slots',
  'people',
  'branches',
  'opening_hours',
  'resource_exceptions',
  'resource_hours',
  'resource_slots',
  'resources',
  'service_resources',
]

const ownerOf = new Map(Object.entries(owned).flatMap(([owner, tables]) => tables.map((table) => [table, owner])))

const oneOf = (names: Iterable<string>) => `"?(${[...names].join('|')})\\b"?`
const written = oneOf([...ownerOf.keys(), ...views])

type Naming = { table: string; line: number }

/** Returns the places in a file where a table is named: in Kysely calls, or in SQL in template strings. */
function namings(file: SourceFile, calls: RegExp, statements: RegExp): Naming[] {
  const inText = (text: string, pattern: RegExp) =>
    Array.from(text.matchAll(pattern), (match) => ({
      table: match[1]!,
      line: text.slice(0, match.index).split('\n').length,
    }))
  return [...inText(withoutComments(file.text), calls), ...inText(sqlOf(file), statements)]
}

const writes = (file: SourceFile) =>
  namings(
    file,
    new RegExp(`(?<=\\.(?:insertInto|updateTable|deleteFrom|mergeInto)\\(\\s*')${written}`, 'g'),
    new RegExp(
      `\\b(?:insert\\s+into|merge\\s+into|delete\\s+from|truncate(?:\\s+table)?|update(?=\\s+"?\\w+"?(?:\\s+(?:as\\s+)?\\w+)?\\s+set\\b))\\s+${written}`,
      'gi',
    ),
  )

const readsOfHidden = (file: SourceFile) =>
  namings(
    file,
    new RegExp(`(?<=(?:\\.|\\b)(?:selectFrom|\\w*[jJ]oin)\\(\\s*\\[?\\s*')${oneOf(hidden)}`, 'g'),
    new RegExp(`(?<!delete\\s+)\\b(?:from|join)\\s+${oneOf(hidden)}`, 'gi'),
  )

function trespasses(file: SourceFile): Finding[] {
  const [, folder = ''] = /^server\/([a-z-]+)\//.exec(file.path) ?? []
  const foreign = (found: Naming[], sentence: (table: string, owner: string | undefined) => string) =>
    found
      .filter(({ table }) => ownerOf.get(table) !== folder)
      .map(({ table, line }) => ({ path: file.path, line, sentence: sentence(table, ownerOf.get(table)) }))
  return [
    ...foreign(writes(file), (table, owner) =>
      owner === undefined
        ? `${table} is a view: nobody writes it.`
        : `Only ${owner} writes ${table}; call one of its functions.`,
    ),
    ...foreign(
      readsOfHidden(file),
      (table, owner) => `Only ${owner} reads ${table}; others read the view users, or call a function.`,
    ),
  ]
}

/** Returns a finding for each table without an owner, because any folder could write it. */
function unowned(schema: SourceFile): Finding[] {
  const tables = /export interface DB \{\n([^}]*)\}/.exec(schema.text)?.[1] ?? ''
  return Array.from(tables.matchAll(/^ {2}(\w+):/gm), ([, table = '']) => table)
    .filter((table) => !ownerOf.has(table) && !views.includes(table))
    .flatMap((table) =>
      occurrences(
        schema,
        new RegExp(`^ {2}${table}:`, 'm'),
        `${table} has no owner: scripts/structure/table-owners.ts.`,
      ),
    )
}

/** Only the owner's files may write a table, and every new table must get an owner. */
export const tableOwners: Rule = (files) =>
  files.flatMap((file) => {
    if (file.path === 'server/db/schema.ts') return unowned(file)
    const isProduct = /^server\/.*\.ts$/.test(file.path) && !isTest(file.path)
    return isProduct ? trespasses(file) : []
  })
