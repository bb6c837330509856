import type { ReadTx, Tx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import { confirmAccount } from '#server/people/confirm-account.ts'
import { setNote } from '#server/people/change-client.ts'
import { changeContact } from '#server/people/change-person.ts'
import { createPersonAndClient } from '#server/people/create-person.ts'
import { findNote, findPersonByEmail, findSimilarClients, lockPerson, type Person } from '#server/people/find-person.ts'
import type { NameParts } from '#server/people/rows.ts'
import { confirmEmail } from '#server/people/verified-contact.ts'
import { endSessionsOf } from '#server/sessions/public.ts'
import {
  nameOf,
  type ClientDetail,
  type ClientRow,
  type clientsContract,
  type ClientNote,
} from '#shared/clients/contract.ts'
import { clientEvents } from '#shared/clients/events.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { changesBetween } from '#shared/lib/event-type.ts'
import { instantOf, manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { clientDetail, requireClient } from './client-records.ts'
import { firstPasswordOf, type FirstPassword } from './default-password.ts'
import * as views from './views.ts'

type NewClient = Parsed<typeof clientsContract.create>['body']
type Changes = Parsed<typeof clientsContract.update>['body']
type By = Context<Principal>

/**
 * Refuses an e-mail that belongs to somebody else: throws a 409 with its holder if that is a client (so that the screen
 * can offer that client), and a 422 if it is a staff member. `self` is the person who already has the e-mail or logs in
 * with it, and may keep it.
 */
export async function refuseForeignEmail(tx: ReadTx, email: string | null, self: Person | null): Promise<void> {
  const owner = email === null || email === self?.email ? undefined : await findPersonByEmail(tx, email)
  if (!owner || owner.id === self?.id) return
  if (owner.role !== 'client') throw invalid('email', s.emailOfStaff)
  const client = await views.clientOfUser(tx, owner.id)
  const sentence = s.emailInUse(owner.name)
  throw new AppError('conflict', sentence, {
    errors: { email: [sentence] },
    data: { client_id: client?.id, user_id: owner.id, name: owner.name },
  })
}

/** The whole name and its parts; a name given as one text has no parts. */
function namesOf(body: Changes): { name: string; parts: NameParts } {
  const name = nameOf(body) ?? ''
  const { first_name, middle_name, last_name, suffix } = body
  return { name, parts: first_name === null ? { first_name: name } : { first_name, middle_name, last_name, suffix } }
}

/** The earliest date that is accepted; an earlier one is a typing error in the year. */
const FIRST_DATE = '1950-01-01'

/** Throws a 422 for a date in the future or too long ago. */
export function requirePastDate(now: Date, date: CivilDate): void {
  if (date > manilaDate(now)) throw invalid('date', s.dateInFuture)
  if (date < FIRST_DATE) throw invalid('date', s.dateTooLongAgo)
}

/** The instant since when the person is a client: the start of the day for a past date, the current time for today. */
export function joinedAt(now: Date, date: CivilDate | undefined): Date {
  if (date === undefined || date === manilaDate(now)) return now
  requirePastDate(now, date)
  return instantOf(date, '00:00:00')
}

type NewPerson = {
  name: string
  parts: NameParts
  email: string | null
  contactNumber: string | null
  /** The date since when the person is a client; undefined means today. */
  since: CivilDate | undefined
  /** True if an existing client with a similar name or the same number prevents the creation. */
  unlessSimilar: boolean
}

/** Throws a 409 with similar existing clients, so that the screen can ask about them. */
async function refuseSimilar(tx: Tx, person: NewPerson): Promise<void> {
  const candidates = await findSimilarClients(tx, person)
  if (candidates.length > 0) throw new AppError('possible_duplicate', s.possibleDuplicate, { data: { candidates } })
}

/**
 * Creates the account and the client record of a new person, and logs it. Throws a 409 or 422 for an e-mail in use, a
 * 409 for a similar existing client (if `unlessSimilar`), and a 422 for a future date. Returns the client's id.
 */
export async function createClientRecord(by: By, person: NewPerson, first: FirstPassword): Promise<string> {
  const { name, email, contactNumber } = person
  const joined_at = joinedAt(by.now, person.since)
  await refuseForeignEmail(by.tx, email, null)
  if (person.unlessSimilar) await refuseSimilar(by.tx, person)
  const { clientId } = await createPersonAndClient(
    by,
    {
      name: person.parts,
      contact: { email, contact_number: contactNumber },
      password: { hash: first?.hash ?? null, defaultUntil: first?.until },
    },
    joined_at,
  )
  await writeAuditLog(by, { type: 'clients.client.created', subjectId: clientId, parameters: { name } })
  return clientId
}

/**
 * Creates a client. With an e-mail the client gets a log-in with a default password, which only staff are shown. It
 * works 14 days, and only to choose another.
 */
export async function createClient(context: DetachedContext<Principal>, body: NewClient) {
  const { email, contact_number: contactNumber, date: since, unless_similar: unlessSimilar } = body
  const person = { ...namesOf(body), email, contactNumber, since, unlessSimilar }
  const first = await firstPasswordOf(context, person)
  return context.inTransaction(async (by) => {
    const id = await createClientRecord(by, person, first)
    return { data: await requireClient(by.tx, id), default_password: first?.password ?? null }
  })
}

/**
 * Lets an admin confirm that an e-mail changed by staff is the client's own. Throws a 409 when the e-mail has changed
 * again or is not waiting for confirmation.
 */
export async function confirmClientEmail(context: By, id: string, email: string | null): Promise<ClientDetail> {
  const { tx } = context
  const { user_id, name } = await requireClient(tx, id)
  const account = await lockPerson(tx, user_id)
  if (!account?.email_waits || account.email !== email) throw new AppError('conflict', s.noEmailWaits)
  await confirmEmail(context, account.id)
  await endSessionsOf(context, account.id)
  await writeAuditLog(context, { type: 'clients.email.confirmed', subjectId: id, parameters: { name } })
  return clientDetail(tx, id)
}

/**
 * Lets an admin confirm that an account created by staff really belongs to the client. Only then can the client read
 * their chart with it. Ends the account's sessions, so that whoever reads the chart has logged in after the
 * confirmation. Throws a 409 when the e-mail has changed since the admin saw it, or the account does not await
 * confirmation.
 */
export async function confirmClientAccount(context: By, id: string, email: string): Promise<ClientDetail> {
  const { tx } = context
  const { user_id, name } = await requireClient(tx, id)
  const account = await lockPerson(tx, user_id)
  if (!account?.awaits_confirmation || account.email !== email) throw new AppError('conflict', s.accountNotAwaiting)
  await confirmAccount(context, account.id)
  await endSessionsOf(context, account.id)
  await writeAuditLog(context, { type: 'clients.account.confirmed', subjectId: id, parameters: { name } })
  return clientDetail(tx, id)
}

/** The names of the fields that differ, as the history log stores them. */
const changedFields = <T extends object>(before: { [K in keyof T]: unknown }, after: T): string[] =>
  Object.keys(after).filter((name) => !Object.is(before[name as keyof T], after[name as keyof T]))

/**
 * Changes a client's name and contact details. A new e-mail is a new log-in, so sessions and links of the old one end.
 * Throws a 409 for a stale form.
 */
export async function updateClient(context: By, id: string, body: Changes): Promise<ClientRow> {
  const { tx } = context
  const before = await requireClient(tx, id)
  const account = await lockPerson(tx, before.user_id)
  if (!account) throw new AppError('not_found', s.notFoundTitle)
  await refuseForeignEmail(tx, body.email, account)
  const { name, parts } = namesOf(body)
  const after = { name, email: body.email, contact_number: body.contact_number }
  const changes = changesBetween(clientEvents['clients.client.changed'], account, after)
  const changed = changes.map(({ field }) => field)
  const partsChanged = body.first_name !== null && changedFields(before, parts).length > 0
  // Checks the version again, now that the person is locked.
  if (changed.length > 0 || partsChanged) requireVersion(context, await requireClient(tx, id))
  await changeContact(context, account, { ...after, ...(partsChanged && { parts }) })
  if (changed.includes('email')) await endSessionsOf(context, account.id)
  if (changed.length > 0 || partsChanged)
    await writeAuditLog(context, {
      type: 'clients.client.changed',
      subjectId: id,
      parameters: { name },
      // If only the division of the name into its parts changed, the log gets an entry with the same name before and
      // after.
      changes:
        partsChanged && !changed.includes('name') ? [...changes, { field: 'name', from: name, to: name }] : changes,
    })
  return requireClient(tx, id)
}

/**
 * Writes, changes or deletes the staff's note about a client. The history log says that the note changed, never its
 * text. Throws a 404 for an unknown client and a 409 for a stale form.
 */
export async function changeNote(context: By, clientId: string, note: string | null): Promise<ClientNote> {
  const { tx } = context
  const client = await requireClient(tx, clientId)
  if (!(await lockPerson(tx, client.user_id))) throw new AppError('not_found', s.notFoundTitle)
  const before = await findNote(tx, clientId)
  if (before.text === note) return before
  requireVersion(context, before)
  await setNote(tx, clientId, note)
  await writeAuditLog(context, {
    type: 'clients.note.changed',
    subjectId: clientId,
    parameters: { name: client.name },
    changes: [{ field: 'note' }],
  })
  return findNote(tx, clientId)
}
