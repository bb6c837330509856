import type { LiveItem, LiveService } from '#server/catalogue/read-catalogue.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import type { TaxSettings } from '#shared/lib/taxes.ts'
import { MAX_CENTAVOS, toCentavos, toPesos, type Centavos } from '#shared/lib/money.ts'
import { cardMessages as cards, saleMessages as s } from '#shared/sales/messages.ts'
import { chargeOf, type Charge, type ItemAmounts } from '#shared/sales/charge.ts'
import type { salesContract } from '#shared/sales/contract.ts'
import type { PriceList, SaleAddOn, SaleLine } from '#shared/sales/line.ts'
import { hasIdNumber } from '#shared/sales/payment.ts'
import { percentOf } from '#shared/sales/percent.ts'
import { cardReason } from '#shared/sales/senior-pwd-card.ts'
import { changeOf } from '#shared/sales/totals.ts'

export type CheckoutOrder = Parsed<typeof salesContract.checkout>['body']
type OrderLine = CheckoutOrder['treatments'][number]

/** An order with the catalogue's prices; `received` is what the customer handed over. */
export type PricedOrder = Charge & { lines: SaleLine[]; received: Centavos }

/** The services and add-ons of an order as they are offered now, by id, and the clinic's taxes. */
export type Catalogue = {
  services: ReadonlyMap<string, LiveService>
  addOns: ReadonlyMap<string, LiveItem>
  tax: TaxSettings
}

/** The current prices, with which the till corrects its order. */
const priceListOf = ({ services, addOns, tax }: Catalogue): PriceList => ({
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

const pricesChanged = (catalogue: Catalogue, sentence: string = s.pricesChanged) =>
  new AppError('price_changed', sentence, { data: priceListOf(catalogue) })

/**
 * The discount of a line, at most its price; a line under a card gets the card's discount. Throws when the order has
 * both.
 */
function lineDiscount(
  line: OrderLine,
  service: LiveService,
  catalogue: Catalogue,
): Pick<SaleLine, 'discount' | 'discount_reason'> {
  const price = service.priceCentavos * line.quantity
  const amount =
    typeof line.discount_percent === 'number'
      ? percentOf(price, Math.round(line.discount_percent * 100))
      : Math.min(toCentavos(line.discount), price)
  if (line.senior_pwd) {
    if (amount > 0) throw invalid('treatments', cards.noOtherDiscount)
    if (!service.tax.senior_pwd_eligible) throw pricesChanged(catalogue, cards.notEligible(service.name))
  }
  return amount === 0
    ? {}
    : { discount: amount, ...(line.discount_reason && { discount_reason: line.discount_reason }) }
}

/** A line with the catalogue's names and prices; throws when the till sent other names or prices. */
function priceLine(line: OrderLine, catalogue: Catalogue): SaleLine {
  const service = catalogue.services.get(line.service_id)
  if (!service) throw pricesChanged(catalogue, s.noLongerOffered(line.name))
  const addOns = line.addOns.map(({ addOn_id, addOn_name, addOn_price, quantity }): SaleAddOn => {
    const addOn = catalogue.addOns.get(addOn_id)
    if (!addOn) throw pricesChanged(catalogue, s.noLongerOffered(addOn_name))
    if (addOn.treatmentId !== service.treatmentId) throw invalid('treatments', s.addOnOfOtherTreatment)
    if (addOn.priceCentavos !== toCentavos(addOn_price)) throw pricesChanged(catalogue)
    return { addOn_id: addOn.id, addOn_name: addOn.name, quantity, price: addOn.priceCentavos }
  })
  const agreed = service.treatmentId === line.treatment_id && service.priceCentavos === toCentavos(line.price)
  if (!agreed) throw pricesChanged(catalogue)
  return {
    service_id: service.id,
    service_name: service.name,
    treatment_id: service.treatmentId,
    treatment_name: service.treatmentName,
    quantity: line.quantity,
    price: service.priceCentavos,
    addOns,
    ...lineDiscount(line, service, catalogue),
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
      addOns: line.addOns.map((addOn, index) => ({ ...addOn, ...discounted(items[i]!.addOns[index]!) })),
    }
  })

/** Throws a 422 for the discount of a Senior Citizen or PWD on the whole order without the number of the card. */
function requireIdNumber(order: CheckoutOrder, discount: Centavos): void {
  const isForCard = hasIdNumber(order.discount_reason ?? null)
  if (discount > 0 && isForCard && order.discount_id_number === null)
    throw invalid('discount_id_number', s.idNumberRequired)
}

/**
 * Computes an order's prices from the current catalogue, in centavos. Throws for items no longer offered and for prices
 * or sums that differ from the till's (409 with a `PriceList`), an add-on of another treatment, too little money, and a
 * discount for a card without its number.
 */
export function priceOrder(order: CheckoutOrder, catalogue: Catalogue): PricedOrder {
  const lines = order.treatments.map((line) => priceLine(line, catalogue))
  const discount = { isOn: order.is_discounted === 'yes', amount: toCentavos(order.discount) }
  const priced = chargeOf(lines, discount, catalogue.tax)
  if (priced.subtotal + priced.lineDiscount + priced.lessVat > MAX_CENTAVOS) throw invalid('total', s.amountTooLarge)
  const received = toCentavos(order.received_money)
  const agreed =
    priced.subtotal === toCentavos(order.total) &&
    priced.total === toCentavos(order.total_after_discount) &&
    changeOf(received, priced.total) === toCentavos(order.exchange_money)
  if (!agreed) throw pricesChanged(catalogue)
  if (received < priced.total) throw invalid('received_money', s.receivedTooLow)
  requireIdNumber(order, priced.discount)
  return { ...priced, lines: withDiscounts(lines, priced, order.senior_pwd_card), received }
}
