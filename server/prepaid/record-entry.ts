import { requireClockWithoutLock, requireSensibleClock } from '#server/clinic/clock.ts'
import type { Context } from '#server/lib/context.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import * as queries from './queries.ts'

/**
 * Adds an entry without a document to an account, with the date of today. Throws a 409 while the server's clock is far
 * off, because the date of an entry is never changed. If money was paid in, the current time is also stored as the last
 * accepted time. Otherwise the check of the clock would refuse entries in a clinic that has made no sales for two
 * weeks. The other entries only check the clock (`requireClockWithoutLock`): their account is locked already, and
 * storing the time would take a second lock.
 */
export async function recordEntry(context: Context, entry: Omit<queries.Entry, 'entered_on'>): Promise<void> {
  const isPaidIn = entry.kind === 'sold' || entry.kind === 'brought_in'
  await (isPaidIn ? requireSensibleClock : requireClockWithoutLock)(context.tx, context)
  await queries.insertEntry(context.tx, { ...entry, entered_on: manilaDate(context.now) })
}
