/** The kinds of records that can be imported from a file. */
export const IMPORT_KINDS = ['clients', 'services', 'products', 'appointments', 'packages'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** The states of an import, from the upload of its file to the end, in order. */
export const BATCH_STATES = [
  'reading',
  'uploaded',
  'checking',
  'checked',
  'importing',
  'imported',
  'undoing',
  'undone',
] as const
export type BatchState = (typeof BATCH_STATES)[number]

/** The states of an import in which a background job works on its rows. */
export const WORKING_STATES = ['checking', 'importing', 'undoing'] as const satisfies readonly BatchState[]

/**
 * The result of a row. Before the import it is `waiting`, `new`, `duplicate` or `refused`. The import sets it to
 * `created`, `filled` (empty fields of an existing record were filled) or `skipped`, and undoing the import to `undone`
 * or `kept`.
 */
export const OUTCOMES = [
  'waiting',
  'new',
  'duplicate',
  'refused',
  'created',
  'filled',
  'skipped',
  'undone',
  'kept',
] as const
export type Outcome = (typeof OUTCOMES)[number]

/** What the import does with a row whose record the clinic has already. */
export const DECISIONS = ['skip', 'fill', 'create'] as const
export type Decision = (typeof DECISIONS)[number]

/** The value by which a row was matched with a record that the clinic already has. */
export const MATCHES = ['email', 'phone', 'name'] as const
export type MatchBy = (typeof MATCHES)[number]

/** Whether the day or the month comes first in dates such as 04/05/1990. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** The fields of each kind, in the order in which the screen offers them. */
export const importFields = {
  clients: [
    'name',
    'first_name',
    'middle_name',
    'last_name',
    'suffix',
    'contact_number',
    'email',
    'birth_date',
    'sex',
    'address',
    'emergency_name',
    'emergency_number',
    'referred_by',
    'tags',
    'client_since',
    'note',
  ],
  services: ['treatment', 'service', 'price', 'duration', 'description'],
  products: ['product', 'category', 'quantity', 'unit', 'low_stock_level', 'price', 'cost', 'barcode', 'tax_class'],
  appointments: ['date', 'time', 'name', 'contact_number', 'email', 'service', 'practitioner', 'note'],
  packages: [
    'name',
    'contact_number',
    'email',
    'package',
    'service',
    'sessions_left',
    'sessions_total',
    'amount_left',
    'last_day',
    'bought_on',
  ],
} as const satisfies Record<ImportKind, readonly string[]>
export type ImportField = (typeof importFields)[ImportKind][number]

/**
 * The fields that a file must have, in groups. At least one field of each group needs a column, because a row without
 * any of these values is refused.
 */
export const requiredFields: Record<ImportKind, readonly (readonly ImportField[])[]> = {
  clients: [['name', 'first_name', 'last_name']],
  services: [['service'], ['treatment']],
  products: [['product']],
  // A visit needs a start time too, but a date column that also contains the time is enough.
  appointments: [['date'], ['service'], ['name', 'contact_number', 'email']],
  packages: [['name', 'contact_number', 'email'], ['package'], ['service'], ['sessions_left']],
}

/** Fields with dates, for which the order of day and month matters. */
export const DATE_FIELDS: readonly ImportField[] = ['birth_date', 'client_since', 'date', 'last_day', 'bought_on']

/** Fields that an import fills only if the clinic keeps the clinical record. */
export const CARD_FIELDS: readonly ImportField[] = [
  'birth_date',
  'sex',
  'address',
  'emergency_name',
  'emergency_number',
  'referred_by',
  'tags',
]

/** True if imports of this kind have a field with this name. */
export const isFieldOf = (kind: ImportKind, field: string): field is ImportField =>
  (importFields[kind] as readonly string[]).includes(field)

/**
 * What an import may do with a row whose record exists already. Only clients have fields that can be filled, and only
 * of a client may a second record be created.
 */
export const decisionsOf = (kind: ImportKind): readonly Decision[] => (kind === 'clients' ? DECISIONS : ['skip'])

export const MAX_FILE_BYTES = 20 * 1024 * 1024
export const MAX_ROWS = 50_000
export const MAX_COLUMNS = 100
export const MAX_CELL = 10_000
