import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { DEFAULT_LOW_STOCK_LEVEL } from '#shared/inventory/contract.ts'
import type { AuditEvent } from '#shared/events.ts'
import { roundAmount } from '#shared/inventory/movement.ts'
import { addDays, instantOf, manilaDate } from '#shared/lib/manila-time.ts'
import { toCentavos } from '#shared/lib/money.ts'
import { searchable } from '#shared/lib/names.ts'
import { logEvent, type Actor } from '../demo-log.ts'
import type { DemoRows } from '../demo-rows.ts'
import { idAt } from '../id-at.ts'
import { seededRandom, type Random } from '../random.ts'
import { idsForSale } from './products-for-sale.ts'
import {
  sampleBatches,
  sampleCosts,
  sampleSelling,
  sampleSuppliers,
  sampleSupplies,
  type SampleSupply,
} from './supplies-content.ts'
import { listSupplies, type Use, usesUntil } from './use-supplies.ts'

type Making = {
  rows: DemoRows
  random: Random
  admin: Actor
  opened: Date
  now: Date
  /** The ids of products that the sample has sold, and of their categories, by name. */
  ids: ReadonlyMap<string, string>
}

/** Returns the known id of a name, or a new id. A new id is always drawn, so that later random data stays the same. */
function idOf({ random, opened, ids }: Making, name: string): string {
  const drawn = idAt(random, opened)
  return ids.get(name) ?? drawn
}

/** Adds six categories of supplies, which were counted at the opening and within the last month. */
export function makeSupplies(rows: DemoRows, random: Random, by: { admin: Actor; opened: Date; now: Date }): void {
  const making = { rows, random, ...by, ids: idsForSale(by.opened) }
  for (const { category, products } of sampleSupplies) {
    const id = idOf(making, category)
    rows.categories.push({ id, name: category, created_at: by.opened, search_text: searchable(category) })
    const added = { type: 'inventory.category.created', subjectId: id, parameters: { name: category } } as const
    logEvent(rows, random, { at: by.opened, by: by.admin }, added)
    for (const supply of products) makeProduct(making, { id, name: category }, supply)
  }
}

/**
 * Plans the stock of a product: what visits and sales have taken, when it was last counted, what should have been left then, and
 * how much was delivered at first.
 */
function planStock({ rows, random, now }: Making, product: { id: string; name: string; quantity: number }) {
  const missing = random.whole(4, 40)
  // The supplies were last counted during opening hours on one of the thirty days before today.
  const time = `${random.whole(10, 18)}:${random.whole(10, 59)}:00`
  const someDay = instantOf(addDays(manilaDate(now), -random.whole(1, 30)), time)
  listSupplies(rows, product)
  // Products that visits use or that were sold were counted yesterday, after the visits.
  const yesterday = instantOf(addDays(manilaDate(now), -1), '19:30:00')
  const uses = usesUntil(rows, product, yesterday)
  const left = product.quantity + missing
  const first = roundAmount(uses.reduce((sum, { amount }) => sum + amount, left))
  return { uses, counted: uses.length > 0 ? yesterday : someDay, left, first }
}

function makeProduct(
  making: Making,
  category: { id: string; name: string },
  [name, quantity, unit_type, low_stock_level = DEFAULT_LOW_STOCK_LEVEL]: SampleSupply,
): void {
  const { rows, random, admin, opened, now } = making
  const id = idOf(making, name)
  const { uses, counted, left, first } = planStock(making, { id, name, quantity })
  const log = (at: Date, event: AuditEvent) => logEvent(rows, random, { at, by: admin }, event)
  const parameters = { name, category: category.name, quantity: first, unit_type }
  log(opened, { type: 'inventory.product.created', subjectId: id, parameters })
  const changes = [{ field: 'quantity' as const, from: left, to: quantity }]
  log(counted, { type: 'inventory.product.changed', subjectId: id, parameters: { name }, changes })
  rows.products.push({
    id,
    branch_id: MAIN_BRANCH_ID,
    category_id: category.id,
    name,
    quantity,
    low_stock_level,
    unit_type,
    ...sellingColumns(name),
    created_at: opened,
    updated_at: counted,
    search_text: searchable(name),
  })
  makeMovements(rows, { id, name, category: category.name, first, uses, quantity }, { admin, opened, counted, now })
}

function sellingColumns(name: string) {
  const sold = sampleSelling[name]
  return {
    price_centavos: sold ? toCentavos(sold.price) : null,
    cost_centavos: sold ? toCentavos(sold.cost) : null,
    barcode: sold?.barcode ?? null,
  }
}

type Stocked = {
  id: string
  name: string
  category: string
  first: number
  uses: readonly Use[]
  quantity: number
}

/** Adds the first delivery of a product, what visits and sales have taken, and the later count that found how much is left. */
function makeMovements(
  rows: DemoRows,
  { id, name, category, first, uses, quantity }: Stocked,
  { admin, opened, counted, now }: { admin: Actor; opened: Date; counted: Date; now: Date },
): void {
  const batch = sampleBatches[name]
  const pesos = sampleCosts[name] ?? sampleSelling[name]?.cost
  const unit_cost_centavos = pesos === undefined ? null : toCentavos(pesos)
  const batch_id = batch ? idAt(seededRandom(batch.days), opened) : null
  if (batch) {
    const expires_on = addDays(manilaDate(now), batch.days)
    rows.stock_batches.push({ id: batch_id!, product_id: id, code: batch.code, expires_on, quantity })
  }
  const who = { branch_id: MAIN_BRANCH_ID, batch_id, moved_by: admin.id, moved_by_name: admin.name }
  rows.stock_movements.push({
    product_id: id,
    number: 1,
    kind: 'receive',
    amount: first,
    balance: first,
    unit_cost_centavos,
    supplier: sampleSuppliers[category] ?? null,
    moved_at: opened,
    ...who,
  })
  let balance = first
  for (const [position, { amount, at: moved_at, ...use }] of uses.entries()) {
    balance = roundAmount(balance - amount)
    const taken = { product_id: id, number: position + 2, amount: -amount, balance, moved_at }
    const soldAt = use.kind === 'sale' && { unit_cost_centavos }
    rows.stock_movements.push({ ...taken, ...who, ...use, ...soldAt })
  }
  const amount = roundAmount(quantity - balance)
  const count = { product_id: id, number: uses.length + 2, kind: 'adjust' as const, amount, balance: quantity }
  rows.stock_movements.push({ ...count, moved_at: counted, ...who })
}
