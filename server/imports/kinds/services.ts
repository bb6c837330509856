import {
  addListedService,
  findServicesNamed,
  removeListedService,
  type ListedService,
} from '#server/catalogue/public.ts'
import type { RowKind } from '#server/imports/row-kind.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { DURATION_STEP, SHORTEST_SERVICE } from '#shared/catalogue/service-booking.ts'
import { importFieldNames as names, importRefusals as s } from '#shared/imports/messages.ts'
import { readMinutes, readPrice } from '#shared/imports/read-values.ts'
import { toPesos } from '#shared/lib/money.ts'
import { acceptAsForm } from './form-rules.ts'
import { namedRows } from './named-records.ts'

const MAX_DESCRIPTION = 1_000

/** A length in whole quarter hours, as visits are booked: 50 minutes become 60. */
const inQuarters = (minutes: number) => Math.max(SHORTEST_SERVICE, Math.ceil(minutes / DURATION_STEP) * DURATION_STEP)

const fieldOf: Record<string, string> = {
  treatment_name: names.treatment,
  service_name: names.service,
  service_price: names.price,
  duration_minutes: names.duration,
}

const nameOf = (field: string) => fieldOf[field] ?? names.service

/**
 * Applies the rules of the form in which a new clinic enters its first services, and adds every reason why the form
 * would refuse this service.
 */
function requireAccepted({ treatment, service, price, minutes }: ListedService, reasons: string[]): void {
  const one = { service_name: service, service_price: toPesos(price), duration_minutes: minutes ?? SHORTEST_SERVICE }
  const treatments = [{ treatment_name: treatment, services: [one] }]
  acceptAsForm(catalogueContract.start.body, { treatments }, { nameOf, reasons })
}

const read: RowKind<ListedService>['read'] = (values) => {
  const reasons: string[] = []
  const { service, treatment, price: priceText, duration, description = null } = values
  if (service === undefined) reasons.push(s.missing(names.service))
  if (treatment === undefined) reasons.push(s.missing(names.treatment))
  const price = priceText === undefined ? 0 : readPrice(priceText)
  if (price === null) reasons.push(s.price(priceText!))
  const minutes = duration === undefined ? null : readMinutes(duration)
  if (duration !== undefined && minutes === null) reasons.push(s.minutes(duration))
  if (description !== null && description.length > MAX_DESCRIPTION)
    reasons.push(s.tooLong(names.description, MAX_DESCRIPTION))
  if (reasons.length > 0) return { reasons }
  const length = minutes === null ? null : inQuarters(minutes)
  const data = { service: service!, treatment: treatment!, price: price!, minutes: length, description }
  requireAccepted(data, reasons)
  return reasons.length > 0 ? { reasons } : { data }
}

export const serviceRows = namedRows<ListedService>({
  read,
  namesOf: ({ treatment: group, service: name }) => ({ group, name }),
  findExisting: async ({ tx }, wanted) =>
    (await findServicesNamed(tx, wanted)).map(({ treatment_name: group, name }) => ({ group, name })),
  add: async (by, service) => {
    const added = await addListedService(by, service)
    return added && { id: added.id, newGroup: added.newTreatment }
  },
  remove: (by, { id, newGroup: newTreatment }, importedAt) => removeListedService(by, { id, newTreatment }, importedAt),
})
