import { sql, type RawBuilder } from 'kysely'
import { inBatches } from '#server/db/in-batches.ts'
import type { ReadTx } from '#server/db/pool.ts'
import type { ApprovalKind } from '#shared/approvals/contract.ts'
import type { MovementKind } from '#shared/cash/drawer.ts'
import type { TillActionKind } from '#shared/cash/till-actions.ts'
import { addDays, instantOf, type CivilDate } from '#shared/lib/manila-time.ts'

/**
 * Which rows of a list are read: those of a branch, of some days, of a person and of a kind. A field that is not given
 * does not restrict the list.
 */
export type MovementFilter = {
  branchId: string
  from?: CivilDate | undefined
  to?: CivilDate | undefined
  cashier_id?: string | undefined
  kind?: string | undefined
}

/**
 * A list of what cashiers do besides sales, such as cash movements. The SQL of the list uses `row` as the alias of the
 * listed table.
 */
type MovementList<Row> = {
  columns: RawBuilder<Row>
  from: RawBuilder<unknown>
  /** SQL: the condition for the rows of a branch that belong to the list. */
  where: (branchId: string) => RawBuilder<unknown>
  /** The SQL columns with the time and the person of a row. */
  at: string
  by: string
}

type MovementRow = {
  id: string
  terminal_name: string
  cashier_name: string
  kind: MovementKind
  amount_centavos: number
  reason: string | null
  slip_number: string | null
  moved_at: Date
  moved_by_name: string
  approver_name: string | null
}

/** Money that went into or out of drawers, with the shift's cashier and terminal. */
export const movements: MovementList<MovementRow> = {
  columns: sql`row.id, terminals.name as terminal_name, shifts.cashier_name, row.kind, row.amount_centavos, row.reason,
    row.slip_number, row.moved_at, row.moved_by_name, approvals.approver_name`,
  from: sql`cash_movements row join shifts on shifts.id = row.shift_id
    join terminals on terminals.id = shifts.terminal_id left join approvals on approvals.id = row.approval_id`,
  where: (branchId) => sql`terminals.branch_id = ${branchId}`,
  at: 'row.moved_at',
  by: 'row.moved_by',
}

type ApprovalRow = {
  id: string
  kind: ApprovalKind
  amount_centavos: number
  requested_by: string
  approver_name: string
  approved_at: Date
}

/** Approvals that no document and no movement has used, with the name of the person who asked. */
export const unusedApprovals: MovementList<ApprovalRow> = {
  columns: sql`row.id, row.kind, row.amount_centavos, users.name as requested_by, row.approver_name, row.approved_at`,
  from: sql`approvals row join users on users.id = row.requested_by`,
  where: () => sql`not exists (select from documents where approval_id = row.id)
    and not exists (select from cash_movements where approval_id = row.id)`,
  at: 'row.approved_at',
  by: 'row.requested_by',
}

type TillActionRow = {
  id: string
  terminal_name: string | null
  kind: TillActionKind
  description: string
  amount_centavos: number
  acted_at: Date
  acted_by_name: string
  received_at: Date
  received_from_name: string
}

/**
 * Deleted lines, abandoned orders and openings of the drawer. They are filtered and sorted by the time at which the
 * server received them, because a wrong clock of a device could move the time of an action out of the owner's sight.
 */
export const tillActions: MovementList<TillActionRow> = {
  columns: sql`row.id, terminals.name as terminal_name, row.kind, row.description, row.amount_centavos, row.acted_at,
    row.acted_by_name, row.received_at, row.received_from_name`,
  from: sql`till_actions row left join terminals on terminals.id = row.terminal_id`,
  where: (branchId) => sql`row.branch_id = ${branchId}`,
  at: 'row.received_at',
  by: 'row.acted_by',
}

/** The rows of a list that match a filter. The filter's days begin at midnight in Manila. */
function found<Row>(list: MovementList<Row>, { branchId, from, to, cashier_id, kind }: MovementFilter) {
  const conditions = [
    list.where(branchId),
    ...(from ? [sql`${sql.ref(list.at)} >= ${instantOf(from, '00:00:00')}`] : []),
    ...(to ? [sql`${sql.ref(list.at)} < ${instantOf(addDays(to, 1), '00:00:00')}`] : []),
    ...(cashier_id ? [sql`${sql.ref(list.by)} = ${cashier_id}`] : []),
    ...(kind ? [sql`row.kind = ${kind}`] : []),
  ]
  return sql`from ${list.from} where ${sql.join(conditions, sql` and `)}`
}

const newestFirst = <Row>(list: MovementList<Row>, filter: MovementFilter) =>
  sql<Row>`select ${list.columns} ${found(list, filter)} order by ${sql.ref(list.at)} desc, row.id desc`

type Page = { page: number; per_page: number }

/** One page of the rows of a list that match a filter, newest first. */
export async function pageOf<Row>(
  tx: ReadTx,
  list: MovementList<Row>,
  filter: MovementFilter,
  { page, per_page }: Page,
): Promise<Row[]> {
  const { rows } =
    await sql<Row>`${newestFirst(list, filter)} limit ${per_page} offset ${(page - 1) * per_page}`.execute(tx)
  return rows
}

/** All rows of a list that match a filter, newest first, in batches. */
export const batchesOf = <Row>(tx: ReadTx, list: MovementList<Row>, filter: MovementFilter) =>
  inBatches(tx, newestFirst(list, filter))

type KindSum = { kind: string; count: number; amount: number }

/** The number and the amount of the rows that match a filter, by kind. */
export async function sumsOf<Row>(tx: ReadTx, list: MovementList<Row>, filter: MovementFilter): Promise<KindSum[]> {
  const { rows } = await sql<KindSum>`select row.kind, count(*)::int as count,
    sum(row.amount_centavos)::bigint as amount ${found(list, filter)} group by 1 order by 1`.execute(tx)
  return rows
}

/** Everybody who appears in a list of the branch, by present name. */
export async function peopleOf<Row>(tx: ReadTx, list: MovementList<Row>, branchId: string) {
  const { rows } = await sql<{ id: string; name: string }>`select people.id, people.name from users people
    where people.id in (select ${sql.ref(list.by)} ${found(list, { branchId })}) order by 2, 1`.execute(tx)
  return rows
}

/** A bank drop of the branch; undefined for another movement. */
export const dropOfBranch = (tx: ReadTx, branchId: string, id: string) =>
  tx
    .selectFrom('cash_movements')
    .innerJoin('shifts', 'shifts.id', 'cash_movements.shift_id')
    .innerJoin('terminals', 'terminals.id', 'shifts.terminal_id')
    .where('terminals.branch_id', '=', branchId)
    .where('cash_movements.id', '=', id)
    .where('cash_movements.kind', '=', 'drop')
    .select([
      'cash_movements.shift_id',
      'terminals.name as terminal',
      'cash_movements.amount_centavos as amount',
      sql<string>`coalesce(slip_number, '')`.as('slip'),
    ])
    .executeTakeFirst()
