import type { LiveItem, LiveService } from '#server/catalogue/read-catalogue.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { FreeSession } from '#server/prepaid/public.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import type { TaxSettings } from '#shared/lib/taxes.ts'
import { MAX_CENTAVOS, toCentavos, toPesos, type Centavos } from '#shared/lib/money.ts'
import { cardMessages as cards, saleMessages as s } from '#shared/sales/messages.ts'
import { packageMessages as packages } from '#shared/prepaid/package-messages.ts'
import { chargeOf, type Charge, type ItemAmounts } from '#shared/sales/charge.ts'
import type { salesContract } from '#shared/sales/contract.ts'
import { textsOf, type PriceList, type SaleAddOn, type SaleLine } from '#shared/sales/line.ts'
import { isCardReason, PACKAGE_REASON } from '#shared/sales/payment.ts'
import { percentOf } from '#shared/sales/percent.ts'
import { fitsLine, splitLine, type CardPieces, type LinePart } from '#shared/sales/card-pieces.ts'
import type { SeniorPwdCard } from '#shared/sales/checkout-body.ts'
import { cardReason } from '#shared/sales/senior-pwd-card.ts'
import { cardPrice } from '#shared/sales/tax.ts'
import { piecesOf } from './senior-pwd-card.ts'
import { changeOf } from '#shared/sales/totals.ts'

export type CheckoutOrder = Parsed<typeof salesContract.checkout>['body']
type OrderLine = CheckoutOrder['treatments'][number]

/** An order with the catalogue's prices; `received` is what the customer handed over. */
export type PricedOrder = Charge & { lines: SaleLine[]; received: Centavos }

/** A service or product that can be sold now. The treatment of a product is its category. */
export type LiveHead = LiveService & Pick<SaleLine, 'kind' | 'unitCost'>

/** The services, products and add-ons of an order as they are offered now, by id, and the clinic's taxes. */
export type Catalogue = {
  services: ReadonlyMap<string, LiveHead>
  addOns: ReadonlyMap<string, LiveItem>
  tax: TaxSettings
  /** The sessions of packages that the order uses, by id. */
  sessions?: ReadonlyMap<string, FreeSession>
}

/** The current prices, with which the till corrects its order. */
const priceListOf = ({ services, addOns, tax }: Catalogue): PriceList => ({
  services: [...services.values()].map((service) => ({
    ...(service.kind && { kind: service.kind }),
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

/** The discount of a line in centavos, at most its price. */
function lineDiscount(line: OrderLine, service: LiveService): Centavos {
  const price = service.priceCentavos * line.quantity
  return typeof line.discount_percent === 'number'
    ? percentOf(price, Math.round(line.discount_percent * 100))
    : Math.min(toCentavos(line.discount), price)
}

/**
 * Throws a 422 for a discount with the reason Senior Citizen or PWD that is entered without such a card. The sentence
 * names a service that is not eligible, or asks for the card.
 */
function requireCard(reason: OrderLine['discount_reason'], services: readonly (LiveService | undefined)[]): void {
  if (!isCardReason(reason ?? null)) return
  const other = services.find((service) => service && !service.tax.senior_pwd_eligible)
  throw invalid('discount_reason', other ? cards.notEligible(other.name) : cards.useCard)
}

/**
 * The pieces of the line that each Senior Citizen or PWD card discounts. Throws for pieces that the line does not have,
 * and for another discount on a line whose pieces are all discounted by cards.
 */
function requirePieces(line: OrderLine, service: LiveService, catalogue: Catalogue, discount: Centavos): CardPieces[] {
  const pieces = piecesOf(line)
  if (pieces.length === 0) return pieces
  if (!service.tax.senior_pwd_eligible) throw pricesChanged(catalogue, cards.notEligible(service.name))
  const addOns = line.addOns.map(({ addOn_id, quantity }) => ({ id: addOn_id, quantity }))
  const isOnce = new Set(pieces.map(({ card }) => card)).size === pieces.length
  if (!isOnce || !fitsLine({ ...line, addOns }, pieces)) throw invalid('treatments', cards.tooManyPieces(service.name))
  const covered = pieces.reduce((sum, { quantity }) => sum + quantity, 0)
  const isDiscountLost = covered === line.quantity && pieces.every(({ isPromo }) => !isPromo)
  if (discount > 0 && isDiscountLost) throw invalid('treatments', cards.noOtherDiscount)
  return pieces
}

/**
 * A line with the catalogue's names and prices, split into the pieces of each Senior Citizen or PWD card and the rest.
 * Throws when the till sent other names or prices.
 */
function priceLine(line: OrderLine, catalogue: Catalogue): SaleLine[] {
  const service = catalogue.services.get(line.service_id)
  if (service?.kind !== line.kind || !service) throw pricesChanged(catalogue, s.noLongerOffered(line.name))
  const addOns = line.addOns.map(({ addOn_id, addOn_name, addOn_price, quantity }): SaleAddOn & { id: string } => {
    const addOn = catalogue.addOns.get(addOn_id)
    if (!addOn) throw pricesChanged(catalogue, s.noLongerOffered(addOn_name))
    if (addOn.treatmentId !== service.treatmentId) throw invalid('treatments', s.addOnOfOtherTreatment)
    if (addOn.priceCentavos !== toCentavos(addOn_price)) throw pricesChanged(catalogue)
    return { id: addOn.id, addOn_id: addOn.id, addOn_name: addOn.name, quantity, price: addOn.priceCentavos }
  })
  const agreed = service.treatmentId === line.treatment_id && service.priceCentavos === toCentavos(line.price)
  if (!agreed) throw pricesChanged(catalogue)
  const discount = lineDiscount(line, service)
  if (discount > 0) requireCard(line.discount_reason, [service])
  const pieces = requirePieces(line, service, catalogue, discount)
  if (line.package_sessions.length > 0)
    return prepaidLines(line, service, { discount, addOns, sessions: catalogue.sessions })
  const price = service.priceCentavos
  return splitLine({ price, quantity: line.quantity, discount, addOns }, pieces).map((part) =>
    partOfLine(part, line, service),
  )
}

function partOfLine(
  { card, isPromo, quantity, discount, addOns }: LinePart<SaleAddOn & { id: string }>,
  line: OrderLine,
  service: LiveHead,
): SaleLine {
  return {
    ...(service.kind && { kind: service.kind, unitCost: service.unitCost ?? null }),
    service_id: service.id,
    service_name: service.name,
    treatment_id: service.treatmentId,
    treatment_name: service.treatmentName,
    quantity,
    price: service.priceCentavos,
    addOns: addOns.map(({ id: _, ...addOn }) => addOn),
    ...(discount > 0 && { discount }),
    ...textsOf({ ...line, discount_reason: discount > 0 ? line.discount_reason : null }),
    ...(card !== null && { card: card + 1, hasCard: true, isPromo }),
    taxed: { taxClass: service.tax.tax_class, isExcise: service.tax.is_excise },
  }
}

type PrepaidParts = {
  discount: Centavos
  addOns: (SaleAddOn & { id: string })[]
  sessions: Catalogue['sessions']
}

/**
 * Splits a line of a service that is paid with sessions of packages. Each session becomes a line with one piece, priced
 * at what was paid for the session, but at most at the current price of the service. The other pieces become a line at
 * the current price.
 */
function prepaidLines(line: OrderLine, service: LiveHead, { discount, addOns, sessions }: PrepaidParts): SaleLine[] {
  const { package_sessions: ids, quantity } = line
  if (discount > 0 || piecesOf(line).length > 0) throw invalid('treatments', packages.noOtherDiscount)
  if (ids.length > quantity) throw invalid('treatments', packages.tooManySessionsUsed)
  const part = (count: number, isLast: boolean) =>
    partOfLine(
      {
        card: null,
        isPromo: false,
        quantity: count,
        discount: 0,
        addOns: isLast ? addOns.map((addOn) => ({ ...addOn, hasCard: false, isPromo: false })) : [],
      },
      line,
      service,
    )
  const rest = quantity - ids.length
  const prepaid = ids.map((id, index): SaleLine => {
    const session = sessions?.get(id)
    if (session?.serviceId !== service.id || service.kind) throw invalid('treatments', packages.sessionOfOther)
    const value = Math.min(session.value, service.priceCentavos)
    const saved = service.priceCentavos - value
    return {
      ...part(1, rest === 0 && index === ids.length - 1),
      ...(saved > 0 && { discount: saved, discount_reason: PACKAGE_REASON }),
      isPrepaid: true,
      packageSession: { id, accountId: session.accountId, value },
    }
  })
  return rest > 0 ? [...prepaid, part(rest, true)] : prepaid
}

/** A line's discount fields as stored in the books. */
const discounted = ({ discount, lessVat }: ItemAmounts) => ({
  ...(discount !== 0 && { discount }),
  ...(lessVat !== 0 && { less_vat: lessVat }),
})

const withDiscounts = (lines: SaleLine[], { items }: Charge, given: readonly SeniorPwdCard[]): SaleLine[] =>
  lines.map(({ discount_reason, ...line }, i) => {
    const card = line.card === undefined || line.isPromo ? undefined : given[line.card - 1]
    const reason = card ? cardReason(card.kind) : discount_reason
    return {
      ...line,
      ...discounted(items[i]!.service),
      ...(reason && { discount_reason: reason }),
      addOns: line.addOns.map((addOn, index) => ({ ...addOn, ...discounted(items[i]!.addOns[index]!) })),
    }
  })

/**
 * Throws a 422 where the holder of a Senior Citizen or PWD card would pay more with the promo than with the card's
 * discount.
 */
function requireBetterPromo(lines: readonly SaleLine[], { items }: Charge, tax: TaxSettings): void {
  for (const [i, { service_name, price, quantity, isPromo, taxed, addOns }] of lines.entries()) {
    const { service, addOns: amounts } = items[i]!
    const promos = [
      ...(isPromo ? [{ name: service_name, gross: price * quantity, amounts: service }] : []),
      ...addOns.flatMap((addOn, place) =>
        addOn.isPromo
          ? [{ name: addOn.addOn_name, gross: addOn.price * addOn.quantity, amounts: amounts[place]! }]
          : [],
      ),
    ]
    const worse = promos.find(
      (promo) => promo.amounts.lineTotal - promo.amounts.orderDiscount > cardPrice(promo.gross, taxed!, tax).toPay,
    )
    if (worse) throw invalid('treatments', cards.cardIsBetter(worse.name))
  }
}

/**
 * Computes an order's prices from the current catalogue, in centavos. Throws for items no longer offered and for prices
 * or sums that differ from the till's (409 with a `PriceList`), an add-on of another treatment, too little money, and a
 * Senior Citizen or PWD discount without the card.
 */
export function priceOrder(
  order: CheckoutOrder,
  catalogue: Catalogue,
  given: readonly SeniorPwdCard[] = [],
): PricedOrder {
  const lines = order.treatments.flatMap((line) => priceLine(line, catalogue))
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
  if (priced.discount > 0)
    requireCard(
      order.discount_reason,
      lines.map(({ service_id }) => catalogue.services.get(service_id)),
    )
  requireBetterPromo(lines, priced, catalogue.tax)
  return { ...priced, lines: withDiscounts(lines, priced, given), received }
}
