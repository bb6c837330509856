import { contactColumns } from '#server/people/rows.ts'
import type { TableName } from '#server/exports/public.ts'
import { searchable } from '#shared/lib/names.ts'

/**
 * An imported row: its values by column. They were read from the imported file, and are passed to the database as JSON
 * when the row is saved.
 */
export type Values = Record<string, unknown>

/** What the adjustment of a row depends on: facts about this clinic and about the imported file. */
export type Surroundings = {
  now: Date
  /** E-mails of people whom this clinic has already. */
  takenEmails: ReadonlySet<string>
  /** The people who have a client record in the file. */
  clientPeople: Set<string>
}

export type Step = {
  table: TableName
  /**
   * The exported table from whose file the rows are read; only set if it is not `table`, into which the rows are saved.
   */
  from?: TableName
  /** Set if the rows that a new clinic has from the start are deleted first. */
  replaces?: true
  /**
   * Columns that are filled when all tables are complete, because they refer to later rows or make the row
   * unchangeable.
   */
  afterwards?: readonly string[]
  /** Returns the row to save, or null if the row must not be imported. */
  adjust?: (row: Values, surroundings: Surroundings) => Values | null
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const orNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The columns of a person that are computed from other columns and therefore are in no file. */
const searchColumns = (row: Values) => {
  const name = {
    first_name: textOf(row['first_name']),
    middle_name: orNull(row['middle_name']),
    last_name: orNull(row['last_name']),
    suffix: orNull(row['suffix']),
  }
  const contact = { email: orNull(row['email']), contact_number: orNull(row['contact_number']) }
  const { contact_normalised, search_text, name_search } = contactColumns(name, contact)
  return { contact_normalised, search_text, name_search }
}

/** Makes the person of a client. If somebody in this clinic has the e-mail already, it is stored as a second one. */
function personOfClient(row: Values, { takenEmails, clientPeople }: Surroundings): Values {
  const id = textOf(row['person_id'])
  clientPeople.add(id)
  const isTaken = takenEmails.has(textOf(row['email']))
  const second = { email_is_second: true, email_verified_at: null, email_waits: false, log_in_email: null }
  return { ...row, id, version: 1, ...(isTaken && second), ...searchColumns(row) }
}

/**
 * Makes a closed person without contact details from the row of a staff member, so that a staff member whom only the
 * imported file names cannot log in. Returns null if the row belongs to a client.
 */
function personOfUser(row: Values, { now, clientPeople }: Surroundings): Values | null {
  if (clientPeople.has(textOf(row['id']))) return null
  const contact = {
    email: null,
    email_is_second: false,
    email_verified_at: null,
    email_waits: false,
    log_in_email: null,
  }
  const phone = { contact_number: null, phone_verified_at: null }
  const closed_at = orNull(row['closed_at']) ?? now.toISOString()
  const person = { ...row, ...contact, ...phone, closed_at }
  return { ...person, version: 1, ...searchColumns(person) }
}

/**
 * Makes an imported account that nobody can log in to. An account of a client gets the role of a client, also if it was
 * one of staff before.
 */
function accountWithoutLogIn(row: Values, { clientPeople }: Surroundings): Values {
  const role = clientPeople.has(textOf(row['id'])) ? 'client' : row['role']
  return { ...row, role, practitioner_id: null, must_set_password: false, default_password_until: null }
}

const withSearchText = (row: Values): Values => ({ ...row, search_text: searchable(textOf(row['name'])) })

/** The offer of a time to a waitlist entry is not imported: the entry waits again. */
const withoutOffer = (row: Values): Values => ({ ...row, state: row['state'] === 'offered' ? 'waiting' : row['state'] })

/** Resource slots without an appointment are not imported: they are only reserved while somebody chooses a time. */
const ofAppointment = (row: Values): Values | null => (row['appointment_id'] === null ? null : row)

const SIGNATURE = ['signed_at', 'signed_by', 'signed_by_name', 'hash']

/**
 * The tables that an import saves, ordered so that rows come after those that they refer to. Ids stay as they are, so
 * that references and hashes of signed records stay valid. A reference to a table that is not in this list becomes
 * empty.
 */
export const steps: readonly Step[] = [
  { table: 'people', from: 'clients', adjust: personOfClient },
  { table: 'people', from: 'accounts', adjust: personOfUser },
  { table: 'accounts', adjust: accountWithoutLogIn },
  { table: 'categories', adjust: withSearchText },
  { table: 'products', adjust: withSearchText },
  { table: 'stock_batches' },
  { table: 'resources', replaces: true },
  { table: 'resource_hours', replaces: true },
  { table: 'resource_exceptions', replaces: true },
  { table: 'treatments', adjust: withSearchText },
  { table: 'services', adjust: withSearchText },
  { table: 'add_ons', adjust: withSearchText },
  { table: 'service_resources' },
  { table: 'service_supplies' },
  { table: 'opening_hours', replaces: true },
  { table: 'disabled_dates', replaces: true },
  { table: 'opened_holidays', replaces: true },
  { table: 'clients', afterwards: ['merged_into'] },
  { table: 'client_cards' },
  { table: 'client_details' },
  { table: 'client_merges' },
  { table: 'consents' },
  { table: 'news_choices' },
  { table: 'closure_requests' },
  { table: 'appointments' },
  { table: 'stock_movements' },
  { table: 'appointment_services' },
  { table: 'appointment_payments' },
  { table: 'resource_slots', adjust: ofAppointment },
  { table: 'overbooked_slots' },
  { table: 'client_services' },
  { table: 'client_service_add_ons' },
  { table: 'waitlist_entries', adjust: withoutOffer },
  { table: 'treatment_plans' },
  { table: 'client_alerts' },
  { table: 'client_alert_treatments' },
  { table: 'visit_reasons' },
  { table: 'forms' },
  { table: 'form_versions' },
  { table: 'form_hand_overs', afterwards: ['corrects', 'correction_reason'] },
  { table: 'signed_forms' },
  { table: 'note_templates', replaces: true },
  { table: 'note_template_treatments', replaces: true },
  { table: 'treatment_notes', afterwards: SIGNATURE },
  { table: 'treatment_note_products' },
  { table: 'treatment_note_versions' },
  { table: 'treatment_note_additions' },
  { table: 'chart_photos' },
  { table: 'chart_photo_changes' },
  { table: 'publication_consents' },
  { table: 'chart_reads' },
  { table: 'chart_settings', replaces: true },
  { table: 'message_occasions', replaces: true },
  { table: 'message_settings', replaces: true },
  { table: 'deposit_settings', replaces: true },
  { table: 'deposit_rules' },
  { table: 'website_pictures', afterwards: ['source_id', 'crop'] },
  { table: 'website_consents' },
  { table: 'website_drafts', replaces: true },
  { table: 'website_versions' },
]

const BOOKS = 'sales, cash and readings belong to the books of the old installation, with its numbers'
const HISTORY = 'tells what people did in the old installation'
const OF_THE_DAY = 'is only about the day on which it was made'
const HERE = 'this installation has its own'

/** The exported tables that an import ignores, each with the reason. Their rows stay in the ZIP file. */
export const leftOut = {
  ...reasonsFor(BOOKS, 'approvals', 'book_checks', 'booklet_numbers', 'cash_movements', 'cash_settings'),
  ...reasonsFor(BOOKS, 'cover_invoices', 'cover_prints', 'document_buyers', 'document_cards', 'document_counters'),
  ...reasonsFor(BOOKS, 'document_customers', 'document_lines', 'documents', 'drop_checks', 'invoice_covers'),
  ...reasonsFor(BOOKS, 'payment_checks', 'payments', 'reading_prints', 'receipt_prints', 'shift_colleagues', 'shifts'),
  ...reasonsFor(BOOKS, 'deposits'),
  ...reasonsFor(BOOKS, 'prepaid_accounts', 'prepaid_checks', 'prepaid_counters', 'prepaid_entries'),
  ...reasonsFor(BOOKS, 'prepaid_prints', 'prepaid_sales', 'prepaid_voids'),
  ...reasonsFor(BOOKS, 'package_services', 'package_sessions', 'package_uses', 'packages', 'sold_packages'),
  ...reasonsFor(BOOKS, 'terminals', 'till_actions', 'z_readings'),
  ...reasonsFor(HISTORY, 'events', 'messages'),
  ...reasonsFor(OF_THE_DAY, 'waitlist_offers', 'walk_ins'),
  ...reasonsFor(HERE, 'branches', 'public_holidays', 'record_chain'),
} satisfies Partial<Record<TableName, string>>

function reasonsFor<const T extends TableName>(reason: string, ...tables: T[]): Record<T, string> {
  return Object.fromEntries(tables.map((table) => [table, reason])) as Record<T, string>
}

const brought: ReadonlySet<TableName> = new Set(steps.map(({ table }) => table))

export const isBroughtIn = (table: TableName): boolean => brought.has(table)

/** True if rows of this table exist after the import, so that references to them can stay. */
export const isReferable = (table: TableName): boolean => brought.has(table) || table === 'branches'
