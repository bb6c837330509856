import { isClinicalRecordOn } from '#server/charts/public.ts'
import { addCards, deleteUnchangedCards } from '#server/client-cards/public.ts'
import {
  createClientRecords,
  deleteClients,
  fillContact,
  findClientsWithKeys,
  findReasonsToKeep,
  removeFilledContact,
  type FilledContact,
  type ListedClient,
} from '#server/clients/public.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { clientsContract, MAX_NOTE } from '#shared/clients/contract.ts'
import { clientMessages } from '#shared/clients/messages.ts'
import type { ImportField, MatchBy } from '#shared/imports/kinds.ts'
import { importFieldNames as names, importRefusals as s } from '#shared/imports/messages.ts'
import { inNameCase, partsOfName, readDate, readPhone, wholeName } from '#shared/imports/read-values.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { fullName } from '#shared/lib/names.ts'
import { formatPhone, normalisePhone } from '#shared/lib/phone.ts'
import { nameKey } from '#shared/people/name-search.ts'
import { forgetClients } from '#server/imports/queries.ts'
import type {
  CheckContext,
  DecidedRow,
  Finding,
  ReadRow,
  RowKind,
  RowValues,
  Saved,
  Undone,
} from '#server/imports/row-kind.ts'
import { isCreatedBy, rowByNumber, rowsWithKeys, type StagedRow } from '#server/imports/views.ts'

type ClientData = Omit<ListedClient, 'since'> & {
  since: CivilDate | undefined
  birthDate: CivilDate | null
  address: string | null
}
type By = Context<Principal>

const FIRST_DATE = '1900-01-01'
const MAX_ADDRESS = 300

/** The name in parts: as in its columns, divided at the comma of a whole name, or undivided. */
function nameOf(values: RowValues): ListedClient['parts'] | null {
  const { name, first_name, middle_name, last_name, suffix } = values
  if (first_name !== undefined)
    return {
      first_name: inNameCase(first_name),
      middle_name: middle_name === undefined ? null : inNameCase(middle_name),
      last_name: last_name === undefined ? null : inNameCase(last_name),
      suffix: suffix ?? null,
    }
  const whole = name ?? last_name
  return whole === undefined ? null : (partsOfName(whole) ?? { first_name: wholeName(whole) })
}

/** Reads a date of the past, or adds the reason why it is none. */
function pastDate(
  values: RowValues,
  field: ImportField,
  options: { dateOrder: 'dmy' | 'mdy'; today: CivilDate },
  reasons: string[],
) {
  const text = values[field]
  if (text === undefined) return null
  const date = readDate(text, options.dateOrder, options.today)
  if (date === null) reasons.push(s.date(names[field], text))
  else if (date > options.today) reasons.push(s.dateInFuture(names[field]))
  else if (date < FIRST_DATE) reasons.push(s.dateTooLongAgo(names[field]))
  return date
}

/** Reads a phone number. A wrong number, or one that Excel has shortened, adds the reason why the row is refused. */
function phoneOf(text: string | undefined, reasons: string[]): string | null {
  if (text === undefined) return null
  const number = readPhone(text)
  if (number === null) reasons.push(/e\+?\d+$/i.test(text) ? s.shortenedPhone(text) : s.phone(text))
  return number === null ? null : formatPhone(number)
}

/** Applies the rules of the form for a new client, so that an import accepts exactly what the form accepts. */
function requireAccepted(client: ListedClient, values: RowValues, reasons: string[]): string | null {
  const { parts, contactNumber, since } = client
  const body = { ...parts, email: values.email?.replace(/\s/g, '') ?? null, contact_number: contactNumber, date: since }
  const checked = clientsContract.create.body.safeParse(body)
  if (checked.success) return checked.data.email
  for (const { path, message } of checked.error.issues) {
    const field = path[0] as ImportField | undefined
    const sentence =
      field === 'email'
        ? s.email(values.email ?? '')
        : `${field && field in names ? names[field] : names.name}: ${message}`
    if (!reasons.includes(sentence)) reasons.push(sentence)
  }
  return null
}

const read: RowKind<ClientData>['read'] = (values, options) => {
  const parts = nameOf(values)
  if (parts === null) return { reasons: [s.noName] }
  const reasons: string[] = []
  const contactNumber = phoneOf(values.contact_number, reasons)
  const birthDate = pastDate(values, 'birth_date', options, reasons)
  const since = pastDate(values, 'client_since', options, reasons) ?? undefined
  const { note = null, address = null } = values
  if (note !== null && note.length > MAX_NOTE) reasons.push(s.tooLong(names.note, MAX_NOTE))
  if (address !== null && address.length > MAX_ADDRESS) reasons.push(s.tooLong(names.address, MAX_ADDRESS))
  const client = { parts, email: null, contactNumber, since, note }
  const email = requireAccepted(client, values, reasons)
  return reasons.length > 0 ? { reasons } : { data: { ...client, email, birthDate, address } }
}

const keysOf: RowKind<ClientData>['keysOf'] = ({ parts, email, contactNumber, birthDate }) => ({
  email_key: email,
  phone_key: normalisePhone(contactNumber),
  name_key: nameKey(fullName(parts)),
  birth_key: birthDate,
})

type Keyed = ReturnType<typeof keysOf>

/** What is equal in two clients; people with the same name and different birthdays are different people. */
function matchOf(one: Keyed, other: Keyed): MatchBy | null {
  if (one.email_key !== null && one.email_key === other.email_key) return 'email'
  const [birth, otherBirth] = [one.birth_key, other.birth_key]
  if (birth !== null && otherBirth !== null && birth !== otherBirth) return null
  if (one.phone_key !== null && one.phone_key === other.phone_key) return 'phone'
  return one.name_key !== null && one.name_key === other.name_key ? 'name' : null
}

/** Finds the first record that matches best: by e-mail, then by number, then by name. */
function bestMatch<T extends Keyed>(keys: Keyed, others: readonly T[]): { other: T; by: MatchBy } | undefined {
  const found = others.flatMap((other) => {
    const by = matchOf(keys, other)
    return by === null ? [] : [{ other, by }]
  })
  return (['email', 'phone', 'name'] as const).map((by) => found.find((one) => one.by === by)).find((one) => one)
}

/** Finds candidates by their keys, so that each row is compared only with those that share one. */
function indexByKeys<T extends Keyed>(rows: readonly T[]) {
  const index = new Map<string, T[]>()
  const keysOfRow = ({ email_key, phone_key, name_key }: Keyed) =>
    [email_key, phone_key, name_key].filter((key) => key !== null)
  const add = (row: T) => {
    for (const key of keysOfRow(row)) index.set(key, [...(index.get(key) ?? []), row])
  }
  for (const row of rows) add(row)
  return { add, candidates: (keys: Keyed): T[] => [...new Set(keysOfRow(keys).flatMap((key) => index.get(key) ?? []))] }
}

const filled = (values: readonly (string | null)[]) => values.filter((value): value is string => value !== null)

async function readCandidates({ tx, batchId }: CheckContext, rows: readonly { number: number; keys: Keyed }[]) {
  const emails = filled(rows.map(({ keys }) => keys.email_key))
  const phones = filled(rows.map(({ keys }) => keys.phone_key))
  const all = filled(rows.map(({ keys }) => keys.name_key))
  const people = await findClientsWithKeys(tx, { emails, phones, names: all })
  const known = people.flatMap((person) => {
    const keys = { phone_key: person.phone, name_key: person.name_key, birth_key: person.birth_date }
    const second = person.log_in_email !== null && person.log_in_email !== person.email
    return [
      { ...person, ...keys, email_key: person.email },
      ...(second ? [{ ...person, ...keys, email_key: person.log_in_email }] : []),
    ]
  })
  const earlier = await rowsWithKeys(tx, batchId, { before: rows[0]!.number, emails, phones, names: all })
  return { known: indexByKeys(known), earlier: indexByKeys<Keyed & { number: number }>(earlier) }
}

/** Compares rows with the clinic's clients and with the earlier rows of the same file. */
async function find(context: CheckContext, accepted: readonly ReadRow<ClientData>[]): Promise<Finding[]> {
  if (accepted.length === 0) return []
  const rows = accepted.map(({ row, data }) => ({ number: row.number, keys: keysOf(data) }))
  const { known, earlier } = await readCandidates(context, rows)
  return rows.map(({ number, keys }): Finding => {
    const person = bestMatch(keys, known.candidates(keys))
    if (person?.by === 'email' && person.other.is_staff)
      return { outcome: 'refused', reason: clientMessages.emailOfStaff }
    if (person && person.other.client_id !== null && !person.other.is_staff)
      return {
        outcome: 'duplicate',
        client_id: person.other.client_id,
        match_name: person.other.name,
        match_by: person.by,
      }
    const row = bestMatch(keys, earlier.candidates(keys))
    earlier.add({ number, ...keys })
    return row ? { outcome: 'duplicate', same_as_row: row.other.number, match_by: row.by } : { outcome: 'new' }
  })
}

/** Creates the clients of rows, with their cards while the clinic keeps a clinical record. */
async function create(by: By, rows: readonly DecidedRow<ClientData>[]): Promise<Saved[]> {
  const ids = await createClientRecords(
    by,
    rows.map(({ data }) => data),
  )
  if (await isClinicalRecordOn(by.tx, by.branchId))
    await addCards(
      by.tx,
      by.now,
      rows.map(({ data: { birthDate, address } }, at) => ({ clientId: ids[at]!, birthDate, address })),
    )
  return ids.map((id) => ({ outcome: 'created', record_id: id, client_id: id }))
}

async function fill(by: By, { row, data }: DecidedRow<ClientData>, clientId: string | null): Promise<Saved> {
  if (clientId === null) return { outcome: 'skipped' }
  const { email, contactNumber: contact_number } = data
  const added = await fillContact(by, clientId, { email, contact_number })
  if (Object.keys(added).length === 0) return { outcome: 'skipped' }
  return { outcome: 'filled', record_id: row.client_id ?? clientId, client_id: clientId, filled: added }
}

async function saveOne(by: By, row: DecidedRow<ClientData>, clientOfRow: ClientOfRow): Promise<Saved> {
  if (row.decision === 'skip') return { outcome: 'skipped' }
  if (row.decision === 'create') return (await create(by, [row]))[0]!
  const { client_id, same_as_row } = row.row
  return fill(by, row, client_id ?? (same_as_row === null ? null : await clientOfRow(same_as_row)))
}

type ClientOfRow = (number: number) => Promise<string | null>

/** The client that an earlier row of the same file has created or matched. */
const clientOfEarlierRow =
  (by: By, batchId: string, created: ReadonlyMap<number, string | undefined>): ClientOfRow =>
  async (number) => {
    const inChunk = created.get(number)
    if (inChunk !== undefined) return inChunk
    return (await rowByNumber(by.tx, batchId, number))?.client_id ?? null
  }

/** Creates the new clients of a chunk together, and then treats its duplicates one by one. */
async function save(by: By, rows: readonly DecidedRow<ClientData>[], batchId: string): Promise<Saved[]> {
  const isNew = ({ row }: DecidedRow<ClientData>) => row.outcome === 'new'
  const added = rows.filter(isNew)
  const results = new Map((await create(by, added)).map((saved, at) => [added[at]!.row.number, saved]))
  const created = new Map([...results].map(([number, { record_id }]) => [number, record_id]))
  const clientOfRow = clientOfEarlierRow(by, batchId, created)
  for (const row of rows) if (!isNew(row)) results.set(row.row.number, await saveOne(by, row, clientOfRow))
  return rows.map(({ row }) => results.get(row.number)!)
}

const sentences = { changed: s.keptChanged, used: s.keptUsed, account: s.keptAccount }

/** Deletes clients whom an import has added and nothing depends on, and removes contact details that it has filled in. */
async function undo(by: By, rows: readonly StagedRow[], batch: { id: string; importedAt: Date }): Promise<Undone[]> {
  const created = rows.filter(({ outcome }) => outcome === 'created')
  const ids = created.map(({ record_id }) => record_id!)
  const states = await findReasonsToKeep(by.tx, ids, batch.importedAt)
  const going = ids.filter((id) => states.get(id)?.reason === null)
  if (going.length > 0) {
    await forgetClients(by.tx, batch.id, going)
    await deleteUnchangedCards(by.tx, going)
    await deleteClients(
      by.tx,
      going.map((id) => states.get(id)!.personId),
    )
  }
  const undone: Undone[] = created.map((row) => {
    const reason = states.get(row.record_id!)?.reason ?? null
    return { row, reason: reason && sentences[reason] }
  })
  for (const row of rows.filter(({ outcome }) => outcome === 'filled')) {
    // A client whom the same file has added goes as a whole.
    const isRemoved =
      (await isCreatedBy(by.tx, batch.id, row.client_id!)) ||
      (await removeFilledContact(by, row.client_id!, row.filled as FilledContact))
    undone.push({ row, reason: isRemoved ? null : s.keptChanged })
  }
  return undone
}

/** Clients are saved by the hundred, because thousands are the usual case. */
export const clientRows: RowKind<ClientData> = { chunkSize: 500, read, keysOf, find, save, undo }
