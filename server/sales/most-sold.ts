import type { ReadContext } from '#server/lib/context.ts'
import { addDays, manilaDate } from '#shared/lib/manila-time.ts'
import * as views from './views.ts'

const DAYS = 90
const COUNT = 24

/** The services that this branch sold most in the last 90 days. */
export const mostSold = ({ tx, now, branchId }: ReadContext) =>
  views.mostSoldSince(tx, { branchId, from: addDays(manilaDate(now), -DAYS), limit: COUNT })
