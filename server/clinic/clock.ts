import type { ReadTx, Tx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { clockProblem, isClockStale } from '#shared/clinic/clock.ts'
import type { Clock } from '#shared/clinic/documents-contract.ts'
import { documentsMessages as s } from '#shared/clinic/messages.ts'
import { formatInstant, isoInManila } from '#shared/lib/manila-time.ts'
import * as queries from './queries.ts'

type Now = { branchId: string; now: Date }

const problemOf = (now: Date, accepted: Date | undefined) => (accepted ? clockProblem(now, accepted) : null)

/**
 * Throws a 409 when the server's clock is far behind or ahead of the last document, shift or reading, before a date
 * that cannot be taken back is written. An admin who has checked the clock can accept it.
 */
export async function requireSensibleClock(tx: Tx, { branchId, now }: Now): Promise<void> {
  const accepted = await queries.readAcceptedClock(tx, branchId)
  await requireClockNear(tx, { branchId, now }, accepted)
}

function refuseWrongClock(now: Date, accepted: Date | undefined): void {
  if (problemOf(now, accepted))
    throw new AppError('conflict', s.clockRefused(s.clockOff(formatInstant(now), formatInstant(accepted!))))
}

/**
 * Throws the 409 of `requireSensibleClock`, but does not store the time as accepted, because storing locks a row. Changes
 * that have already locked a shift or an account of money paid ahead call this function: a sale locks the row of the
 * accepted time first and the shift or account second, so the opposite order could deadlock.
 */
export const requireClockWithoutLock = async (tx: ReadTx, { branchId, now }: Now): Promise<void> =>
  refuseWrongClock(now, await queries.readAcceptedClock(tx, branchId))

/** Does the same as `requireSensibleClock` for callers that have read the accepted time together with other data. */
export async function requireClockNear(tx: Tx, { branchId, now }: Now, accepted: Date | undefined): Promise<void> {
  refuseWrongClock(now, accepted)
  if (!accepted || isClockStale(now, accepted)) await queries.saveAcceptedClock(tx, branchId, now)
}

/** Returns the time of the server's clock, and whether it is too far off to issue documents. */
export async function readClock({ tx, branchId, now }: ReadContext): Promise<Clock> {
  const accepted = await queries.readAcceptedClock(tx, branchId)
  return {
    now: isoInManila(now),
    accepted_at: accepted ? isoInManila(accepted) : null,
    problem: problemOf(now, accepted),
  }
}

/** Accepts the server's clock, which an admin has compared with a watch. Throws a 409 if it shows another date. */
export async function acceptClock(context: Context<Principal>, date: string): Promise<Clock> {
  const { tx, branchId, now } = context
  const before = await readClock(context)
  if (before.now.slice(0, 10) !== date) throw new AppError('conflict', s.clockMoved)
  await queries.saveAcceptedClock(tx, branchId, now)
  const parameters = { now: before.now, accepted_before: before.accepted_at }
  await writeAuditLog(context, { type: 'clinic.clock.accepted', subjectId: null, parameters })
  return readClock(context)
}
