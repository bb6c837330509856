import { SLOT_MINUTES } from '#shared/clinic/opening-hours.ts'
import type { AuditEvent } from '#shared/events.ts'
import { toCentavos } from '#shared/lib/money.ts'
import { searchable } from '#shared/lib/names.ts'
import { sampleCatalogue } from './catalogue-content.ts'
import { logEvent, type Actor } from './demo-log.ts'
import type { DemoRows } from './demo-rows.ts'
import { idAt } from './id-at.ts'
import type { Random } from './random.ts'

type DemoItem = { id: string; name: string; price: number }
export type DemoService = DemoItem & {
  treatmentId: string
  treatmentName: string
  addOns: DemoItem[]
  weight: number
  /** The length of a visit for this service, in minutes. */
  minutes: number
}

/** Returns the name together with its search text. */
const named = (name: string) => ({ name, search_text: searchable(name) })

/**
 * Makes twelve treatments with services and add-ons, both as database rows and as services that the sample can sell.
 */
export function makeCatalogue(rows: DemoRows, random: Random, at: Date, admin: Actor): DemoService[] {
  const times = { created_at: at, updated_at: at }
  return sampleCatalogue.flatMap((treatment) => {
    const treatmentId = idAt(random, at)
    rows.treatments.push({ id: treatmentId, ...named(treatment.name), description: treatment.description, ...times })
    const log = (event: AuditEvent) => logEvent(rows, random, { at, by: admin }, event)
    log({ type: 'catalogue.treatment.created', subjectId: treatmentId, parameters: { name: treatment.name } })
    const addOns = treatment.addOns.map(([name, pesos]): DemoItem => {
      const addOn = { id: idAt(random, at), name, price: toCentavos(pesos) }
      rows.add_ons.push({
        id: addOn.id,
        treatment_id: treatmentId,
        ...named(name),
        price_centavos: addOn.price,
        ...times,
      })
      log({ type: 'catalogue.add-on.created', subjectId: addOn.id, parameters: { name, treatment: treatment.name } })
      return addOn
    })
    return treatment.services.map(([name, pesos, minutes = SLOT_MINUTES]): DemoService => {
      const service = { id: idAt(random, at), name, price: toCentavos(pesos) }
      rows.services.push({
        id: service.id,
        treatment_id: treatmentId,
        ...named(name),
        price_centavos: service.price,
        duration_minutes: minutes,
        ...times,
      })
      log({ type: 'catalogue.service.created', subjectId: service.id, parameters: { name, treatment: treatment.name } })
      // Cheaper services are sold more often.
      const weight = 1 / Math.sqrt(pesos)
      return { ...service, treatmentId, treatmentName: treatment.name, addOns, weight, minutes }
    })
  })
}
