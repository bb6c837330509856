import { findClientsWithKeys, type ListedClient } from '#server/clients/public.ts'
import type { CheckContext, Finding, ReadRow, RowKeys, RowKind, RowValues } from '#server/imports/row-kind.ts'
import { checkedRowsWithKeys } from '#server/imports/views.ts'
import { clientCardsContract, emptyCard, type CardFacts } from '#shared/client-cards/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { clientMessages } from '#shared/clients/messages.ts'
import type { ImportField } from '#shared/imports/kinds.ts'
import { importFieldNames as names, importRefusals as s } from '#shared/imports/messages.ts'
import {
  inNameCase,
  partsOfName,
  readDate,
  readPhone,
  readSex,
  readTags,
  wholeName,
} from '#shared/imports/read-values.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { fullName } from '#shared/lib/names.ts'
import { formatPhone, normalisePhone } from '#shared/lib/phone.ts'
import { nameKey } from '#shared/people/name-search.ts'
import { clientIndex } from './client-index.ts'
import { acceptAsForm } from './form-rules.ts'
import { saveClients, undoClients, type ClientData } from './save-clients.ts'

const FIRST_DATE = '1900-01-01'

/**
 * The parts of a name: taken from their own columns, or from a whole name that is divided at its comma. A whole name
 * without a comma becomes the first name.
 */
function nameOfPerson(values: RowValues): ListedClient['parts'] | null {
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

/** Reads a date that is not in the future. If the text is no such date, adds the reason why the row is refused. */
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

/** Reads a phone number. If the number is wrong, or Excel has shortened it, adds the reason why the row is refused. */
function phoneOf(text: string | undefined, reasons: string[]): string | null {
  if (text === undefined) return null
  const number = readPhone(text)
  if (number === null) reasons.push(/e\+?\d+$/i.test(text) ? s.shortenedPhone(text) : s.phone(text))
  return number === null ? null : formatPhone(number)
}

const nameOf = (field: string) => (field in names ? names[field as ImportField] : names.name)

/** Applies the rules of the form for a new client, and returns the e-mail as it is stored. */
function acceptedEmail(client: ListedClient, values: RowValues, reasons: string[]): string | null {
  const { parts, contactNumber, since } = client
  const email = values.email?.replace(/\s/g, '') ?? null
  const body = { ...parts, email, contact_number: contactNumber, date: since }
  const instead = { email: s.email(values.email ?? '') }
  return acceptAsForm(clientsContract.create.body, body, { nameOf, reasons, instead })?.email ?? null
}

/**
 * Reads the fields of the client card. A sex other than the two that the card offers is ignored, because it is no
 * reason to refuse a client.
 */
function cardOf(values: RowValues, birthDate: CivilDate | null, reasons: string[]): CardFacts {
  const { address, emergency_name, emergency_number, referred_by, tags = '' } = values
  const card = {
    birth_date: birthDate,
    sex: values.sex === undefined ? null : readSex(values.sex),
    address,
    emergency_name,
    // An emergency number without the name of a contact is ignored.
    emergency_number: emergency_name === undefined ? null : phoneOf(emergency_number, reasons),
    referred_by,
    tags: readTags(tags),
  }
  const accepted = acceptAsForm(clientCardsContract.save.body, card, { nameOf, reasons })
  return accepted ?? emptyCard
}

const read: RowKind<ClientData>['read'] = (values, options) => {
  const parts = nameOfPerson(values)
  if (parts === null) return { reasons: [s.noName] }
  const reasons: string[] = []
  const contactNumber = phoneOf(values.contact_number, reasons)
  const birthDate = pastDate(values, 'birth_date', options, reasons)
  const since = pastDate(values, 'client_since', options, reasons) ?? undefined
  const note = acceptAsForm(clientsContract.changeNote.body, { note: values.note }, { nameOf, reasons })?.note ?? null
  const client = { parts, email: null, contactNumber, since, note }
  const card = cardOf(values, birthDate, reasons)
  const email = acceptedEmail(client, values, reasons)
  return reasons.length > 0 ? { reasons } : { data: { ...client, email, card } }
}

const keysOf: RowKind<ClientData>['keysOf'] = ({ parts, email, contactNumber, card }) => ({
  email_key: email,
  phone_key: normalisePhone(contactNumber),
  name_key: nameKey(fullName(parts)),
  birth_key: card.birth_date,
})

const filled = (values: readonly (string | null)[]) => values.filter((value): value is string => value !== null)

async function readCandidates({ tx, batchId }: CheckContext, rows: readonly { keys: RowKeys }[]) {
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
  const earlier = await checkedRowsWithKeys(tx, batchId, { emails, phones, names: all })
  return { known: clientIndex(known), earlier: clientIndex<RowKeys & { number: number }>(earlier) }
}

/** Compares rows with the clinic's clients and with the earlier rows of the same file. */
async function find(context: CheckContext, accepted: readonly ReadRow<ClientData>[]): Promise<Finding[]> {
  if (accepted.length === 0) return []
  const rows = accepted.map(({ row, data }) => ({ number: row.number, keys: keysOf(data) }))
  const { known, earlier } = await readCandidates(context, rows)
  return rows.map(({ number, keys }): Finding => {
    const person = known.find(keys)
    if (person?.by === 'email' && person.other.is_staff)
      return { outcome: 'refused', reason: clientMessages.emailOfStaff }
    if (person && person.other.client_id !== null && !person.other.is_staff)
      return {
        outcome: 'duplicate',
        client_id: person.other.client_id,
        match_name: person.other.name,
        match_by: person.by,
      }
    const row = earlier.find(keys)
    earlier.add({ number, ...keys })
    return row ? { outcome: 'duplicate', same_as_row: row.other.number, match_by: row.by } : { outcome: 'new' }
  })
}

/** Clients are saved by the hundred, because thousands are the usual case; more at once would need more memory. */
export const clientRows: RowKind<ClientData> = {
  chunkSize: 100,
  read,
  keysOf,
  find,
  save: saveClients,
  undo: undoClients,
}
