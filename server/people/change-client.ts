import type { Tx } from '#server/db/pool.ts'
import { forgetTriesOfClient } from '#server/db/registration-tries.ts'
import type { Context } from '#server/lib/context.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import * as queries from './queries.ts'

/**
 * The clinic knows the person from now on (it confirmed a visit, booked one for them or sold to them): the registration
 * counts no more against its address. True when the person was unproven before. The caller logs what proved it.
 */
export async function proveClient(context: Context, clientId: string): Promise<boolean> {
  if (!(await queries.setProven(context.tx, clientId, context.now))) return false
  await forgetTriesOfClient(context.tx, clientId)
  return true
}

/** What staff write about a client; null takes it away. The caller logs it. */
export const setNote = (tx: Tx, clientId: string, note: string | null) => queries.updateNote(tx, clientId, note)

/** So many services of a client's count were taken back. */
export const takeServices = (tx: Tx, clientId: string, services: number) =>
  queries.subtractServices(tx, clientId, services)

/** A visit that was recorded did not end after all: `lastVisit` is the one before it. Nothing when a later one is recorded. */
export const takeBackVisit = (tx: Tx, clientId: string, date: CivilDate, lastVisit: CivilDate | null) =>
  queries.replaceLastVisit(tx, clientId, date, lastVisit)

/** The client was here on a date, and had so many services done; the number may be 0. */
export const recordVisit = (tx: Tx, clientId: string, date: CivilDate, services: number) =>
  queries.addVisit(tx, clientId, date, services)
