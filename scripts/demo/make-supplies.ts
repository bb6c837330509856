import { addDays, instantOf, manilaDate } from '#shared/lib/manila-time.ts'
import { searchable } from '#shared/lib/names.ts'
import { logEvent, type Actor } from './demo-log.ts'
import type { DemoRows } from './demo-rows.ts'
import { idAt } from './id-at.ts'
import type { Random } from './random.ts'
import { sampleSupplies, type SampleSupply } from './supplies-content.ts'

type Making = { rows: DemoRows; random: Random; admin: Actor; opened: Date; now: Date }

/** Six categories of supplies, counted when the clinic opened and again within the last month. */
export function makeSupplies(rows: DemoRows, random: Random, by: { admin: Actor; opened: Date; now: Date }): void {
  const making = { rows, random, ...by }
  for (const { category, products } of sampleSupplies) {
    const id = idAt(random, by.opened)
    rows.categories.push({ id, name: category, created_at: by.opened, search_text: searchable(category) })
    const action = `Added the category ${category}`
    logEvent(rows, random, { at: by.opened, by: by.admin, type: 'create', action, subject: 'category', subjectId: id })
    for (const supply of products) makeProduct(making, { id, name: category }, supply)
  }
}

function makeProduct(
  { rows, random, admin, opened, now }: Making,
  category: { id: string; name: string },
  [name, quantity, unit]: SampleSupply,
): void {
  const id = idAt(random, opened)
  const first = quantity + random.whole(4, 40)
  // In the clinic's hours, on a day before today.
  const time = `${random.whole(10, 18)}:${random.whole(10, 59)}:00`
  const counted = instantOf(addDays(manilaDate(now), -random.whole(1, 30)), time)
  const of = { by: admin, subject: 'product', subjectId: id }
  const added = `Added the product ${name} to ${category.name}, quantity ${first} ${unit}`
  logEvent(rows, random, { ...of, at: opened, type: 'create', action: added })
  const changed = `Changed the product ${name}: quantity from ${first} to ${quantity}`
  logEvent(rows, random, { ...of, at: counted, type: 'update', action: changed, changed: ['quantity'] })
  rows.products.push({
    id,
    category_id: category.id,
    name,
    quantity,
    unit_type: unit,
    created_at: opened,
    updated_at: counted,
    search_text: searchable(name),
  })
}
