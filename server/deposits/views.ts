import { sql } from 'kysely'
import { printCountOf } from '#server/prepaid/public.ts'
import { likePattern, matchesPersonSearch } from '#server/db/search-conditions.ts'
import type { ReadTx } from '#server/db/pool.ts'
import type { DepositGroup } from '#shared/deposits/contract.ts'
import type { DepositStatus } from '#shared/deposits/records.ts'
import type { PageQuery } from '#shared/lib/paging.ts'

/** The status of a deposit. It follows from the account and the visit, so it is not stored. */
const status = sql<DepositStatus>`case
  when deposits.account_id is null and deposits.reported_at is not null then 'reported'
  when deposits.account_id is null and appointments.status in ('cancelled', 'completed') then 'expired'
  when deposits.account_id is null then 'requested'
  when prepaid_voids.amount_centavos > 0 then 'returned'
  when prepaid_voids.account_id is not null then 'kept'
  when prepaid_accounts.balance_centavos = 0 then 'used'
  else 'paid' end`

/** The group of the list to which a deposit belongs. */
const group = sql<DepositGroup>`case when ${status} in ('reported', 'requested', 'paid') then ${status}
  else 'closed' end`

/** The names of a visit's services in their order. */
const serviceNames = sql<string[]>`array(
  select services.name from services where services.id = appointments.service_id
  union all select further.name from (
    select services.name from appointment_services part join services on services.id = part.service_id
    where part.appointment_id = appointments.id order by part.position) further)`

const joined = (tx: ReadTx) =>
  tx
    .selectFrom('deposits')
    .innerJoin('appointments', 'appointments.id', 'deposits.appointment_id')
    .innerJoin('clients', 'clients.id', 'deposits.client_id')
    .innerJoin('users', 'users.id', 'clients.person_id')
    .leftJoin('prepaid_accounts', 'prepaid_accounts.id', 'deposits.account_id')
    .leftJoin('prepaid_sales', 'prepaid_sales.account_id', 'deposits.account_id')
    .leftJoin('prepaid_voids', 'prepaid_voids.account_id', 'deposits.account_id')

const rows = (tx: ReadTx) =>
  joined(tx)
    .selectAll('deposits')
    .select([
      'appointments.appointment_date',
      'appointments.appointment_time',
      'appointments.status as visit_status',
      'appointments.cancel_reason',
      'appointments.starts_at',
      // Of a cancelled visit, this is the time of the cancellation.
      'appointments.updated_at as visit_changed_at',
      'appointments.lapses_at',
      'users.id as user_id',
      'users.name as client',
      'prepaid_accounts.balance_centavos',
      'prepaid_sales.number',
      'prepaid_sales.method as paid_by',
      'prepaid_sales.reference_number as paid_reference',
      'prepaid_sales.sold_at as paid_at',
      'prepaid_sales.cashier_name as verified_by',
      'prepaid_voids.reason as settled_reason',
      'prepaid_voids.voided_at as settled_at',
      'prepaid_voids.voided_by_name as settled_by',
    ])
    .select([
      status.as('status'),
      serviceNames.as('services'),
      printCountOf('deposits.account_id').as('print_count'),
      sql<boolean>`exists (select from deposit_pictures where deposit_id = deposits.id)`.as('has_picture'),
    ])

export type DepositRow = NonNullable<Awaited<ReturnType<typeof depositById>>>

export const depositById = (tx: ReadTx, branchId: string, id: string) =>
  rows(tx).where('deposits.branch_id', '=', branchId).where('deposits.id', '=', id).executeTakeFirst()

const ofVisit = (tx: ReadTx, appointmentId: string) => rows(tx).where('deposits.appointment_id', '=', appointmentId)

/** The deposit of a visit of this client; undefined if the visit has none or belongs to another client. */
export const depositOfVisit = (tx: ReadTx, clientId: string, appointmentId: string) =>
  ofVisit(tx, appointmentId).where('deposits.client_id', '=', clientId).executeTakeFirst()

/** The deposit of a visit of this branch, for staff; undefined if the visit has none. */
export const depositOfBranchVisit = (tx: ReadTx, branchId: string, appointmentId: string) =>
  ofVisit(tx, appointmentId).where('deposits.branch_id', '=', branchId).executeTakeFirst()

/** The deposits of a client with one of these statuses, by the date of the visit. */
export const depositsOfClient = (
  tx: ReadTx,
  clientId: string,
  statuses: readonly DepositStatus[],
): Promise<DepositRow[]> =>
  rows(tx)
    .where('deposits.client_id', '=', clientId)
    .where(status, 'in', statuses)
    .orderBy('appointments.starts_at')
    .orderBy('deposits.id')
    .execute()

type Filter = { branchId: string; search: string }

const filtered = (tx: ReadTx, { branchId, search }: Filter) => {
  const all = joined(tx).where('deposits.branch_id', '=', branchId)
  if (search === '') return all
  const pattern = likePattern(search)
  return all.where(({ or }) =>
    or([
      matchesPersonSearch(search),
      sql<boolean>`coalesce(prepaid_sales.reference_number, deposits.reference_number, '') ilike ${pattern}`,
    ]),
  )
}

/** Counts the deposits in each group of the list. A group without deposits is missing in the result. */
export async function countByGroup(tx: ReadTx, filter: Filter): Promise<Partial<Record<DepositGroup, number>>> {
  const counted = await filtered(tx, filter)
    .select(({ fn }) => [group.as('group'), fn.countAll<number>().as('total')])
    .groupBy(group)
    .execute()
  return Object.fromEntries(counted.map((row) => [row.group, row.total]))
}

/**
 * A page of the deposits of a group, sorted by the date of the visit; the group of closed deposits has the newest
 * first.
 */
export async function depositsPage(
  tx: ReadTx,
  filter: Filter,
  wanted: DepositGroup,
  { page, per_page }: Pick<PageQuery, 'page' | 'per_page'>,
): Promise<DepositRow[]> {
  const way = wanted === 'closed' ? 'desc' : 'asc'
  const ids = await filtered(tx, filter)
    .select('deposits.id')
    .where(group, '=', wanted)
    .orderBy('appointments.starts_at', way)
    .orderBy('deposits.id', way)
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  if (ids.length === 0) return []
  const found = await rows(tx)
    .where(
      'deposits.id',
      'in',
      ids.map(({ id }) => id),
    )
    .execute()
  return ids.map(({ id }) => found.find((row) => row.id === id)!)
}

export const pictureOf = async (tx: ReadTx, branchId: string, id: string): Promise<Buffer | undefined> =>
  (
    await tx
      .selectFrom('deposit_pictures')
      .innerJoin('deposits', 'deposits.id', 'deposit_pictures.deposit_id')
      .select('picture')
      .where('deposits.branch_id', '=', branchId)
      .where('deposits.id', '=', id)
      .executeTakeFirst()
  )?.picture

/** The deposit rules of offered services. */
export const rulesOfServices = (tx: ReadTx) =>
  tx
    .selectFrom('deposit_rules')
    .innerJoin('services', 'services.id', 'deposit_rules.service_id')
    .select(['deposit_rules.service_id', 'deposit_rules.kind', 'deposit_rules.value'])
    .where('services.deleted_at', 'is', null)
    .orderBy('services.name')
    .orderBy('services.id')
    .execute()
