import type { ReadContext } from '#server/lib/context.ts'
import type { movementContract } from '#shared/cash/movement-contract.ts'
import { TILL_ACTION_KINDS } from '#shared/cash/till-actions.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import * as views from './movement-views.ts'

type Query = Omit<views.MovementFilter, 'branchId'> & { page: number; per_page: number }

/**
 * One page of a list, newest first, with the counts and sums by kind of all rows that match the filter. `cashiers` are
 * all people who appear in the list, whatever the filter.
 */
async function readList<Row>(
  { tx, branchId }: ReadContext,
  list: Parameters<typeof views.pageOf<Row>>[1],
  { page, per_page, ...given }: Query,
) {
  const filter = { ...given, branchId }
  const rows = await views.pageOf(tx, list, filter, { page, per_page })
  const sums = await views.sumsOf(tx, list, filter)
  const cashiers = await views.peopleOf(tx, list, branchId)
  const total = sums.reduce((all, { count }) => all + count, 0)
  return { rows, sums, cashiers, counters: { total, page, per_page } }
}

/** One page of pay-ins, pay-outs and bank drops. */
export async function listMovements(
  context: ReadContext,
  query: Parsed<typeof movementContract.movements>['querystring'],
): Promise<Answer<typeof movementContract.movements>> {
  const { rows, sums, cashiers, counters } = await readList(context, views.movements, query)
  const data = rows.map((row) => ({
    id: row.id,
    terminal_name: row.terminal_name,
    cashier_name: row.cashier_name,
    kind: row.kind,
    amount: toPesos(row.amount_centavos),
    reason: row.reason,
    slip_number: row.slip_number,
    moved_at: isoInManila(row.moved_at),
    moved_by: row.moved_by_name,
    approved_by: row.approver_name,
  }))
  const sumOf = (wanted: string) => toPesos(sums.find(({ kind }) => kind === wanted)?.amount ?? 0)
  return {
    data,
    ...counters,
    summary: { cashiers, sums: { in: sumOf('in'), out: sumOf('out'), drop: sumOf('drop') } },
  }
}

/** One page of approvals that were given and not used. */
export async function listUnusedApprovals(
  context: ReadContext,
  query: Parsed<typeof movementContract.unusedApprovals>['querystring'],
): Promise<Answer<typeof movementContract.unusedApprovals>> {
  const { rows, cashiers, counters } = await readList(context, views.unusedApprovals, query)
  const data = rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    amount: toPesos(row.amount_centavos),
    requested_by: row.requested_by,
    approved_by: row.approver_name,
    approved_at: isoInManila(row.approved_at),
  }))
  return { data, ...counters, summary: { cashiers } }
}

/** One page of deleted lines, abandoned orders and openings of the drawer. */
export async function listTillActions(
  context: ReadContext,
  query: Parsed<typeof movementContract.tillActions>['querystring'],
): Promise<Answer<typeof movementContract.tillActions>> {
  const { rows, sums, cashiers, counters } = await readList(context, views.tillActions, query)
  const data = rows.map((row) => ({
    id: row.id,
    terminal_name: row.terminal_name,
    kind: row.kind,
    description: row.description,
    amount: toPesos(row.amount_centavos),
    acted_at: isoInManila(row.acted_at),
    acted_by: row.acted_by_name,
    received_at: isoInManila(row.received_at),
    received_from: row.received_from_name,
  }))
  const kinds = TILL_ACTION_KINDS.map((kind) => {
    const { count, amount } = sums.find((sum) => sum.kind === kind) ?? { count: 0, amount: 0 }
    return { kind, count, amount: toPesos(amount) }
  })
  return { data, ...counters, summary: { cashiers, kinds } }
}
