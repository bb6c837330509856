import { findClientsWithKeys } from '#server/clients/public.ts'
import type { Tx } from '#server/db/pool.ts'
import type { RowValues } from '#server/imports/row-kind.ts'
import { importRefusals as s } from '#shared/imports/messages.ts'
import { readPhone } from '#shared/imports/read-values.ts'
import { normalisePhone } from '#shared/lib/phone.ts'
import { nameKey } from '#shared/people/name-search.ts'

/** The e-mail, number and name by which a row of an imported file refers to an existing client. */
export type NamedClient = { email: string | null; phone: string | null; name: string | null }

/**
 * Reads which client a row refers to. Adds a reason if the number is no phone number, or if the row names no client.
 */
export function readClient({ contact_number, email, name }: RowValues, reasons: string[]): NamedClient {
  const phone = contact_number === undefined ? null : readPhone(contact_number)
  if (contact_number !== undefined && phone === null) reasons.push(s.phone(contact_number))
  else if (email === undefined && phone === null && name === undefined) reasons.push(s.noClient)
  return { email: email?.toLowerCase() ?? null, phone: normalisePhone(phone), name: name ?? null }
}

/**
 * Returns equal texts for rows with the same e-mail, number and name. The number alone does not suffice, because
 * families share one.
 */
export const keyOfClient = ({ email, phone, name }: NamedClient): string =>
  [email ?? '', phone ?? '', nameKey(name ?? '')].join(' ')

const filled = (texts: readonly (string | null)[]) => texts.filter((text) => text !== null)

type Person = Awaited<ReturnType<typeof findClientsWithKeys>>[number]
type FoundClient = { personId: string; clientId: string; name: string }

/**
 * True if one of two names has all words of the other, in any order: `Cruz, Ana` and `Ana Dela Cruz` may be one person.
 */
function mayBeOne(one: string, other: string): boolean {
  const [fewer, more] = [nameKey(one).split(' '), nameKey(other).split(' ')].toSorted((a, b) => a.length - b.length)
  return fewer!.every((word) => more!.includes(word))
}

/**
 * Returns the client who was found by e-mail or number, or the reason why not if the row has the name of somebody else.
 */
const confirmed = (client: Person, { name }: NamedClient): Person | string =>
  name === null || mayBeOne(client.name, name) ? client : s.otherName(client.name)

/**
 * Finds the client of a row: by e-mail, else by number (and by name, if several clients have the number), else by name
 * alone. If no client or more than one matches, or the row has another name, returns a sentence that says so.
 */
function clientOf(named: NamedClient, clients: readonly Person[]): Person | string {
  const byName = (list: readonly Person[]) =>
    named.name === null ? list : list.filter(({ name_key }) => name_key === nameKey(named.name!))
  const [byEmail] = named.email === null ? [] : clients.filter(({ email }) => email === named.email)
  if (byEmail) return confirmed(byEmail, named)
  const byPhone = named.phone === null ? [] : clients.filter(({ phone }) => phone === named.phone)
  if (byPhone.length === 1) return confirmed(byPhone[0]!, named)
  const found = byPhone.length > 1 ? byName(byPhone) : named.name === null ? [] : byName(clients)
  if (found.length === 1) return found[0]!
  return found.length > 1 ? s.severalClients : s.noClient
}

/** Finds the client of each row. For a row without exactly one client, returns a sentence that says why. */
export async function findClientsOfRows(tx: Tx, rows: readonly NamedClient[]): Promise<(FoundClient | string)[]> {
  const people = await findClientsWithKeys(tx, {
    emails: filled(rows.map(({ email }) => email)),
    phones: filled(rows.map(({ phone }) => phone)),
    names: filled(rows.map(({ name }) => name)).map(nameKey),
  })
  const clients = people.filter(({ client_id, is_staff }) => client_id !== null && !is_staff)
  return rows.map((row) => {
    const found = clientOf(row, clients)
    if (typeof found === 'string') return found
    return { personId: found.person_id, clientId: found.client_id!, name: found.name }
  })
}
