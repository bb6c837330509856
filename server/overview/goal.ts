import { monthlyGoal, saveMonthlyGoal } from '#server/clinic/clinic-profile.ts'
import { lockBranch } from '#server/clinic/public.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import { changesBetween } from '#shared/lib/event-type.ts'
import { toCentavos, toPesos } from '#shared/lib/money.ts'
import type { Goal } from '#shared/overview/contract.ts'
import { overviewEvents } from '#shared/overview/events.ts'

/** The goal for the net sales of a month, in pesos, with the branch's version. */
export async function readGoal(tx: ReadTx, branchId: string): Promise<Goal> {
  const { centavos, version } = await monthlyGoal(tx, branchId)
  return { monthly_goal: centavos === null ? null : toPesos(centavos), version }
}

/**
 * Saves the goal for the net sales of a month; an unchanged goal is not written. Throws a 409 with the newer goal for a
 * stale form.
 */
export async function saveGoal(context: Context<Principal>, monthly_goal: number | null): Promise<Goal> {
  const { tx, branchId } = context
  await lockBranch(tx, branchId)
  const before = await readGoal(tx, branchId)
  const changes = changesBetween(overviewEvents['overview.goal.changed'], before, { monthly_goal })
  if (changes.length === 0) return before
  requireVersion(context, before)
  await saveMonthlyGoal(context, monthly_goal === null ? null : toCentavos(monthly_goal))
  await writeAuditLog(context, { type: 'overview.goal.changed', subjectId: null, parameters: {}, changes })
  return readGoal(tx, branchId)
}
