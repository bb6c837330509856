import type { Tx } from '#server/db/pool.ts'
import { forgetTriesOfClient } from '#server/db/registration-tries.ts'
import type { Context } from '#server/lib/context.ts'
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

/** Adds to the number of services that a client has had done. */
export const countServices = (tx: Tx, clientId: string, services: number) =>
  queries.addToServicesAvailed(tx, clientId, services)
