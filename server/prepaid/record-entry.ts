import { requireClockWithoutLock, requireSensibleClock } from '#server/clinic/clock.ts'
import type { Context } from '#server/lib/context.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import * as queries from './queries.ts'

/**
 * Adds an entry without a document to an account, with the date of today. Throws a 409 while the server's clock is far
 * off, because the date of an entry is never changed. An entry of money that is paid in also stores the time as accepted,
 * so that a clinic without sales at the till is not refused after two weeks. Other entries have locked their account, so
 * they store no time (`requireClockWithoutLock`).
 */
export async function recordEntry(context: Context, entry: Omit<queries.Entry, 'entered_on'>): Promise<void> {
  const isPaidIn = entry.kind === 'sold' || entry.kind === 'brought_in'
  await (isPaidIn ? requireSensibleClock : requireClockWithoutLock)(context.tx, context)
  await queries.insertEntry(context.tx, { ...entry, entered_on: manilaDate(context.now) })
}
