import type { ReadContext } from '#server/lib/context.ts'
import type { cashManagementContract } from '#shared/cash/management-contract.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import { movementsPage, unusedApprovalsPage } from './movement-views.ts'

/** One page of pay-ins, pay-outs and bank drops, newest first. */
export async function listMovements(
  { tx, branchId }: ReadContext,
  query: Parsed<typeof cashManagementContract.movements>['querystring'],
): Promise<Answer<typeof cashManagementContract.movements>> {
  const { rows, total } = await movementsPage(tx, branchId, query)
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
  return { data, total, page: query.page, per_page: query.per_page }
}

/** One page of approvals that were given and not used, newest first. */
export async function listUnusedApprovals(
  { tx }: ReadContext,
  query: Parsed<typeof cashManagementContract.unusedApprovals>['querystring'],
): Promise<Answer<typeof cashManagementContract.unusedApprovals>> {
  const { rows, total } = await unusedApprovalsPage(tx, query)
  const data = rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    amount: toPesos(row.amount_centavos),
    requested_by: row.requested_by,
    approved_by: row.approver_name,
    approved_at: isoInManila(row.approved_at),
  }))
  return { data, total, page: query.page, per_page: query.per_page }
}
