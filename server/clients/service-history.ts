import type { Context } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { decrementServiceCount, recordVisit } from '#server/people/change-client.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import * as queries from './queries.ts'

export type HistoryEntry = {
  treatment_id: string
  treatment_name: string
  service_id: string
  service_name: string
  addOns: readonly { add_on_id: string; add_on_name: string; quantity: number }[]
}

/** Adds up the quantities of entries of the same add-on. */
function mergeAddOns(addOns: HistoryEntry['addOns']): HistoryEntry['addOns'] {
  const rows = new Map<string, HistoryEntry['addOns'][number]>()
  for (const row of addOns)
    rows.set(row.add_on_id, { ...row, quantity: row.quantity + (rows.get(row.add_on_id)?.quantity ?? 0) })
  return [...rows.values()]
}

/**
 * Adds services with their current names to a client's history, and updates the client's number of services and last
 * visit. `saleId` is the sale that paid for the services, or null if staff added them by hand. The caller writes the
 * log.
 */
export async function addToServiceHistory(
  context: Context,
  added: { clientId: string; date: CivilDate; saleId: string | null; services: readonly HistoryEntry[] },
): Promise<void> {
  if (added.services.length === 0) return
  const entries = added.services.map((entry) => ({ id: newId(), ...entry }))
  await queries.insertServices(
    context.tx,
    entries.map(({ addOns: _, ...entry }) => ({
      ...entry,
      client_id: added.clientId,
      date: added.date,
      sale_id: added.saleId,
      created_at: context.now,
    })),
  )
  const addOns = entries.flatMap((entry) =>
    mergeAddOns(entry.addOns).map((row) => ({ client_service_id: entry.id, ...row })),
  )
  if (addOns.length > 0) await queries.insertAddOns(context.tx, addOns)
  await recordVisit(context.tx, added.clientId, added.date, entries.length)
}

/**
 * Removes a voided sale's services from the client's history and number of services. The caller corrects the date of
 * the last visit and writes the log.
 */
export async function removeFromServiceHistory({ tx }: Context, clientId: string, saleId: string): Promise<void> {
  const services = await queries.deleteServicesOfSale(tx, clientId, saleId)
  if (services > 0) await decrementServiceCount(tx, clientId, services)
}
