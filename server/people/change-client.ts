import type { Tx } from '#server/db/pool.ts'
import { deleteTriesOfClient } from '#server/db/rate-limits.ts'
import type { Context } from '#server/lib/context.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import * as queries from './queries.ts'

/**
 * Marks the client as known, because the clinic confirmed a visit, booked for them or sold to them. The client's
 * registration no longer counts towards the limit of registrations from its IP address. Returns true if the client was
 * unknown before. The caller logs the reason.
 */
export async function setClientKnown(context: Context, clientId: string): Promise<boolean> {
  if (!(await queries.setKnownSince(context.tx, clientId, context.now))) return false
  await deleteTriesOfClient(context.tx, clientId)
  return true
}

/** Sets the staff's note about a client; null removes the note. The caller logs the change. */
export const setNote = (tx: Tx, clientId: string, note: string | null) => queries.updateNote(tx, clientId, note)

/** Sets the staff's note about a client who was just created, so that the note keeps its first version. */
export const setFirstNote = (tx: Tx, clientId: string, note: string) => queries.writeFirstNote(tx, clientId, note)

/** Reduces the client's count of services. */
export const decrementServiceCount = (tx: Tx, clientId: string, services: number) =>
  queries.subtractServices(tx, clientId, services)

/**
 * Replaces the client's last visit, on `date`, by the previous one, on `lastVisit`, because the visit was undone. Does
 * nothing if the stored last visit has another date.
 */
export const restoreLastVisit = (tx: Tx, clientId: string, date: CivilDate, lastVisit: CivilDate | null) =>
  queries.replaceLastVisit(tx, clientId, date, lastVisit)

/** Records a visit of the client on a date with a number of services, which may be 0. */
export const recordVisit = (tx: Tx, clientId: string, date: CivilDate, services: number) =>
  queries.addVisit(tx, clientId, date, services)
