import { sql, type RawBuilder } from 'kysely'
import { hasChart } from '#server/db/personal-data/statements.ts'
import { inBatches } from '#server/db/in-batches.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { matchesPersonSearch } from '#server/db/search-conditions.ts'
import { permissionsOf } from '#shared/auth/permissions.ts'
import type { ChainedRecords, ChartReadKind, KEPT_CHARTS } from '#shared/charts/contract.ts'
import { ROLES } from '#shared/users/roles.ts'
import { CHART_YEARS } from '#shared/charts/retention.ts'
import { addDays, instantOf, type CivilDate } from '#shared/lib/manila-time.ts'

export const settingsOf = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('chart_settings')
    .select(['is_on', 'is_open_to_practitioners', 'version'])
    .where('branch_id', '=', branchId)
    .executeTakeFirstOrThrow()

/** A client whose record was not merged into another, with an open or closed account. */
export const chartOwner = (tx: ReadTx, clientId: string) =>
  tx
    .selectFrom('clients')
    .innerJoin('users', 'users.id', 'clients.person_id')
    .select([
      'clients.id as client_id',
      'clients.person_id',
      'clients.joined_at',
      'clients.last_visit',
      'users.name',
      'users.contact_number',
      'users.photo_path',
      'users.closed_at',
    ])
    .where('clients.id', '=', clientId)
    .where('clients.merged_into', 'is', null)
    .executeTakeFirst()
export type ChartOwner = NonNullable<Awaited<ReturnType<typeof chartOwner>>>

/**
 * Returns the clients among the given ones who have a visit with the practitioner that was not cancelled before it
 * began. After a visit that was cancelled during the treatment, the practitioner must still finish the treatment note.
 */
export async function clientsWithVisit(
  tx: ReadTx,
  clientIds: readonly string[],
  practitionerId: string,
): Promise<string[]> {
  const found = await tx
    .selectFrom('appointments')
    .select('client_id')
    .distinct()
    .where('client_id', 'in', clientIds)
    .where((is) => is.or([is('status', '!=', 'cancelled'), is('started_at', 'is not', null)]))
    .where((is) =>
      is.or([
        is('practitioner_id', '=', practitionerId),
        is.exists(
          is
            .selectFrom('appointment_services')
            .select('appointment_id')
            .whereRef('appointment_id', '=', 'appointments.id')
            .where('practitioner_id', '=', practitionerId),
        ),
      ]),
    )
    .execute()
  return found.map(({ client_id }) => client_id)
}

/** Returns the ids, among the given ones, of clients with an open account whose record was not merged into another. */
export const openClients = async (tx: ReadTx, clientIds: readonly string[]): Promise<string[]> =>
  (
    await tx
      .selectFrom('clients')
      .innerJoin('users', 'users.id', 'clients.person_id')
      .select('clients.id')
      .where('clients.id', 'in', clientIds)
      .where('clients.merged_into', 'is', null)
      .where('users.closed_at', 'is', null)
      .execute()
  ).map(({ id }) => id)

type ReadFilter = {
  branchId: string
  /** Selects rows about clients with these words in their name. */
  search: string
  from?: CivilDate | undefined
  to?: CivilDate | undefined
  reader_id?: string | undefined
  kind?: ChartReadKind | undefined
}

/** SQL: the conditions of a filter, without those that need the client's name. */
function matchesFilter({ branchId, from, to, reader_id, kind }: ReadFilter): RawBuilder<boolean> {
  const conditions = [
    sql`chart_reads.branch_id = ${branchId}`,
    ...(from ? [sql`chart_reads.read_at >= ${instantOf(from, '00:00:00')}`] : []),
    ...(to ? [sql`chart_reads.read_at < ${instantOf(addDays(to, 1), '00:00:00')}`] : []),
    ...(reader_id ? [sql`chart_reads.read_by = ${reader_id}`] : []),
    ...(kind ? [sql`chart_reads.kind = ${kind}`] : []),
  ]
  return sql`${sql.join(conditions, sql` and `)}`
}

function readsOf(tx: ReadTx, filter: ReadFilter) {
  const reads = tx
    .selectFrom('chart_reads')
    .innerJoin('clients', 'clients.id', 'chart_reads.client_id')
    .innerJoin('users', 'users.id', 'clients.person_id')
    .where(matchesFilter(filter))
  return filter.search === '' ? reads : reads.where(matchesPersonSearch(filter.search))
}

const columns = [
  'chart_reads.id',
  'chart_reads.kind',
  'chart_reads.read_at',
  'chart_reads.read_by_name',
  'clients.id as client_id',
  'users.name as client_name',
] as const

const newestFirst = (tx: ReadTx, filter: ReadFilter) =>
  readsOf(tx, filter).select(columns).orderBy('read_at', 'desc').orderBy('chart_reads.id', 'desc')

export const pageOfReads = (tx: ReadTx, filter: ReadFilter, page: { offset: number; limit: number }) =>
  newestFirst(tx, filter).offset(page.offset).limit(page.limit).execute()

/** Counts the rows of the read log that match a filter; reads the names of people only for a search. */
export function countReads(tx: ReadTx, filter: ReadFilter): Promise<number> {
  const count = sql<number>`count(*)`.as('count')
  const reads =
    filter.search === ''
      ? tx.selectFrom('chart_reads').where(matchesFilter(filter)).select(count)
      : readsOf(tx, filter).select(count)
  return reads.executeTakeFirstOrThrow().then((row) => row.count)
}

export const readsInBatches = (tx: ReadTx, filter: ReadFilter) => inBatches(tx, newestFirst(tx, filter))

const chartReaders = ROLES.filter((role) => permissionsOf(role).has('charts.read'))

/** The people who may read charts, by name. */
export const readersOf = (tx: ReadTx) =>
  tx.selectFrom('users').select(['id', 'name']).where('role', 'in', chartReaders).orderBy('search_text').execute()

/** SQL: the last date on which a client's chart must be kept, as `chartKeptUntil` computes it. */
const keptUntil = sql<CivilDate>`(coalesce(clients.last_visit, (clients.joined_at at time zone 'Asia/Manila')::date)
  + make_interval(years => ${CHART_YEARS}))::date`

type KeptFilter = { state: (typeof KEPT_CHARTS)[number]; search: string; today: CivilDate }

function keptCharts(tx: ReadTx, { state, search, today }: KeptFilter) {
  const charts = tx
    .selectFrom('clients')
    .innerJoin('users', 'users.id', 'clients.person_id')
    .where('clients.merged_into', 'is', null)
    .where(hasChart(sql.ref('clients.id')))
    .where(keptUntil, state === 'past' ? '<' : '>=', today)
    .$if(state === 'locked', (all) => all.where('users.closed_at', 'is not', null))
  return search === '' ? charts : charts.where(matchesPersonSearch(search))
}

/** Charts of closed accounts, or charts that need not be kept any longer; the oldest last visit first. */
export const pageOfKeptCharts = (tx: ReadTx, filter: KeptFilter, page: { offset: number; limit: number }) =>
  keptCharts(tx, filter)
    .select([
      'clients.id as client_id',
      'users.name',
      'users.closed_at',
      'clients.last_visit',
      keptUntil.as('kept_until'),
    ])
    .orderBy('kept_until')
    .orderBy('clients.id')
    .offset(page.offset)
    .limit(page.limit)
    .execute()

export const countKeptCharts = (tx: ReadTx, filter: KeptFilter) =>
  keptCharts(tx, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
    .then(({ count }) => count)

const chainOf = (tx: ReadTx, branchId: string, records: ChainedRecords) =>
  tx
    .selectFrom('record_chain')
    .selectAll()
    .where('branch_id', '=', branchId)
    .where('records', '=', records)
    .orderBy('number')
export type ChainEntry = Awaited<ReturnType<ReturnType<typeof chainOf>['execute']>>[number]

/** The entries of the chain of signed forms or notes, in their order. */
export const chainInBatches = (tx: ReadTx, branchId: string, records: ChainedRecords) =>
  inBatches(tx, chainOf(tx, branchId, records))

export const chainHead = (tx: ReadTx, branchId: string, records: ChainedRecords) =>
  tx
    .selectFrom('record_chain_heads')
    .select(['number', 'hash'])
    .where('branch_id', '=', branchId)
    .where('records', '=', records)
    .executeTakeFirst()

export const lastRecordCheck = (tx: ReadTx, branchId: string) =>
  tx.selectFrom('record_checks').selectAll().where('branch_id', '=', branchId).executeTakeFirst()

export const namesOfClients = (tx: ReadTx, ids: readonly string[]) =>
  tx
    .selectFrom('clients')
    .innerJoin('users', 'users.id', 'clients.person_id')
    .select(['clients.id', 'users.name'])
    .where('clients.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
