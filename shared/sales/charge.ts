import type { Centavos } from '#shared/lib/money.ts'
import type { TaxClass, TaxSettings } from '#shared/lib/taxes.ts'
import type { SaleAddOn, SaleLine } from './line.ts'
import {
  bookedClass,
  cardPrice,
  cardTaxOf,
  NO_TAX,
  noTaxSums,
  promoPrice,
  spread,
  taxOf,
  type Taxed,
  type TaxSums,
} from './tax.ts'

type Priced<Item extends SaleLine | SaleAddOn> = Pick<Item, 'price' | 'quantity'>

type UnderCard = {
  /** True if a Senior Citizen or PWD card applies to the service or add-on; no other discount applies then. */
  hasCard?: boolean
  /** True if other discounts apply instead of the Senior or PWD card’s discount; even then the holder pays no VAT. */
  isPromo?: boolean
}

/**
 * A line with everything needed for its amounts. Add-ons share the tax of their service and, unless they say otherwise,
 * its Senior or PWD card, but not its discount.
 */
export type ChargedLine = Priced<SaleLine> & {
  addOns: readonly (Priced<SaleAddOn> & UnderCard)[]
  /** The discount on the service without its add-ons, at most its price. */
  discount?: Centavos
  taxed?: Taxed
  /**
   * True if a package pays for the service without its add-ons. The order's discount does not reduce such a service.
   */
  isPrepaid?: boolean
} & UnderCard

/** The stored amounts of a service or an add-on. The paid amount is `lineTotal` less `orderDiscount`. */
export type ItemAmounts = {
  discount: Centavos
  lessVat: Centavos
  lineTotal: Centavos
  /** The part of the order's discount that reduces the price of this service or add-on. */
  orderDiscount: Centavos
  taxClass: TaxClass | null
  tax: TaxSums
}

export type Charge = {
  /** The amounts of each line's service and add-ons, in order. */
  items: { service: ItemAmounts; addOns: ItemAmounts[] }[]
  /**
   * The sum of discounts on lines, and the sum of VAT that Senior Citizens and PWD do not pay. Both are taken off
   * before the subtotal.
   */
  lineDiscount: Centavos
  lessVat: Centavos
  subtotal: Centavos
  /**
   * The highest possible discount of the order: the prices of the lines that have no Senior or PWD discount, less their
   * own discounts. It includes VAT, also for lines of card holders that keep a promo.
   */
  discountable: Centavos
  /** The order's discount as it is typed and sent, at most `discountable`. Like the prices it includes VAT. */
  grossDiscount: Centavos
  /**
   * The amount by which the order's discount lowers the subtotal. It is less than `grossDiscount` if a card holder's
   * line gets a part of the discount, because the subtotal contains such a line without VAT.
   */
  discount: Centavos
  total: Centavos
  itemCount: number
  tax: TaxSums
}

const PLAIN: Taxed = { taxClass: 'vatable', isExcise: false }

const add = (a: TaxSums, b: TaxSums): TaxSums => ({
  vatable: a.vatable + b.vatable,
  vat: a.vat + b.vat,
  exempt: a.exempt + b.exempt,
  zeroRated: a.zeroRated + b.zeroRated,
  excise: a.excise + b.excise,
})

type Part = {
  gross: Centavos
  discount: Centavos
  hasCard: boolean
  isPromo: boolean
  isPrepaid?: boolean
  taxed: Taxed
}

/** The services and add-ons of all lines, each service before its add-ons. */
const partsOf = (lines: readonly ChargedLine[]): Part[] =>
  lines.flatMap(({ addOns, hasCard = false, isPromo = false, isPrepaid = false, taxed = PLAIN, ...line }) => [
    {
      gross: line.price * line.quantity,
      discount: line.discount ?? 0,
      hasCard,
      isPromo: hasCard && isPromo,
      isPrepaid,
      taxed,
    },
    ...addOns.map((addOn) => {
      const isCovered = addOn.hasCard ?? hasCard
      const gross = addOn.price * addOn.quantity
      return { gross, discount: 0, hasCard: isCovered, isPromo: isCovered && (addOn.isPromo ?? false), taxed }
    }),
  ])

/**
 * True for items that the order's discount does not reduce: those under a Senior or PWD card, and those paid by a
 * package.
 */
const hasOwnPrice = ({ hasCard, isPromo, isPrepaid }: Part) => (hasCard && !isPromo) || isPrepaid === true

// Also treats NaN and −0, which only other programs can send, as no discount.
const upTo = (amount: Centavos, most: Centavos) => (amount > 0 ? Math.min(Math.trunc(amount), most) : 0)

/** A part's price less its own discount. It includes VAT, also for card holders. */
const promoPriceWithVat = ({ gross, discount }: Part): Centavos => gross - upTo(discount, gross)

function beforeOrderDiscount(part: Part, settings: TaxSettings): Omit<ItemAmounts, 'orderDiscount' | 'tax'> {
  const taxClass = bookedClass(part.taxed, settings, part.hasCard)
  const discount = upTo(part.discount, part.gross)
  if (part.hasCard) {
    const price = part.isPromo
      ? promoPrice(part.gross, discount, part.taxed, settings)
      : cardPrice(part.gross, part.taxed, settings)
    return { discount: price.discount, lessVat: price.lessVat, lineTotal: price.toPay, taxClass }
  }
  return { discount, lessVat: 0, lineTotal: part.gross - discount, taxClass }
}

/**
 * Returns the amount by which a share of the order's discount lowers what is paid for a part. A card holder who keeps a
 * promo gets both discounts off the price with VAT, and then pays the resulting price without its VAT, as with a
 * discount on the line alone.
 */
function takenOff(part: Part, lineTotal: Centavos, share: Centavos, settings: TaxSettings): Centavos {
  if (!part.isPromo) return share
  const promo = part.gross - promoPriceWithVat(part) + share
  return lineTotal - promoPrice(part.gross, promo, part.taxed, settings).toPay
}

function regroup(lines: readonly ChargedLine[], items: readonly ItemAmounts[]): Charge['items'] {
  let next = 0
  return lines.map(({ addOns }) => {
    const service = items[next]!
    const first = next + 1
    next = first + addOns.length
    return { service, addOns: items.slice(first, next) }
  })
}

/**
 * Computes an order's amounts in centavos: the discounts of lines or of Senior and PWD cards, the order's discount
 * divided among lines without a card's discount, and the taxes. A discount applies when it is switched on, up to the
 * amount it reduces. The item count is the sum of all quantities.
 */
export function chargeOf(
  lines: readonly ChargedLine[],
  given: { isOn: boolean; amount: Centavos },
  settings: TaxSettings = NO_TAX,
): Charge {
  const parts = partsOf(lines)
  const open = parts.map((part) => (hasOwnPrice(part) ? 0 : promoPriceWithVat(part)))
  const discountable = open.reduce((total, amount) => total + amount, 0)
  const grossDiscount = given.isOn ? upTo(given.amount, discountable) : 0
  const shares = spread(grossDiscount, open)
  const items = parts.map((part, i): ItemAmounts => {
    const item = beforeOrderDiscount(part, settings)
    const orderDiscount = takenOff(part, item.lineTotal, shares[i]!, settings)
    const paid = item.lineTotal - orderDiscount
    const tax = part.hasCard ? cardTaxOf(paid, part.taxed, settings) : taxOf(paid, part.taxed, settings)
    return { ...item, orderDiscount, tax }
  })
  const sum = (key: 'lineTotal' | 'discount' | 'lessVat' | 'orderDiscount') =>
    items.reduce((total, item) => total + item[key], 0)
  const [subtotal, discount] = [sum('lineTotal'), sum('orderDiscount')]
  return {
    items: regroup(lines, items),
    lineDiscount: sum('discount'),
    lessVat: sum('lessVat'),
    subtotal,
    discountable,
    grossDiscount,
    discount,
    total: subtotal - discount,
    itemCount: lines.reduce((n, line) => line.addOns.reduce((m, addOn) => m + addOn.quantity, n + line.quantity), 0),
    tax: items.reduce((total, item) => add(total, item.tax), noTaxSums),
  }
}
