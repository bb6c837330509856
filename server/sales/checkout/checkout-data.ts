import { liveAddOns, liveServices, type LiveItem } from '#server/catalogue/read-catalogue.ts'
import { currentIssuer } from '#server/clinic/issuer.ts'
import { runPipelined } from '#server/db/pipeline.ts'
import { productsWithPrice } from '#server/inventory/public.ts'
import { invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { saleMessages as s } from '#shared/sales/messages.ts'
import { findCustomer } from './find-customer.ts'
import type { Catalogue, CheckoutOrder, LiveHead } from './price-order.ts'

/** Throws a 422 for an order that lists a service or product twice, or an add-on twice in one line. */
function requireDistinctItems({ treatments: lines }: CheckoutOrder): void {
  if (new Set(lines.map((line) => line.service_id)).size < lines.length) throw invalid('treatments', s.serviceTwice)
  for (const { addOns } of lines)
    if (new Set(addOns.map((addOn) => addOn.addOn_id)).size < addOns.length) throw invalid('treatments', s.addOnTwice)
}

const byId = <Item extends LiveItem>(items: Item[]) => new Map(items.map((item) => [item.id, item]))

/** The ordered products that can be sold now, because they have a price. */
async function liveProducts({ tx, branchId }: Context, ids: readonly string[]): Promise<LiveHead[]> {
  const rows = ids.length === 0 ? [] : await productsWithPrice(tx, branchId, ids)
  return rows.map((row) => ({
    kind: 'product',
    id: row.id,
    name: row.name,
    priceCentavos: row.price_centavos,
    unitCost: row.cost_centavos,
    treatmentId: row.category_id,
    treatmentName: row.category_name,
    tax: { tax_class: row.tax_class, senior_pwd_eligible: row.senior_pwd_eligible, is_excise: false },
  }))
}

async function readItems(context: Context, order: CheckoutOrder): Promise<Pick<Catalogue, 'services' | 'addOns'>> {
  requireDistinctItems(order)
  const { tx } = context
  const idsOf = (kind: 'product' | undefined) =>
    order.treatments.filter((line) => line.kind === kind).map((line) => line.service_id)
  const addOnIds = order.treatments.flatMap((line) => line.addOns.map((addOn) => addOn.addOn_id))
  const [services, products, addOns] = await runPipelined([
    liveServices(tx, idsOf(undefined)),
    liveProducts(context, idsOf('product')),
    liveAddOns(tx, [...new Set(addOnIds)]),
  ])
  return { services: byId<LiveHead>([...services, ...products]), addOns: byId(addOns) }
}

/**
 * Reads all that an order needs, in one round trip unless finding the customer takes more: the clinic as the document
 * names it, the ordered services and add-ons as they are offered now, and the customer. Locks the client's record and
 * then the paid appointment until the commit.
 */
export async function readCheckoutData(context: Context<Principal>, order: CheckoutOrder) {
  const { tx, branchId } = context
  const [issuer, items, customer] = await runPipelined([
    currentIssuer(tx, branchId, { terminalId: order.terminal_id }),
    readItems(context, order),
    findCustomer(context, order),
  ])
  const catalogue: Catalogue = { ...items, tax: issuer.tax }
  return { issuer, catalogue, customer }
}
