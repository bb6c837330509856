import { requireConfirmedAccount } from '#server/charts/public.ts'
import { clinicProfile } from '#server/clinic/clinic-profile.ts'
import { countTry } from '#server/db/rate-limits.ts'
import { chartTables } from '#server/db/personal-data/chart-tables.ts'
import type { TableName } from '#server/db/personal-data/choices.ts'
import { exportedFurther, exportedRows, type PersonIds } from '#server/db/personal-data/statements.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { readImage } from '#server/lib/uploads.ts'
import { findAllRecords } from '#server/people/erase-person.ts'
import { findExportedProfile } from '#server/people/find-person.ts'
import { newsHistoryOf } from '#server/privacy/news.ts'
import { sentenceOf } from '#shared/events.ts'
import { documentName } from '#shared/clinic/document-name.ts'
import { servicesOf } from '#shared/lib/visit-services.ts'
import { callMessages, requestRefusals } from '#shared/lib/messages.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import type { DataExport } from '#shared/profile/contract.ts'
import { exportedTransactions } from './exported-transactions.ts'
import * as views from './views.ts'

/** Formats rows for the export: instants become texts in Manila time. The contract validates them later. */
const present = <Row>(rows: readonly Record<string, unknown>[]): Row[] =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, value instanceof Date ? isoInManila(value) : value]),
    ),
  ) as Row[]

type Part<P extends keyof DataExport> = DataExport[P] extends (infer Row)[] ? Row : NonNullable<DataExport[P]>

/** The person's rows of a table, formatted for its part of the export; the newest first. */
const rowsOf = async <P extends keyof DataExport>(tx: ReadTx, table: TableName, ids: PersonIds, newestBy: string) =>
  present<Part<P>>(await exportedRows(tx, table, ids, newestBy))

async function profileAndPhoto(tx: ReadTx, userId: string) {
  const row = await findExportedProfile(tx, userId)
  if (!row) throw new AppError('unauthenticated', callMessages.authenticationRequired)
  const { photo_path, ...fields } = row
  return { profile: present<DataExport['profile']>([fields])[0]!, photo_path }
}

type Named = { service_name: string; further_services: { service_name: string }[] }

/** Replaces the columns of service names by one text with the names of all services. */
const withServices = <Row extends Named>({ service_name, further_services, ...row }: Row) => ({
  ...row,
  service: servicesOf({ service_name, further_services }),
})

const waitlist = async (tx: ReadTx, ids: PersonIds): Promise<DataExport['waitlist']> =>
  present(
    (await views.waitlistOf(tx, ids)).map((row) => ({
      ...withServices(row),
      offers: row.offers.map(({ made_at, ...offer }) => ({ ...offer, offered_at: isoInManila(new Date(made_at)) })),
    })),
  )

async function serviceHistory(tx: ReadTx, ids: PersonIds): Promise<DataExport['service_history']> {
  const addOns = await views.historyAddOnsOf(tx, ids)
  return present(
    (await views.serviceHistoryOf(tx, ids)).map(({ id, receipt_number, receipt_series, ...entry }) => ({
      ...entry,
      document: receipt_number === null ? null : documentName(receipt_number, receipt_series!),
      receipt_number,
      add_ons: addOns
        .filter((row) => row.client_service_id === id)
        .map((row) => ({ name: row.add_on_name, quantity: row.quantity })),
    })),
  )
}

/**
 * The rows of all tables that have no separate part in the export. Throws a 403 if they contain a part of the person's
 * chart while the account awaits confirmation, because an export without the chart would look complete.
 */
async function further(context: Context<Principal>, ids: PersonIds): Promise<DataExport['further']> {
  const tables = await exportedFurther(context.tx, ids)
  if (Object.keys(tables).some((table) => table in chartTables)) await requireConfirmedAccount(context)
  return Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, present(rows)]))
}

const activity = async (tx: ReadTx, ids: readonly string[]): Promise<DataExport['activity']> =>
  (await views.activityOf(tx, ids)).map((row) => ({
    at: isoInManila(row.happened_at),
    action: sentenceOf(row),
    type: row.kind,
    changed_fields: row.changes.map(({ field }) => field),
  }))

async function collect(context: Context<Principal>) {
  const { tx, user, now, branchId } = context
  const { profile, photo_path } = await profileAndPhoto(tx, user.id)
  const ids = await findAllRecords(context, user.id)
  const [card = null] = await rowsOf<'senior_pwd_card'>(tx, 'client_cards', ids, 'seen_at')
  const data: Omit<DataExport, 'photo'> = {
    exported_at: isoInManila(now),
    clinic: await clinicProfile(tx, branchId),
    profile,
    consents: await rowsOf<'consents'>(tx, 'consents', ids, 'given_at'),
    news: (await newsHistoryOf(tx, user.id)).map(({ by: _, ...choice }) => choice),
    closure_requests: await rowsOf<'closure_requests'>(tx, 'closure_requests', ids, 'requested_at'),
    appointments: present((await views.appointmentsOf(tx, ids)).map(withServices)),
    waitlist: await waitlist(tx, ids),
    walk_ins: present(await views.walkInsOf(tx, ids)),
    transactions: await exportedTransactions(tx, user.id),
    senior_pwd_card: card,
    service_history: await serviceHistory(tx, ids),
    log_ins: await rowsOf<'log_ins'>(tx, 'sessions', ids, 'created_at'),
    activity: await activity(tx, ids.people),
    further: await further(context, ids),
  }
  await writeAuditLog(context, { type: 'profile.data.downloaded', subjectId: user.id, parameters: {} })
  return { data, photo_path }
}

/** The photo as a `data:` URL; null when there is none. */
async function photoOf(folder: string, name: string | null): Promise<string | null> {
  const image = name === null ? null : await readImage(folder, name)
  return image && `data:image/webp;base64,${image.toString('base64')}`
}

/**
 * Exports everything the clinic stores about the caller and logs the export. Throws a 429 for too many exports in an
 * hour, and a 403 for a chart while the account awaits confirmation.
 */
export async function exportOwnData(
  context: DetachedContext<Principal>,
  photos: string,
  { dataExportsPerPerson: limit }: Limits,
): Promise<DataExport> {
  const { user, now } = context
  const tries = await context.inTransaction(({ tx }) => countTry(tx, 'data-export', user.id, limit, now))
  if (tries > limit.tries) throw new AppError('too_many', requestRefusals.tooMany, { retryAfter: limit.windowSeconds })
  const { data, photo_path } = await context.inTransaction(collect)
  const photo = await photoOf(photos, photo_path)
  void context.reply.header('content-disposition', 'attachment; filename="my-data.json"')
  return { ...data, photo }
}
