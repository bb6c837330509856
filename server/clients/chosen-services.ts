import { findTreatment } from '#server/catalogue/public.ts'
import { liveAddOns, liveServices, type LiveItem } from '#server/catalogue/read-catalogue.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { invalid } from '#server/lib/app-error.ts'
import { catalogueMessages } from '#shared/catalogue/messages.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import type { HistoryEntry } from './client-records.ts'

type Choice = {
  /** If given, every service must belong to this treatment. */
  treatment_id?: string
  service_ids: readonly string[]
  add_on_ids: readonly string[]
}

/** The items in the order of their ids; undefined when one is missing. */
function inOrder(ids: readonly string[], items: readonly LiveItem[]): LiveItem[] | undefined {
  const byId = new Map(items.map((item) => [item.id, item]))
  const found = ids.flatMap((id) => byId.get(id) ?? [])
  return found.length === ids.length ? found : undefined
}

async function servicesOf(tx: ReadTx, { treatment_id, service_ids }: Choice): Promise<LiveItem[]> {
  if (treatment_id !== undefined && !(await findTreatment(tx, treatment_id)))
    throw invalid('treatment_id', catalogueMessages.treatmentNotFound)
  const services = inOrder(service_ids, await liveServices(tx, service_ids))
  if (!services) throw invalid('service_ids', s.serviceGone)
  const foreign = services.find((service) => treatment_id !== undefined && service.treatmentId !== treatment_id)
  if (foreign) throw invalid('service_ids', s.serviceOfOther(foreign.name))
  return services
}

/**
 * The selected services and add-ons as history entries, with names from the catalogue. An add-on belongs to the last
 * selected service of its treatment. Throws a 422 for unknown or deleted items and for those of another treatment.
 */
export async function chosenServices(tx: ReadTx, choice: Choice): Promise<HistoryEntry[]> {
  const services = await servicesOf(tx, choice)
  const addOns = inOrder(choice.add_on_ids, await liveAddOns(tx, choice.add_on_ids))
  if (!addOns) throw invalid('add_on_ids', s.addOnGone)
  const lastOf = new Map(services.map((service) => [service.treatmentId, service.id]))
  const foreign = addOns.find((addOn) => !lastOf.has(addOn.treatmentId))
  if (foreign) throw invalid('add_on_ids', s.addOnOfOther(foreign.name))
  return services.map((service) => ({
    treatment_id: service.treatmentId,
    treatment_name: service.treatmentName,
    service_id: service.id,
    service_name: service.name,
    addOns: addOns
      .filter((addOn) => lastOf.get(addOn.treatmentId) === service.id)
      .map((addOn) => ({ add_on_id: addOn.id, add_on_name: addOn.name, quantity: 1 })),
  }))
}
