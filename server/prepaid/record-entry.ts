import { requireClockWithoutLock, requireSensibleClock } from '#server/clinic/clock.ts'
import type { Context } from '#server/lib/context.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import * as queries from './queries.ts'

/**
 * Adds an entry without a document to an account, with the date of today. Throws a 409 while the server's clock is far
 * off, because the date of an entry is never changed. An entry for money that was paid in also stores the current time
 * as accepted: otherwise a clinic without sales at the till would be refused after two weeks. For other entries the
 * account is locked already, so they store no time (`requireClockWithoutLock`).
 */
export async function recordEntry(context: Context, entry: Omit<queries.Entry, 'entered_on'>): Promise<void> {
  const isPaidIn = entry.kind === 'sold' || entry.kind === 'brought_in'
  await (isPaidIn ? requireSensibleClock : requireClockWithoutLock)(context.tx, context)
  await queries.insertEntry(context.tx, { ...entry, entered_on: manilaDate(context.now) })
}
