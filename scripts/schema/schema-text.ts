import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..', '..')

/** The path of the file that is generated from the database. */
export const schemaFile = path.join(root, 'server', 'db', 'schema.ts')

/**
 * Column types of the `users` view. They are written by hand because PostgreSQL does not say which columns of a view
 * are never null.
 */
const usersView = {
  closed_at: 'Date | null',
  contact_normalised: 'string | null',
  contact_number: 'string | null',
  created_at: 'Date',
  default_password_until: 'Date | null',
  email: 'string | null',
  email_is_second: 'boolean',
  email_waits: 'boolean',
  log_in_email: 'string | null',
  first_name: 'string',
  id: 'string',
  last_name: 'string | null',
  location: 'string | null',
  middle_name: 'string | null',
  awaits_confirmation: 'boolean',
  must_set_password: 'boolean',
  name: 'string',
  password_hash: 'string | null',
  photo_path: 'string | null',
  role: 'Role',
  search_text: 'string',
  sms_activated: 'boolean',
  suffix: 'string | null',
  updated_at: 'Date',
  version: 'number',
}

/** Returns the type of each view column, by `view.column`. The types make the columns read-only. */
const readOnly = (views: Record<string, Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(views).flatMap(([view, columns]) =>
      Object.entries(columns).map(([column, type]) => [`${view}.${column}`, `ColumnType<${type}, never, never>`]),
    ),
  )

/**
 * Columns whose constraint allows only a few values. Maps the module that declares their types to the columns and
 * types.
 */
const fewValues: Record<string, Record<string, string>> = {
  '#shared/appointments/status.ts': {
    'appointments.cancel_reason': 'StoredCancelReason | null',
    'appointments.status': 'Generated<AppointmentStatus>',
  },
  '#shared/alerts/questions.ts': { 'client_alerts.kind': 'AlertKind', 'visit_reasons.step': 'VisitStep' },
  '#shared/chart-photos/angles.ts': { 'chart_photos.angle': 'Angle' },
  '#shared/client-cards/contract.ts': { 'client_details.sex': 'Sex | null' },
  '#shared/clinic/booking-rules.ts': { 'branches.start_interval_minutes': 'Generated<StartInterval>' },
  '#shared/clinic/documents.ts': {
    'branches.document_mode': 'Generated<ClinicMode>',
    'documents.kind': 'DocumentKind',
    'documents.mode': 'Generated<DocumentMode>',
  },
  '#shared/lib/taxes.ts': {
    'document_lines.catalogue_tax_class': 'TaxClass | null',
    'document_lines.tax_class': 'TaxClass | null',
    'products.tax_class': 'Generated<TaxClass>',
    'services.tax_class': 'Generated<TaxClass>',
  },
  '#shared/forms/requirement.ts': { 'forms.frequency': 'Generated<FormFrequency>' },
  '#shared/prepaid/package-contract.ts': {
    'packages.validity': 'PackageValidity',
    'sold_packages.validity': 'PackageValidity',
  },
  '#shared/prepaid/card-sales.ts': { 'prepaid_checks.kind': "CardSales['kind']" },
  '#shared/prepaid/contract.ts': { 'prepaid_accounts.kind': 'PrepaidKind', 'prepaid_sales.method': 'CardSaleMethod' },
  '#shared/people/role.ts': { 'accounts.role': 'Role' },
  '#shared/privacy/contract.ts': { 'consents.purpose': "Consent['purpose']" },
  '#shared/privacy/news-contract.ts': {
    'news_choices.channel': 'NewsChannel',
    'news_choices.chosen_where': 'NewsPlace',
  },
  '#shared/cash/drawer.ts': { 'cash_movements.kind': 'MovementKind' },
  '#shared/cash/till-actions.ts': { 'till_actions.kind': 'TillActionKind' },
  '#shared/charts/contract.ts': {
    'chart_reads.kind': 'ChartReadKind',
    'record_chain.records': 'ChainedRecords',
    'record_chain_heads.records': 'ChainedRecords',
  },
  '#shared/forms/signing-contract.ts': { 'signed_forms.channel': 'SigningChannel' },
  '#shared/approvals/contract.ts': { 'approvals.kind': 'ApprovalKind' },
  '#shared/inventory/movement.ts': { 'stock_movements.kind': 'StockMovementKind' },
  '#shared/resources/contract.ts': { 'resource_exceptions.kind': 'ExceptionKind' },
  '#shared/resources/free-starts.ts': { 'resources.kind': 'ResourceKind' },
  '#shared/sales/payment.ts': { 'payments.method': 'PaymentMethod' },
  '#shared/sales/senior-pwd-card.ts': {
    'client_cards.kind': 'CardKind',
    'document_cards.kind': 'CardKind',
  },
  '#shared/clinic-imports/states.ts': { 'clinic_imports.state': 'ClinicImportState' },
  '#shared/imports/kinds.ts': {
    'import_batches.kind': 'ImportKind',
    'import_batches.state': 'BatchState',
    'import_batches.date_order': 'DateOrder | null',
    'import_batches.duplicates': 'Generated<Decision>',
    'import_rows.outcome': 'Generated<Outcome>',
    'import_rows.decision': 'Decision | null',
    'import_rows.match_by': 'MatchBy | null',
  },
  '#shared/treatment-plans/contract.ts': { 'treatment_plans.interval_unit': 'IntervalUnit' },
  '#shared/webhooks/delivery.ts': {
    'webhook_deliveries.state': 'Generated<DeliveryState>',
    'webhook_endpoints.stopped_because': 'StopReason | null',
  },
  '#shared/users/contract.ts': { 'closure_requests.state': "Generated<ClosureRequest['state']>" },
}

/** The lines with which the schema imports the types of `fewValues`. */
const importLines = Object.entries(fewValues).map(([file, columns]) => {
  const types = Object.values(columns).map((type) => type.replace(/^Generated<|\['\w+'\]|>$| \| null$/g, ''))
  return `import type { ${[...new Set(types)].toSorted().join(', ')} } from '${file}'\n`
})

const columns = Object.assign(readOnly({ users: usersView }), ...Object.values(fewValues))

/**
 * The types are those that the database driver returns (`server/db/pool.ts`): int8 and numeric are numbers, dates are
 * text.
 */
const options = [
  '--dialect=postgres',
  '--date-parser=string',
  '--type-mapping={"int8":"number","numeric":"number"}',
  '--exclude-pattern={*migration*,graphile_worker.*}',
  '--print',
  `--overrides=${JSON.stringify({ columns })}`,
]

/** Returns the text of `schema.ts` for the tables of a migrated database. Throws if they cannot be read. */
export function schemaText(url: string): string {
  const program = path.join(root, 'node_modules', 'kysely-codegen', 'dist', 'cli', 'bin.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...options, `--url=${url}`], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The types could not be read from the database: ${stderr || stdout}`)
  // Removes the progress line before the generated code and the empty line after it.
  const text = `${stdout.slice(stdout.indexOf('/**')).trimEnd()}\n`
  return text.replace(/^import .*\n/m, (first) => first + importLines.join(''))
}
