import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import { changeContact } from '#server/people/change-person.ts'
import { findPerson, lockPerson } from '#server/people/find-person.ts'
import type { ClientRow } from '#shared/clients/contract.ts'
import type { manualClientContract } from '#shared/clients/manual-client-contract.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { chosenServices } from './chosen-services.ts'
import { putOnFile } from './client-changes.ts'
import { makeDefaultPassword } from './default-password.ts'
import { requirePastDate } from './past-date.ts'
import { addToHistory, findClientOfUser, requireClient, type HistoryEntry } from './client-records.ts'

type Added = Parsed<typeof manualClientContract.addServices>['body']
type ManualClient = Parsed<typeof manualClientContract.create>['body']
type By = Context<Principal>

/** Adds to a client's history, saves a number that was sent, and logs both as one change. */
async function addTo(by: By, clientId: string, body: Omit<Added, 'add_on_ids'>, services: HistoryEntry[]) {
  const client = await requireClient(by.tx, clientId)
  const account = await lockPerson(by.tx, client.user_id)
  if (!account) throw new AppError('not_found', s.notFoundTitle)
  const { contact_number } = body
  const isNewNumber = contact_number !== undefined && contact_number !== account.contact_number
  if (isNewNumber) await changeContact(by, account, { ...account, contact_number })
  await addToHistory(by, { clientId, date: body.date, saleId: null, services })
  await writeAuditLog(by, {
    type: 'clients.history.added',
    subjectId: clientId,
    parameters: { name: account.name, services: services.map((entry) => entry.service_name), date: body.date },
    changes: [{ field: 'services_availed' }, ...(isNewNumber ? [{ field: 'contact_number' as const }] : [])],
  })
}

/**
 * Adds services to a client's history. Throws a 404 for an unknown client and a 422 for services that are not offered,
 * an add-on of another treatment, or a future date.
 */
export async function addServices(by: By, clientId: string, body: Added): Promise<ClientRow> {
  requirePastDate(by.now, body.date)
  await requireClient(by.tx, clientId)
  await addTo(by, clientId, body, await chosenServices(by.tx, body))
  return requireClient(by.tx, clientId)
}

/** The client of a user id; throws when name or e-mail have changed since staff saw them. */
async function requireChosenUser(by: By, userId: string, { name, email }: ManualClient): Promise<string> {
  const client = await findClientOfUser(by.tx, userId)
  const account = client && (await findPerson(by.tx, userId))
  if (!account) throw new AppError('not_found', s.notFoundTitle)
  const isSeen = (name === null || name === account.name) && (email === null || email === account.email)
  if (!isSeen) throw new AppError('conflict', s.personChanged)
  return client.id
}

/**
 * Adds past services to an existing client or to a new one, who gets a default password if there is an e-mail. Throws a
 * 404 or 409 for a user who is gone or changed, a 409 for an e-mail in use, and the errors of `addServices`; nothing is
 * stored then.
 */
export async function createManualClient(
  context: DetachedContext<Principal>,
  body: ManualClient,
): Promise<Answer<typeof manualClientContract.create>> {
  requirePastDate(context.now, body.date)
  const { user_id, email, contact_number } = body
  const name = body.name ?? ''
  const first = user_id === null && email !== null ? await makeDefaultPassword(name, context.now) : null
  return context.inTransaction(async (by) => {
    const services = await chosenServices(by.tx, body)
    const newPerson = {
      name,
      parts: { first_name: name },
      email,
      contactNumber: contact_number ?? null,
      unlessSimilar: body.unless_similar,
    }
    const clientId =
      user_id === null
        ? await putOnFile(by, { ...newPerson, since: body.date }, first)
        : await requireChosenUser(by, user_id, body)
    await addTo(by, clientId, body, services)
    return { data: await requireClient(by.tx, clientId), default_password: first?.password ?? null }
  })
}
