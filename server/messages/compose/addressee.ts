import type { ReadTx } from '#server/db/pool.ts'
import { findClientOf, findPerson, type Person } from '#server/people/find-person.ts'
import { findVerified } from '#server/people/verified-contact.ts'
import type { ClaimedMessage } from '#server/messages/outbox/outbox.ts'
import { mailMessages as s } from '#shared/messages/mail-messages.ts'
import { personOfMessage } from '#server/messages/views.ts'

/** The recipient of a message, with the name for its text and the name for the e-mail's header, which may be empty. */
export type Addressee = Person & { heading: string }

/** True for a registered client with an unconfirmed e-mail, who may have entered somebody else's e-mail and name. */
const isUnconfirmed = async (tx: ReadTx, { id, role, password_hash }: Person): Promise<boolean> =>
  role === 'client' && password_hash !== null && !(await findVerified(tx, id))?.email_verified_at

/** True when a message goes to an unconfirmed client whom the clinic does not know either. */
export async function isToStranger(tx: ReadTx, message: ClaimedMessage): Promise<boolean> {
  const id = await personOfMessage(tx, message.branch_id, message.id)
  const person = id === undefined ? undefined : await findPerson(tx, id)
  if (!person || !(await isUnconfirmed(tx, person))) return false
  return (await findClientOf(tx, person.id))?.proven_at === null
}

/**
 * The recipient of a message; undefined when unknown or closed. People who register can enter any name and e-mail, so
 * messages omit the name until the e-mail is confirmed.
 */
export async function findAddressee(tx: ReadTx, personId: string): Promise<Addressee | undefined> {
  const person = await findPerson(tx, personId)
  if (!person) return undefined
  const isNamed = !(await isUnconfirmed(tx, person))
  return isNamed ? { ...person, heading: person.name } : { ...person, name: s.unnamed, heading: '' }
}
