import { clinicProfile } from '#server/clinic/clinic-profile.ts'
import { countHit } from '#server/db/rate-windows.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { readImage } from '#server/lib/uploads.ts'
import { findPeopleMergedInto } from '#server/people/merge-records.ts'
import { newsHistoryOf } from '#server/privacy/news.ts'
import { consentsOf } from '#server/privacy/consents.ts'
import { sentenceOf } from '#shared/describe-event.ts'
import { documentName } from '#shared/clinic/document-name.ts'
import { servicesOf } from '#shared/lib/visit-services.ts'
import { callMessages } from '#shared/lib/call-messages.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import type { DataExport } from '#shared/profile/export-contract.ts'
import { rememberedCard } from '#server/sales/cards/remembered-card.ts'
import { exportedTransactions } from './exported-transactions.ts'
import * as views from './views.ts'

const iso = (instant: Date | null): string | null => instant && isoInManila(instant)

async function profileAndPhoto(tx: ReadTx, userId: string) {
  const account = await views.accountWithClient(tx, userId)
  if (!account) throw new AppError('unauthenticated', callMessages.authenticationRequired)
  const { photo_path, client_id: _, created_at, updated_at, joined_at, ...fields } = account
  const profile = {
    ...fields,
    account_created_at: isoInManila(created_at),
    account_changed_at: isoInManila(updated_at),
    client_since: iso(joined_at),
  }
  return { profile, photo_path }
}

const appointments = async (tx: ReadTx, userId: string): Promise<DataExport['appointments']> =>
  (await views.appointmentsOf(tx, userId)).map(
    ({ created_at, updated_at, done_at, arrived_at, service_name, further_services, ...row }) => ({
      ...row,
      service: servicesOf({ service_name, further_services }),
      booked_at: isoInManila(created_at),
      changed_at: isoInManila(updated_at),
      arrived_at: iso(arrived_at),
      completed_at: iso(done_at),
    }),
  )

const waitlist = async (tx: ReadTx, userId: string): Promise<DataExport['waitlist']> =>
  (await views.waitlistOf(tx, userId)).map(
    ({ created_at, updated_at, offers, service_name, further_services, ...row }) => ({
      ...row,
      service: servicesOf({ service_name, further_services }),
      joined_at: isoInManila(created_at),
      changed_at: isoInManila(updated_at),
      offers: offers.map(({ made_at, ...offer }) => ({ ...offer, offered_at: isoInManila(new Date(made_at)) })),
    }),
  )

const walkIns = async (tx: ReadTx, userId: string): Promise<DataExport['walk_ins']> =>
  (await views.walkInsOf(tx, userId)).map(({ created_at, updated_at, ...row }) => ({
    ...row,
    came_at: isoInManila(created_at),
    changed_at: isoInManila(updated_at),
  }))

async function serviceHistory(tx: ReadTx, userId: string): Promise<DataExport['service_history']> {
  const entries = await views.serviceHistoryOf(tx, userId)
  const addOns = await views.historyAddOnsOf(tx, userId)
  return entries.map(({ id, receipt_number, receipt_series, ...entry }) => ({
    ...entry,
    document: receipt_number === null ? null : documentName(receipt_number, receipt_series!),
    receipt_number,
    add_ons: addOns
      .filter((row) => row.client_service_id === id)
      .map((row) => ({ name: row.add_on_name, quantity: row.quantity })),
  }))
}

const closureRequests = async (tx: ReadTx, ids: readonly string[]): Promise<DataExport['closure_requests']> =>
  (await views.closureRequestsOf(tx, ids)).map((row) => ({
    state: row.state,
    reason: row.reason,
    requested_at: isoInManila(row.requested_at),
    decided_at: iso(row.decided_at),
    answer: row.answer,
  }))

const logIns = async (tx: ReadTx, userId: string): Promise<DataExport['log_ins']> =>
  (await views.sessionsOf(tx, userId)).map((row) => ({
    began_at: isoInManila(row.created_at),
    ends_at: isoInManila(row.expires_at),
  }))

const activity = async (tx: ReadTx, ids: readonly string[]): Promise<DataExport['activity']> =>
  (await views.activityOf(tx, ids)).map((row) => ({
    at: isoInManila(row.happened_at),
    action: sentenceOf(row),
    type: row.kind,
    changed_fields: row.changes.map(({ field }) => field),
  }))

/** The person's own account and those of records merged into theirs. */
const accountsOf = async (tx: ReadTx, userId: string): Promise<string[]> => [
  userId,
  ...(await findPeopleMergedInto(tx, userId)).map((merged) => merged.person_id),
]

async function consents(tx: ReadTx, ids: readonly string[]): Promise<DataExport['consents']> {
  const given: DataExport['consents'] = []
  for (const id of ids) given.push(...(await consentsOf(tx, id)))
  return given
}

async function collect(context: Context<Principal>) {
  const { tx, user, now, branchId } = context
  const { profile, photo_path } = await profileAndPhoto(tx, user.id)
  const ids = await accountsOf(tx, user.id)
  const data: Omit<DataExport, 'photo'> = {
    exported_at: isoInManila(now),
    clinic: await clinicProfile(tx, branchId),
    profile,
    consents: await consents(tx, ids),
    news: (await newsHistoryOf(tx, user.id)).map(({ by: _, ...choice }) => choice),
    closure_requests: await closureRequests(tx, ids),
    appointments: await appointments(tx, user.id),
    waitlist: await waitlist(tx, user.id),
    walk_ins: await walkIns(tx, user.id),
    transactions: await exportedTransactions(tx, user.id),
    senior_pwd_card: await rememberedCard(tx, user.id),
    service_history: await serviceHistory(tx, user.id),
    log_ins: await logIns(tx, user.id),
    activity: await activity(tx, ids),
  }
  await writeAuditLog(context, { type: 'profile.data.downloaded', subjectId: user.id, parameters: {} })
  return { data, photo_path }
}

/** The photo as a `data:` URL; null when there is none. */
async function photoOf(folder: string, name: string | null): Promise<string | null> {
  const image = name === null ? null : await readImage(folder, name)
  return image && `data:image/webp;base64,${image.toString('base64')}`
}

/** Exports everything the clinic stores about the caller and logs it. Throws a 429 for too many in an hour. */
export async function exportOwnData(
  context: DetachedContext<Principal>,
  photos: string,
  { dataExportsPerPerson: limit }: Limits,
): Promise<DataExport> {
  const { user, now } = context
  const tries = await context.inTransaction(({ tx }) => countHit(tx, 'data-export', user.id, limit, now))
  if (tries > limit.tries) throw new AppError('too_many', callMessages.tooMany, { retryAfter: limit.windowSeconds })
  const { data, photo_path } = await context.inTransaction(collect)
  const photo = await photoOf(photos, photo_path)
  void context.reply.header('content-disposition', 'attachment; filename="my-data.json"')
  return { ...data, photo }
}
