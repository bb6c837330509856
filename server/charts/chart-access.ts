import type { ReadTx } from '#server/db/pool.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal, ReadContext } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { findPractitioner } from '#server/people/find-person.ts'
import { lockClientForUpdate } from '#server/people/merge-records.ts'
import type { ChartReadKind } from '#shared/charts/contract.ts'
import { chartMessages as s } from '#shared/charts/messages.ts'
import { chartKeptUntil } from '#shared/charts/retention.ts'
import { formatDate } from '#shared/lib/manila-time.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

export type { ChartOwner } from './views.ts'

/** Throws a 403 for a practitioner who has no visit with the client, unless the clinic opens all charts. */
async function requireReader(tx: ReadTx, user: Principal, clientId: string, isOpen: boolean): Promise<void> {
  // Only practitioners have visits of their own; everybody else with access to charts reads all of them.
  if (isOpen || !user.permissions.has('visits.own')) return
  const practitionerId = await findPractitioner(tx, user.id)
  if (practitionerId !== null && (await views.clientsWithVisit(tx, [clientId], practitionerId)).length > 0) return
  throw new AppError('forbidden', s.notYours)
}

/**
 * The client whose chart the caller may read. Throws a 404 when the clinic keeps no charts or there is no such client,
 * and a 403 for a practitioner without a visit with the client. The chart of a closed account is locked, and only those
 * who manage the clinic read it.
 */
export async function requireChart(
  { tx, branchId, user }: Pick<ReadContext<Principal>, 'tx' | 'branchId' | 'user'>,
  clientId: string,
): Promise<views.ChartOwner> {
  const settings = await views.settingsOf(tx, branchId)
  if (!settings.is_on) throw new AppError('not_found', s.notKept)
  const owner = await views.chartOwner(tx, clientId)
  if (!owner || (owner.closed_at && !user.permissions.has('clinic.manage'))) throw new AppError('not_found', s.notFound)
  await requireReader(tx, user, clientId, settings.is_open_to_practitioners)
  return owner
}

/**
 * Returns those of the clients whose alerts the caller may see. The front desk and admins see alerts of all clients
 * with an open account, a practitioner those of the clients whose charts they may read.
 */
export async function readableClients(
  { tx, branchId, user }: Pick<ReadContext<Principal>, 'tx' | 'branchId' | 'user'>,
  clientIds: readonly string[],
): Promise<string[]> {
  if (clientIds.length === 0) return []
  const open = await views.openClients(tx, clientIds)
  if (open.length === 0 || !user.permissions.has('visits.own')) return open
  const { is_open_to_practitioners } = await views.settingsOf(tx, branchId)
  if (is_open_to_practitioners) return open
  const practitionerId = await findPractitioner(tx, user.id)
  return practitionerId === null ? [] : views.clientsWithVisit(tx, open, practitionerId)
}

/**
 * Like `requireChart`, and locks the client's record, so that it is not merged or closed before the commit. Throws a
 * 409 for a locked chart.
 */
export async function requireWritableChart(context: Context<Principal>, clientId: string): Promise<views.ChartOwner> {
  const before = await requireChart(context, clientId)
  await lockClientForUpdate(context.tx, before.person_id)
  const owner = await requireChart(context, clientId)
  if (owner.closed_at) throw new AppError('conflict', s.locked(formatDate(chartKeptUntil(owner))))
  return owner
}

/**
 * Whose charts a caller may read: `all`, or only the charts of clients who have a visit with this practitioner.
 * `practitionerId` is null for an account without a linked practitioner, which reads no charts.
 */
export type ChartScope = 'all' | { practitionerId: string | null }

/** Finds whose charts the caller may read, for lists of many clients that filter by this scope in SQL. */
export async function findChartScope({
  tx,
  branchId,
  user,
}: Pick<ReadContext<Principal>, 'tx' | 'branchId' | 'user'>): Promise<ChartScope> {
  if (!user.permissions.has('visits.own')) return 'all'
  const { is_open_to_practitioners } = await views.settingsOf(tx, branchId)
  return is_open_to_practitioners ? 'all' : { practitionerId: await findPractitioner(tx, user.id) }
}

const TEN_MINUTES = 600_000

type Reading = { clientId: string; kind: ChartReadKind; subjectId: string | null }

/** Records in the read log that the caller has opened a chart, or one photo or document of it. */
export const recordChartRead = (
  { tx, branchId, now, user }: Context<Principal>,
  { clientId, kind, subjectId }: Reading,
): Promise<unknown> =>
  queries.insertRead(tx, {
    id: newId(),
    branch_id: branchId,
    client_id: clientId,
    kind,
    subject_id: subjectId,
    read_at: now,
    read_by: user.id,
    read_by_name: user.name,
    ten_minutes: Math.floor(now.getTime() / TEN_MINUTES),
  })

/** Records in the read log that the charts of all clients leave the clinic with an export. */
export const recordReadOfAllCharts = ({ tx, branchId, now, user }: Context<Principal>): Promise<unknown> =>
  queries.insertReadsOfAllCharts(tx, {
    branch_id: branchId,
    read_at: now,
    read_by: user.id,
    read_by_name: user.name,
    ten_minutes: Math.floor(now.getTime() / TEN_MINUTES),
  })

/**
 * Runs a read of a part of a chart in a transaction, and records that the caller opened this chart. Every call that
 * reads a chart uses this function, so that none is missing in the read log.
 */
export const withChart = <Result>(
  context: DetachedContext<Principal>,
  clientId: string,
  work: (inside: Context<Principal>, owner: views.ChartOwner) => Promise<Result>,
): Promise<Result> =>
  context.inTransaction(async (inside) => {
    const owner = await requireChart(inside, clientId)
    const result = await work(inside, owner)
    await recordChartRead(inside, { clientId, kind: 'chart', subjectId: null })
    return result
  })
