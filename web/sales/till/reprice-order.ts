import { formatPesoShort, toCentavos, type Centavos } from '#shared/lib/money.ts'
import type { PriceList } from '#shared/sales/price-list.ts'
import { cardMessages as cards } from '#shared/sales/card-messages.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import type { Order, OrderAddOn, OrderLine } from './order.ts'

/** Updates names and prices; removes items that are no longer offered, a service with its add-ons. */
export function reprice(order: Order, prices: PriceList): Order {
  const lines = order.lines.flatMap((line): OrderLine[] => {
    const service = prices.services.find((one) => one.service_id === line.serviceId)
    if (!service) return []
    const addOns = line.addOns.flatMap((addOn): OrderAddOn[] => {
      const fresh = prices.add_ons.find((one) => one.addOn_id === addOn.id)
      if (fresh?.treatment_id !== service.treatment_id) return []
      return [{ ...addOn, name: fresh.addOn_name, price: toCentavos(fresh.addOn_price) }]
    })
    const { name, treatment_id: treatmentId } = service
    const isEligible = service.senior_pwd_eligible ?? false
    return [
      {
        ...line,
        name,
        treatmentId,
        price: toCentavos(service.price),
        addOns,
        ...(line.taxClass !== service.tax_class && { taxClass: service.tax_class }),
        ...((line.isEligible ?? false) !== isEligible && { isEligible }),
        ...(line.hasCard && !isEligible && { hasCard: false }),
      },
    ]
  })
  const isVatRegistered = prices.is_vat_registered ?? order.card?.isVatRegistered ?? false
  return { ...order, lines, ...(order.card && { card: { ...order.card, isVatRegistered } }) }
}

type Priced = { name: string; price: Centavos }

const pricesOf = ({ lines }: Order) =>
  new Map<string, Priced>(
    lines.flatMap((line) => [
      [line.serviceId, line],
      ...line.addOns.map((addOn): [string, Priced] => [addOn.id, addOn]),
    ]),
  )

/** Lines to which the card no longer applies, because the total rises. */
function linesWithoutTheirCard(before: Order, after: Order): string[] {
  const had = new Set(before.lines.filter((line) => line.hasCard).map((line) => line.serviceId))
  const lost = after.lines.filter((line) => had.has(line.serviceId) && !line.hasCard)
  return lost.map((line) => cards.notEligible(line.name))
}

/** The changes of an update as sentences; empty if nothing changed. */
export function priceChanges(before: Order, after: Order): string[] {
  const fresh = pricesOf(after)
  const changed = [...pricesOf(before)].flatMap(([id, { name, price }]) => {
    const now = fresh.get(id)
    if (!now) return [s.leftOrder(name)]
    return now.price === price ? [] : [s.priceIsNow(now.name, formatPesoShort(price), formatPesoShort(now.price))]
  })
  return [...changed, ...linesWithoutTheirCard(before, after)]
}
