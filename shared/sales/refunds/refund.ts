import type { Centavos } from '#shared/lib/money.ts'
import { spread, type TaxSums } from '#shared/sales/tax.ts'

/**
 * What can still be refunded of a line: the pieces at their price, and the discounts and taxes of all remaining pieces
 * together.
 */
export type Refundable = {
  quantity: number
  price: Centavos
  /**
   * For all remaining pieces: the line's discount, the VAT that a Senior Citizen or PWD did not pay, and the share of
   * the order's discount.
   */
  discount: Centavos
  lessVat: Centavos
  orderDiscount: Centavos
  /** The taxes in the amount that was paid for the remaining pieces; all are 0 without tax. */
  tax: TaxSums
}

/**
 * The refund of some pieces of a line. `lineTotal` is their price after discounts of the line, `paid` what the buyer
 * paid.
 */
export type Refunded = Omit<Refundable, 'price'> & { lineTotal: Centavos; paid: Centavos }

/** Computes `amount × part / whole`, rounded half up. */
const shareOf = (amount: Centavos, part: number, whole: number): Centavos =>
  Math.floor((2 * amount * part + whole) / (2 * whole))

/**
 * The part of a refund that was withheld as tax and does not go back in money: its share of what is left, to the
 * centavo. The last refund gets everything that remains.
 */
export const withheldBack = (refunded: Centavos, left: { withheld: Centavos; total: Centavos }): Centavos =>
  left.total === 0 ? 0 : shareOf(left.withheld, refunded, left.total)

/** The money that can still be refunded of a line. */
export const paidFor = ({ quantity, price, discount, lessVat, orderDiscount }: Refundable): Centavos =>
  quantity * price - discount - lessVat - orderDiscount

/**
 * The refund of `quantity` remaining pieces (1 to all): their share of each remaining discount and tax, to the centavo.
 * The last pieces get everything that remains, so that partial refunds add up to what was paid.
 */
export function refundOf(left: Refundable, quantity: number): Refunded {
  const takenOff = [left.discount, left.lessVat, left.orderDiscount]
  const off = shareOf(
    takenOff.reduce((sum, amount) => sum + amount, 0),
    quantity,
    left.quantity,
  )
  const [discount = 0, lessVat = 0, orderDiscount = 0] = spread(off, takenOff)
  const lineTotal = quantity * left.price - discount - lessVat
  const paid = lineTotal - orderDiscount
  const { tax } = left
  const parts = [tax.vatable, tax.vat, tax.exempt, tax.zeroRated, tax.excise]
  const [vatable = 0, vat = 0, exempt = 0, zeroRated = 0, excise = 0] = spread(paid, parts)
  return {
    quantity,
    discount,
    lessVat,
    orderDiscount,
    lineTotal,
    paid,
    tax: { vatable, vat, exempt, zeroRated, excise },
  }
}
