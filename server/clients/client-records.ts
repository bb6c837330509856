import type { ReadTx } from '#server/db/pool.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { ReadContext } from '#server/lib/context.ts'
import { findNote, findPerson, findPersonByEmail, type Person } from '#server/people/find-person.ts'
import { findRemainingRecord } from '#server/people/merge-records.ts'
import { markSecond } from '#server/people/rows.ts'
import { photoAddress } from '#server/users/photo.ts'
import type { ClientDetail, ClientRow, clientsContract } from '#shared/clients/contract.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import { documentName } from '#shared/clinic/document-name.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import type { PageQuery } from '#shared/lib/paging.ts'
import * as views from './views.ts'

/** Finds the client of a user id unless the account is closed. */
export const findClientOfUser = views.clientOfUser

type StoredClient = NonNullable<Awaited<ReturnType<typeof views.clientById>>>

const clientRowOf = (row: StoredClient): ClientRow => ({
  ...markSecond(row),
  joined_at: isoInManila(row.joined_at),
})

/** A client as lists show it. Throws a 404 for an unknown or removed one. */
export async function requireClient(tx: ReadTx, id: string): Promise<ClientRow> {
  const row = await views.clientById(tx, id)
  if (!row) throw new AppError('not_found', s.notFoundTitle)
  return clientRowOf(row)
}

export async function listClients(tx: ReadTx, query: Parsed<typeof clientsContract.list>['querystring']) {
  const { rows, total } = await views.clientPage(tx, query)
  return { clients: rows.map(clientRowOf), total, page: query.page, per_page: query.per_page }
}

/** The people whom the name field of a form suggests while somebody types. */
export async function listContacts({ tx, now, branchId }: ReadContext, query: PageQuery) {
  const { rows, total } = await views.contactPage(tx, query, { now, branchId })
  return { data: rows.map(markSecond), total, page: query.page, per_page: query.per_page }
}

/** Users with the role client; `id` is the user's id. */
export async function listClientUsers(context: ReadContext, query: PageQuery) {
  const { data, ...counters } = await listContacts(context, query)
  return { clients: data.map((row) => ({ id: row.user_id, ...row })), ...counters }
}

type StoredAddOn = Awaited<ReturnType<typeof views.addOnsOfHistory>>[number]

const addOnsOf = (entryId: string, addOns: readonly StoredAddOn[]) =>
  addOns
    .filter((row) => row.client_service_id === entryId)
    .map((row) => ({ addon_id: row.add_on_id, addOn_name: row.add_on_name, quantity: row.quantity }))

type Account = {
  email: string | null
  email_waits: boolean
  log_in_email: string | null
  password_hash: string | null
  must_set_password: boolean
  awaits_confirmation: boolean
  default_password_until: Date | null
}

/** Says whether a client has a log-in, and whether its password is a default one or the client's own. */
export function logInOf(account: Account): ClientDetail['log_in'] {
  const until = account.default_password_until
  const { log_in_email } = account
  const waiting = {
    ...(account.email_waits && { email_waits: { log_in_email } }),
    ...(account.awaits_confirmation && account.email !== null && { awaits_confirmation: true as const }),
    default_password_until: null,
  }
  // The client's own password is checked first, because staff who have removed the e-mail of such an account must not
  // be able to give the client another log-in.
  if (account.password_hash !== null && !account.must_set_password) return { ...waiting, status: 'Own password' }
  if (account.email === null) return { ...waiting, status: 'No email' }
  if (account.password_hash === null) return { ...waiting, status: 'No password' }
  return { ...waiting, status: 'Must set password', default_password_until: until && isoInManila(until) }
}

/** Returns a 404 error. For a merged record, the error names the record into which it was merged. */
async function clientNotFound(tx: ReadTx, id: string): Promise<AppError> {
  const remainingId = await findRemainingRecord(tx, id)
  const record = remainingId && (await views.clientById(tx, remainingId))
  return new AppError('not_found', s.notFoundTitle, record ? { data: { id: record.id, name: record.name } } : {})
}

/**
 * The other person, such as a parent, whose e-mail the client's account also has; null when the e-mail is the client's
 * own.
 */
async function holderOfEmail(tx: ReadTx, account: Person): Promise<ClientDetail['email_of']> {
  if (!account.email_is_second || account.email === null) return null
  const holder = await findPersonByEmail(tx, account.email)
  if (!holder || holder.email_is_second) return null
  const client = await views.clientOfUser(tx, holder.id)
  return { id: client?.id ?? null, name: holder.name }
}

/** A client with all services of their history, newest first. Throws a 404 for an unknown, removed or merged one. */
export async function clientDetail(tx: ReadTx, id: string): Promise<ClientDetail> {
  const client = await views.clientById(tx, id)
  if (!client) throw await clientNotFound(tx, id)
  const account = await findPerson(tx, client.user_id)
  if (!account) throw new AppError('not_found', s.notFoundTitle)
  const note = await findNote(tx, id)
  const addOns = await views.addOnsOfHistory(tx, id)
  const history = await views.historyOf(tx, id)
  const services_availed = history.map(({ receipt_series: series, ...entry }) => ({
    ...entry,
    document_name: entry.receipt_number === null ? null : documentName(entry.receipt_number, series!),
    addons: addOnsOf(entry.id, addOns),
  }))
  return {
    ...clientRowOf(client),
    photo: photoAddress(account.photo_path),
    services_availed,
    log_in: logInOf(account),
    note,
    email_of: await holderOfEmail(tx, account),
  }
}
