import { findTreatment } from '#server/catalogue/public.ts'
import { liveAddOns, liveServices, type LiveItem } from '#server/catalogue/read-catalogue.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Once, Principal } from '#server/lib/context.ts'
import { changeContact } from '#server/people/change-person.ts'
import { findPerson, lockPerson } from '#server/people/find-person.ts'
import { catalogueMessages } from '#shared/catalogue/messages.ts'
import type { ClientRow } from '#shared/clients/contract.ts'
import type { manualClientContract } from '#shared/clients/manual-client-contract.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { createClientRecord, requirePastDate } from './client-changes.ts'
import { findClientOfUser, requireClient } from './client-records.ts'
import { firstPasswordOf } from './default-password.ts'
import { addToServiceHistory, type HistoryEntry } from './service-history.ts'

type Added = Parsed<typeof manualClientContract.addServices>['body']
type ManualClient = Parsed<typeof manualClientContract.create>['body']
type By = Context<Principal>

type Choice = {
  /** If given, every service must belong to this treatment. */
  treatment_id?: string
  service_ids: readonly string[]
  add_on_ids: readonly string[]
}

/** The items in the order of `ids`; undefined when one is missing. */
function inOrder(ids: readonly string[], items: readonly LiveItem[]): LiveItem[] | undefined {
  const byId = new Map(items.map((item) => [item.id, item]))
  const found = ids.flatMap((id) => byId.get(id) ?? [])
  return found.length === ids.length ? found : undefined
}

async function servicesOf(tx: ReadTx, { treatment_id, service_ids }: Choice): Promise<LiveItem[]> {
  if (treatment_id !== undefined && !(await findTreatment(tx, treatment_id)))
    throw invalid('treatment_id', catalogueMessages.treatmentNotFound)
  const services = inOrder(service_ids, await liveServices(tx, service_ids))
  if (!services) throw invalid('service_ids', s.serviceGone)
  const foreign = services.find((service) => treatment_id !== undefined && service.treatmentId !== treatment_id)
  if (foreign) throw invalid('service_ids', s.serviceOfOther(foreign.name))
  return services
}

/**
 * The selected services and add-ons as history entries, with names from the catalogue. An add-on belongs to the last
 * selected service of its treatment. Throws a 422 for unknown or deleted items and for those of another treatment.
 */
async function chosenServices(tx: ReadTx, choice: Choice): Promise<HistoryEntry[]> {
  const services = await servicesOf(tx, choice)
  const addOns = inOrder(choice.add_on_ids, await liveAddOns(tx, choice.add_on_ids))
  if (!addOns) throw invalid('add_on_ids', s.addOnGone)
  const lastOf = new Map(services.map((service) => [service.treatmentId, service.id]))
  const foreign = addOns.find((addOn) => !lastOf.has(addOn.treatmentId))
  if (foreign) throw invalid('add_on_ids', s.addOnOfOther(foreign.name))
  return services.map((service) => ({
    treatment_id: service.treatmentId,
    treatment_name: service.treatmentName,
    service_id: service.id,
    service_name: service.name,
    addOns: addOns
      .filter((addOn) => lastOf.get(addOn.treatmentId) === service.id)
      .map((addOn) => ({ add_on_id: addOn.id, add_on_name: addOn.name, quantity: 1 })),
  }))
}

/**
 * Adds services to a client's history, saves the phone number of the request if it is new, and logs both as one change.
 */
async function addAndLogServices(by: By, clientId: string, body: Omit<Added, 'add_on_ids'>, services: HistoryEntry[]) {
  const client = await requireClient(by.tx, clientId)
  const account = await lockPerson(by.tx, client.user_id)
  if (!account) throw new AppError('not_found', s.notFoundTitle)
  const { contact_number } = body
  const isNewNumber = contact_number !== undefined && contact_number !== account.contact_number
  if (isNewNumber) await changeContact(by, account, { ...account, contact_number })
  await addToServiceHistory(by, { clientId, date: body.date, saleId: null, services })
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
  await addAndLogServices(by, clientId, body, await chosenServices(by.tx, body))
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

const existingClientOnce: Once<Answer<typeof manualClientContract.create>> = {
  toStored: ({ data }) => data.id,
  rebuild: async ({ tx }, clientId) => ({ data: await requireClient(tx, clientId), default_password: null }),
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
  const first = user_id === null ? await firstPasswordOf(context, { name, email }) : null
  // For a new person no answer is stored under the idempotency key: the check for duplicates finds a repeated request,
  // and the stored answer would contain the default password.
  const once = user_id === null ? undefined : existingClientOnce
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
        ? await createClientRecord(by, { ...newPerson, since: body.date }, first)
        : await requireChosenUser(by, user_id, body)
    await addAndLogServices(by, clientId, body, services)
    return { data: await requireClient(by.tx, clientId), default_password: first?.password ?? null }
  }, once)
}
