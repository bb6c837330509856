import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { catalogueContract } from '#shared/catalogue/contract.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { toCentavos } from '#shared/lib/money.ts'
import { searchable } from '#shared/lib/names.ts'
import * as queries from './queries.ts'
import { createTreatment } from './treatment-changes.ts'
import * as views from './views.ts'

type Start = Parsed<typeof catalogueContract.start>['body']
type Group = Start['treatments'][number]

const isNamed =
  (name: string) =>
  (row: { name: string }): boolean =>
    row.name.toLowerCase() === name.toLowerCase()

/** Finds the treatment of that name, or creates it. */
export async function findOrCreateTreatment(
  context: Context<Principal>,
  treatment_name: string,
): Promise<{ id: string; isNew: boolean }> {
  const existing = (await views.bookableTreatments(context.tx)).find(isNamed(treatment_name))
  if (existing) return { id: existing.id, isNew: false }
  const created = await createTreatment(context, { treatment_name, treatment_description: null, treatment_price: 0 })
  return { id: created.id, isNew: true }
}

type NewService = Group['services'][number]

/** Adds a service without a picture to a treatment and logs it; returns its id. */
export async function addService(
  context: Context<Principal>,
  treatment: { id: string; name: string },
  { service_name: name, service_price, ...chosen }: NewService,
  description: string | null = null,
): Promise<string> {
  const id = newId()
  await queries.insertService(context.tx, {
    id,
    name,
    description,
    search_text: searchable(name),
    treatment_id: treatment.id,
    price_centavos: toCentavos(service_price),
    ...chosen,
    created_at: context.now,
    updated_at: context.now,
  })
  const parameters = { name, treatment: treatment.name }
  await writeAuditLog(context, { type: 'catalogue.service.created', subjectId: id, parameters })
  return id
}

/** Adds the services that a treatment does not have yet; returns how many. */
async function addServices(context: Context<Principal>, treatmentId: string, group: Group): Promise<number> {
  const existing = await views.servicesOfTreatment(context.tx, treatmentId)
  const missing = group.services.filter(({ service_name }) => !existing.some(isNamed(service_name)))
  const treatment = { id: treatmentId, name: group.treatment_name }
  for (const service of missing) await addService(context, treatment, service)
  return missing.length
}

/**
 * Adds several treatments with their services at once, without pictures. Existing names are skipped, so that the same
 * list can be sent again. Returns how many treatments and services were added.
 */
export async function startCatalogue(
  context: Context<Principal>,
  { treatments }: Start,
): Promise<{ treatments: number; services: number }> {
  const added = { treatments: 0, services: 0 }
  for (const group of treatments) {
    const { id, isNew } = await findOrCreateTreatment(context, group.treatment_name)
    added.treatments += isNew ? 1 : 0
    added.services += await addServices(context, id, group)
  }
  return added
}
