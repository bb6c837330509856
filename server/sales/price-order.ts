import { liveAddOns, liveServices, type LiveItem, type LiveService } from '#server/catalogue/read-catalogue.ts'
import { runPipelined } from '#server/db/pipeline.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import type { TaxSettings } from '#shared/lib/taxes.ts'
import { MAX_CENTAVOS, toCentavos, toPesos, type Centavos } from '#shared/lib/money.ts'
import { cardMessages as cards, saleMessages as s } from '#shared/sales/messages.ts'
import { chargeOf, type Charge, type ItemAmounts } from '#shared/sales/charge.ts'
import type { salesContract } from '#shared/sales/contract.ts'
import type { PriceList } from '#shared/sales/price-list.ts'
import type { SaleAddOn, SaleLine } from '#shared/sales/line.ts'
import { percentOf } from '#shared/sales/percent.ts'
import { cardReason, type SeniorPwdCard } from '#shared/sales/senior-pwd-card.ts'
import { isSenior } from '#shared/sales/tax.ts'
import { changeOf } from '#shared/sales/totals.ts'

export type CheckoutOrder = Parsed<typeof salesContract.checkout>['body']
type OrderLine = CheckoutOrder['treatments'][number]

/** An order with the catalogue's prices; `received` is what the customer handed over. */
export type PricedOrder = Charge & { lines: SaleLine[]; received: Centavos }

/** The current offers for the items of an order. */
type Offer = { services: Map<string, LiveService>; addOns: Map<string, LiveItem>; tax: TaxSettings }

const byId = <Item extends LiveItem>(items: Item[]) => new Map(items.map((item) => [item.id, item]))

/** The current offers for an order's items, without tax settings. Throws for an item that occurs twice. */
export async function offerFor(tx: ReadTx, { treatments: lines }: CheckoutOrder): Promise<Omit<Offer, 'tax'>> {
  rejectRepeats(lines)
  const addOnIds = lines.flatMap((line) => line.addOns.map((addOn) => addOn.addOn_id))
  const [services, addOns] = await runPipelined([
    liveServices(
      tx,
      lines.map((line) => line.service_id),
    ),
    liveAddOns(tx, [...new Set(addOnIds)]),
  ])
  return { services: byId(services), addOns: byId(addOns) }
}

/** The offers that the till needs to correct its order. */
const freshPrices = ({ services, addOns, tax }: Offer): PriceList => ({
  services: [...services.values()].map((service) => ({
    service_id: service.id,
    name: service.name,
    price: toPesos(service.priceCentavos),
    treatment_id: service.treatmentId,
    ...(service.tax.tax_class !== 'vatable' && { tax_class: service.tax.tax_class }),
    ...(service.tax.senior_pwd_eligible && { senior_pwd_eligible: true }),
  })),
  add_ons: [...addOns.values()].map((addOn) => ({
    addOn_id: addOn.id,
    addOn_name: addOn.name,
    addOn_price: toPesos(addOn.priceCentavos),
    treatment_id: addOn.treatmentId,
  })),
  ...(tax.isVatRegistered && { is_vat_registered: true }),
})

const pricesChanged = (offer: Offer, sentence: string = s.pricesChanged) =>
  new AppError('price_changed', sentence, { data: freshPrices(offer) })

function rejectRepeats(lines: readonly OrderLine[]): void {
  if (new Set(lines.map((line) => line.service_id)).size < lines.length) throw invalid('treatments', s.serviceTwice)
  for (const { addOns } of lines)
    if (new Set(addOns.map((addOn) => addOn.addOn_id)).size < addOns.length) throw invalid('treatments', s.addOnTwice)
}

/** The discount of a line, at most its price; a line under a card gets the card's. Throws when both are given. */
function lineDiscount(
  line: OrderLine,
  service: LiveService,
  offer: Offer,
): Pick<SaleLine, 'discount' | 'discount_reason'> {
  const price = service.priceCentavos * line.quantity
  const amount =
    typeof line.discount_percent === 'number'
      ? percentOf(price, Math.round(line.discount_percent * 100))
      : Math.min(toCentavos(line.discount), price)
  if (line.senior_pwd) {
    if (amount > 0) throw invalid('treatments', cards.noOtherDiscount)
    if (!service.tax.senior_pwd_eligible) throw pricesChanged(offer, cards.notEligible(service.name))
  }
  return amount === 0
    ? {}
    : { discount: amount, ...(line.discount_reason && { discount_reason: line.discount_reason }) }
}

/** A line with the catalogue's names and prices; throws when the till sent others. */
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
    ...lineDiscount(line, service, offer),
    ...(line.senior_pwd && { hasCard: true }),
    taxed: { taxClass: service.tax.tax_class, isExcise: service.tax.is_excise },
  }
}

/** A line's discount fields as stored in the books. */
const discounted = ({ discount, lessVat }: ItemAmounts) => ({
  ...(discount !== 0 && { discount }),
  ...(lessVat !== 0 && { less_vat: lessVat }),
})

const withDiscounts = (lines: SaleLine[], { items }: Charge, card: CheckoutOrder['senior_pwd_card']): SaleLine[] =>
  lines.map(({ discount_reason, ...line }, i) => {
    const reason = line.hasCard && card ? cardReason(card.kind) : discount_reason
    return {
      ...line,
      ...discounted(items[i]!.service),
      ...(reason && { discount_reason: reason }),
      addOns: line.addOns.map((addOn, place) => ({ ...addOn, ...discounted(items[i]!.addOns[place]!) })),
    }
  })

/**
 * The card that the order is discounted for; null without one. Throws a 422 for a card line without a card, a card
 * without a line, and a Senior Citizen under 60.
 */
export function cardOf(order: CheckoutOrder, today: CivilDate): SeniorPwdCard | null {
  const card = order.senior_pwd_card ?? null
  if (!order.treatments.some((line) => line.senior_pwd)) {
    if (card === null) return null
    throw invalid('senior_pwd_card', cards.cardWithoutLine)
  }
  if (card === null) throw invalid('senior_pwd_card', cards.cardRequired)
  if (card.kind === 'pwd') return { ...card, birth_date: null }
  if (!card.birth_date) throw invalid('birth_date', cards.birthDateRequired)
  if (!isSenior(today, card.birth_date)) throw invalid('birth_date', cards.notSenior)
  return card
}

/**
 * Computes an order's prices from the current catalogue, in centavos. Throws for items no longer offered and for prices
 * or sums that differ from the till's (409 with a `PriceList`), an add-on of another treatment, and too little money.
 */
export function priceOrder(order: CheckoutOrder, offered: Omit<Offer, 'tax'>, tax: TaxSettings): PricedOrder {
  const offer = { ...offered, tax }
  const lines = order.treatments.map((line) => priceLine(line, offer))
  const given = { isOn: order.is_discounted === 'yes', amount: toCentavos(order.discount) }
  const totals = chargeOf(lines, given, tax)
  if (totals.subtotal + totals.lineDiscount + totals.lessVat > MAX_CENTAVOS) throw invalid('total', s.amountTooLarge)
  const received = toCentavos(order.received_money)
  const agreed =
    totals.subtotal === toCentavos(order.total) &&
    totals.total === toCentavos(order.total_after_discount) &&
    changeOf(received, totals.total) === toCentavos(order.exchange_money)
  if (!agreed) throw pricesChanged(offer)
  if (received < totals.total) throw invalid('received_money', s.receivedTooLow)
  return { ...totals, lines: withDiscounts(lines, totals, order.senior_pwd_card), received }
}
