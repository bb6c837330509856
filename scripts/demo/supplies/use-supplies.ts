import { roundAmount } from '#shared/inventory/movement.ts'
import type { DemoRows } from '../demo-rows.ts'
import { sampleRecipes } from './supplies-content.ts'

/** What a completed visit of the sample has used of a product, or what a sale has taken. */
export type Use = { amount: number; at: Date } & (
  | { kind: 'use'; appointment_id: string }
  | { kind: 'sale'; sale_id: string; moved_by: string; moved_by_name: string }
)

type Product = { id: string; name: string }

/** Returns the sample's services that use the product, with the amount that each visit uses. */
function servicesUsing(rows: DemoRows, { name }: Product): Map<string, number> {
  const amounts = new Map<string, number>()
  for (const { id, name: service } of rows.services) {
    const amount = sampleRecipes[service]?.[name]
    if (amount !== undefined) amounts.set(id, amount)
  }
  return amounts
}

/** Lists the product in the supplies of the services that use it. */
export function listSupplies(rows: DemoRows, product: Product): void {
  for (const [service_id, amount] of servicesUsing(rows, product))
    rows.service_supplies.push({ service_id, product_id: product.id, amount })
}

/** Returns what the visits that were completed until `end` have used of the product, and what was sold until then. */
export const usesUntil = (rows: DemoRows, product: Product, end: Date): Use[] =>
  [...visitsUntil(rows, product, end), ...salesUntil(rows, product, end)].toSorted(
    (a, b) => a.at.getTime() - b.at.getTime(),
  )

function salesUntil(rows: DemoRows, { id }: Product, end: Date): Use[] {
  const documents = new Map(rows.documents.map((document) => [document.id, document]))
  return rows.document_lines.flatMap(({ product_id, document_id, quantity: amount }): Use[] => {
    if (product_id !== id) return []
    const { sold_at, cashier_id, cashier_name } = documents.get(document_id)!
    const at = new Date(sold_at)
    const sale = { kind: 'sale', sale_id: document_id, moved_by: cashier_id, moved_by_name: cashier_name } as const
    return at <= end ? [{ ...sale, amount, at }] : []
  })
}

function visitsUntil(rows: DemoRows, product: Product, end: Date): Use[] {
  const amounts = servicesUsing(rows, product)
  if (amounts.size === 0) return []
  const further = new Map<string, number>()
  for (const { appointment_id, service_id } of rows.appointment_services)
    further.set(appointment_id, roundAmount((further.get(appointment_id) ?? 0) + (amounts.get(service_id) ?? 0)))
  return rows.appointments.flatMap(({ id, service_id, status, ends_at }): Use[] => {
    const amount = roundAmount((amounts.get(service_id) ?? 0) + (further.get(id) ?? 0))
    const at = new Date(ends_at)
    return status === 'completed' && amount > 0 && at <= end ? [{ kind: 'use', appointment_id: id, amount, at }] : []
  })
}
