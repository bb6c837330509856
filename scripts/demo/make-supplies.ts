import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { DEFAULT_LOW_STOCK_LEVEL } from '#shared/inventory/contract.ts'
import type { AuditEvent } from '#shared/events.ts'
import { addDays, instantOf, manilaDate } from '#shared/lib/manila-time.ts'
import { searchable } from '#shared/lib/names.ts'
import { logEvent, type Actor } from './demo-log.ts'
import type { DemoRows } from './demo-rows.ts'
import { idAt } from './id-at.ts'
import type { Random } from './random.ts'
import { sampleSupplies, type SampleSupply } from './supplies-content.ts'

type Making = { rows: DemoRows; random: Random; admin: Actor; opened: Date; now: Date }

/** Six categories of supplies, counted at the opening and within the last month. */
export function makeSupplies(rows: DemoRows, random: Random, by: { admin: Actor; opened: Date; now: Date }): void {
  const making = { rows, random, ...by }
  for (const { category, products } of sampleSupplies) {
    const id = idAt(random, by.opened)
    rows.categories.push({ id, name: category, created_at: by.opened, search_text: searchable(category) })
    const added = { type: 'inventory.category.created', subjectId: id, parameters: { name: category } } as const
    logEvent(rows, random, { at: by.opened, by: by.admin }, added)
    for (const supply of products) makeProduct(making, { id, name: category }, supply)
  }
}

function makeProduct(
  { rows, random, admin, opened, now }: Making,
  category: { id: string; name: string },
  [name, quantity, unit_type, low_stock_level = DEFAULT_LOW_STOCK_LEVEL]: SampleSupply,
): void {
  const id = idAt(random, opened)
  const first = quantity + random.whole(4, 40)
  // The supplies were last counted during opening hours on one of the thirty days before today.
  const time = `${random.whole(10, 18)}:${random.whole(10, 59)}:00`
  const counted = instantOf(addDays(manilaDate(now), -random.whole(1, 30)), time)
  const log = (at: Date, event: AuditEvent) => logEvent(rows, random, { at, by: admin }, event)
  const parameters = { name, category: category.name, quantity: first, unit_type }
  log(opened, { type: 'inventory.product.created', subjectId: id, parameters })
  const changes = [{ field: 'quantity' as const, from: first, to: quantity }]
  log(counted, { type: 'inventory.product.changed', subjectId: id, parameters: { name }, changes })
  rows.products.push({
    id,
    branch_id: MAIN_BRANCH_ID,
    category_id: category.id,
    name,
    quantity,
    low_stock_level,
    unit_type,
    created_at: opened,
    updated_at: counted,
    search_text: searchable(name),
  })
}
