import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'

type Page = { page: number; per_page: number }

/** Money that went into or out of drawers, newest first, with the shift's cashier and terminal. */
export async function movementsPage(tx: ReadTx, branchId: string, { page, per_page }: Page) {
  const found = tx
    .selectFrom('cash_movements')
    .innerJoin('shifts', 'shifts.id', 'cash_movements.shift_id')
    .innerJoin('terminals', 'terminals.id', 'shifts.terminal_id')
    .leftJoin('approvals', 'approvals.id', 'cash_movements.approval_id')
    .where('terminals.branch_id', '=', branchId)
  const rows = await found
    .selectAll('cash_movements')
    .select(['terminals.name as terminal_name', 'shifts.cashier_name', 'approvals.approver_name'])
    .orderBy('moved_at', 'desc')
    .orderBy('cash_movements.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  const { count } = await found.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return { rows, total: count }
}

/** Approvals that no document and no movement has used, newest first, with the name of the person who asked. */
export async function unusedApprovalsPage(tx: ReadTx, { page, per_page }: Page) {
  const found = tx
    .selectFrom('approvals')
    .innerJoin('users', 'users.id', 'approvals.requested_by')
    .where(sql<boolean>`not exists (select from documents where approval_id = approvals.id)`)
    .where(sql<boolean>`not exists (select from cash_movements where approval_id = approvals.id)`)
  const rows = await found
    .select(['approvals.id', 'kind', 'amount_centavos', 'approver_name', 'approved_at', 'users.name as requested_by'])
    .orderBy('approved_at', 'desc')
    .orderBy('approvals.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  const { count } = await found.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return { rows, total: count }
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
