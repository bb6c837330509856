import { AppError } from '#server/lib/app-error.ts'
import type { Context, ReadContext } from '#server/lib/context.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import type { WalkInState } from '#shared/walk-ins/contract.ts'
import { walkInMessages as s } from '#shared/walk-ins/messages.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/** Reads a walk-in of the branch. Throws a 404 if it is unknown. */
export async function requireWalkIn({ tx, branchId }: ReadContext, id: string): Promise<views.WalkInRow> {
  const row = await views.walkInById(tx, id)
  if (row?.branch_id !== branchId) throw new AppError('not_found', s.notFound)
  return row
}

/**
 * Locks a walk-in of today that is in one of the `states` until the transaction ends. Throws a 404 if it is unknown, and a
 * 409 if it is from another day or in another state.
 */
export async function lockWalkInOfToday(
  context: Context,
  id: string,
  states: readonly WalkInState[],
): Promise<views.WalkInRow> {
  await queries.lockWalkIn(context.tx, id)
  const row = await requireWalkIn(context, id)
  if (row.business_date !== manilaDate(context.now)) throw new AppError('conflict', s.notOfToday)
  if (!states.includes(row.state)) throw new AppError('conflict', s.isOver(row.name))
  return row
}
