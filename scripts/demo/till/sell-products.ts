import { addDays, instantOf, manilaDate } from '#shared/lib/manila-time.ts'
import type { SaleLine } from '#shared/sales/line.ts'
import { seededRandom } from '../random.ts'
import { productsForSale } from '../supplies/products-for-sale.ts'
import type { Moment, SaleMoment } from './plan-till.ts'

/** One in this many sales has a product. */
const SALES_PER_PRODUCT = 12

/** Returns when the supplies were counted: yesterday evening. No product is sold after this time. */
const countOf = (now: Date): Date => instantOf(addDays(manilaDate(now), -1), '19:30:00')

/** Adds products to some sales that are neither voided nor refunded. */
export function sellProducts(moments: readonly Moment[], { opened, now }: { opened: Date; now: Date }): Moment[] {
  const random = seededRandom(237)
  const products = productsForSale(opened)
  const counted = countOf(now)
  const changedLater = new Set(moments.flatMap((moment) => (moment.kind === 'sale' ? [] : [moment.of])))
  const isFinal = (sale: SaleMoment) => !changedLater.has(sale) && sale.at < counted
  return moments.map((moment) => {
    if (moment.kind !== 'sale' || !isFinal(moment) || !random.chance(1 / SALES_PER_PRODUCT)) return moment
    const { id, name, category, price, cost } = random.pick(products)
    const line: SaleLine = {
      kind: 'product',
      service_id: id,
      service_name: name,
      treatment_id: category.id,
      treatment_name: category.name,
      quantity: random.chance(0.2) ? 2 : 1,
      price,
      unitCost: cost,
      addOns: [],
    }
    return { ...moment, visit: { ...moment.visit, lines: [...moment.visit.lines, line] } }
  })
}
