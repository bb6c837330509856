import type { Context } from '#server/lib/context.ts'
import { proveClient } from '#server/people/change-client.ts'
import { keepHeldVisits } from './queries.ts'

/**
 * The clinic has confirmed a visit of this person, booked one for them or sold to them: none of their visits lapses any
 * more, and nothing is kept of the addresses that booked them. Part of the change that proves it.
 */
export async function markProven(context: Context, clientId: string): Promise<void> {
  if (await proveClient(context, clientId)) await keepHeldVisits(context.tx, clientId)
}
