import type { ReadContext } from '#server/lib/context.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import type { WalkIn } from '#shared/walk-ins/contract.ts'
import { presentWalkIn } from './present-walk-in.ts'
import * as views from './views.ts'

/** Lists the walk-ins who are waiting today, by number. */
export const listQueue = async ({ tx, branchId, now }: ReadContext): Promise<WalkIn[]> =>
  (await views.waitingOn(tx, branchId, manilaDate(now))).map(presentWalkIn)
