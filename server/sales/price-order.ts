import { liveAddOns, liveServices, type LiveItem } from '#server/catalogue/service.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { MAX_CENTAVOS, toCentavos, toPesos, type Centavos } from '#shared/lib/money.ts'
import { chargeOf, type Charge } from '#shared/sales/charge.ts'
import type { PriceList, salesContract } from '#shared/sales/contract.ts'
import type { SaleAddOn, SaleLine } from '#shared/sales/line.ts'
import { saleMessages as s } from '#shared/sales/messages.ts'
import { changeOf } from '#shared/sales/totals.ts'

export type CheckoutOrder = Parsed<typeof salesContract.checkout>['body']
type OrderLine = CheckoutOrder['treatments'][number]

/** An order with the catalogue's prices; `received` is what the customer handed over. */
export type PricedOrder = Charge & { lines: SaleLine[]; received: Centavos }

/** What is offered now of the things in an order. */
type Offer = { services: Map<string, LiveItem>; addOns: Map<string, LiveItem> }

const byId = (items: LiveItem[]) => new Map(items.map((item) => [item.id, item]))

async function offerFor(tx: ReadTx, lines: readonly OrderLine[]): Promise<Offer> {
  const addOnIds = lines.flatMap((line) => line.addOns.map((addOn) => addOn.addOn_id))
  return {
    services: byId(
      await liveServices(
        tx,
        lines.map((line) => line.service_id),
      ),
    ),
    addOns: byId(await liveAddOns(tx, [...new Set(addOnIds)])),
  }
}

/** The offer as the till needs it to correct its order. */
const freshPrices = ({ services, addOns }: Offer): PriceList => ({
  services: [...services.values()].map((service) => ({
    service_id: service.id,
    name: service.name,
    price: toPesos(service.priceCentavos),
    treatment_id: service.treatmentId,
  })),
  add_ons: [...addOns.values()].map((addOn) => ({
    addOn_id: addOn.id,
    addOn_name: addOn.name,
    addOn_price: toPesos(addOn.priceCentavos),
    treatment_id: addOn.treatmentId,
  })),
})

const pricesChanged = (offer: Offer, sentence: string = s.pricesChanged) =>
  new AppError('price_changed', sentence, { data: freshPrices(offer) })

function rejectRepeats(lines: readonly OrderLine[]): void {
  if (new Set(lines.map((line) => line.service_id)).size < lines.length) throw invalid('treatments', s.serviceTwice)
  for (const { addOns } of lines)
    if (new Set(addOns.map((addOn) => addOn.addOn_id)).size < addOns.length) throw invalid('treatments', s.addOnTwice)
}

/** A line with the catalogue's names and prices; refused when the till saw others. */
function priceLine(line: OrderLine, offer: Offer): SaleLine {
  const service = offer.services.get(line.service_id)
  if (!service) throw pricesChanged(offer, s.noLongerOffered(line.name))
  const addOns = line.addOns.map((asked): SaleAddOn => {
    const addOn = offer.addOns.get(asked.addOn_id)
    if (!addOn) throw pricesChanged(offer, s.noLongerOffered(asked.addOn_name))
    if (addOn.treatmentId !== service.treatmentId) throw invalid('treatments', s.addOnOfOtherTreatment)
    if (addOn.priceCentavos !== toCentavos(asked.addOn_price)) throw pricesChanged(offer)
    return { addOn_id: addOn.id, addOn_name: addOn.name, quantity: asked.quantity, price: addOn.priceCentavos }
  })
  const agreed = service.treatmentId === line.treatment_id && service.priceCentavos === toCentavos(line.price)
  if (!agreed) throw pricesChanged(offer)
  return {
    service_id: service.id,
    service_name: service.name,
    treatment_id: service.treatmentId,
    treatment_name: service.treatmentName,
    quantity: line.quantity,
    price: service.priceCentavos,
    addOns,
  }
}

/**
 * Prices an order from the catalogue of this moment, in centavos. Refused are: what is not offered any more and prices
 * or sums that differ from the till's (409 with a `PriceList`), an add-on of another treatment, and too little money.
 */
export async function priceOrder(tx: ReadTx, order: CheckoutOrder): Promise<PricedOrder> {
  rejectRepeats(order.treatments)
  const offer = await offerFor(tx, order.treatments)
  const lines = order.treatments.map((line) => priceLine(line, offer))
  const totals = chargeOf(lines, { isOn: order.is_discounted === 'yes', amount: toCentavos(order.discount) })
  if (totals.subtotal > MAX_CENTAVOS) throw invalid('total', s.amountTooLarge)
  const received = toCentavos(order.received_money)
  const agreed =
    totals.subtotal === toCentavos(order.total) &&
    totals.total === toCentavos(order.total_after_discount) &&
    changeOf(received, totals.total) === toCentavos(order.exchange_money)
  if (!agreed) throw pricesChanged(offer)
  if (received < totals.total) throw invalid('received_money', s.receivedTooLow)
  return { ...totals, lines, received }
}
