import type { ReadTx } from '#server/db/pool.ts'
import { findClientOf, findPerson, type Person } from '#server/people/find-person.ts'
import { findVerified } from '#server/people/verified-contact.ts'
import type { ClaimedMessage } from '#server/db/outbox.ts'
import { mailMessages as s } from '#shared/messages/mail-messages.ts'
import { personOfMessage } from './views.ts'

/** To whom a message goes: with the name that its text may say, and the one in the head of an e-mail, which may be empty. */
export type Addressee = Person & { heading: string }

/** Somebody registered who has not confirmed the e-mail: perhaps with an e-mail and a name that are not theirs. */
const isUnconfirmed = async (tx: ReadTx, { id, role, password_hash }: Person): Promise<boolean> =>
  role === 'client' && password_hash !== null && !(await findVerified(tx, id))?.email_verified_at

/** True when a message goes to such a person, and the clinic does not know them either. */
export async function isToStranger(tx: ReadTx, message: ClaimedMessage): Promise<boolean> {
  const id = await personOfMessage(tx, message.branch_id, message.id)
  const person = id === undefined ? undefined : await findPerson(tx, id)
  if (!person || !(await isUnconfirmed(tx, person))) return false
  return (await findClientOf(tx, person.id))?.proven_at === null
}

/**
 * The person of a message; undefined for an unknown or closed one. Whoever registers types a name and any e-mail: until that
 * e-mail is confirmed, the clinic does not write the name to it.
 */
export async function findAddressee(tx: ReadTx, personId: string): Promise<Addressee | undefined> {
  const person = await findPerson(tx, personId)
  if (!person) return undefined
  const isNamed = !(await isUnconfirmed(tx, person))
  return isNamed ? { ...person, heading: person.name } : { ...person, name: s.unnamed, heading: '' }
}
