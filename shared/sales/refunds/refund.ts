import type { Centavos } from '#shared/lib/money.ts'
import { spread, type TaxSums } from '#shared/sales/tax.ts'

/** What of a line can still be given back: pieces at their price, and the amounts that belong to all of them together. */
export type Refundable = {
  quantity: number
  price: Centavos
  /** Taken off the line, the VAT that was not paid, and the line's share of the discount on the order. */
  discount: Centavos
  lessVat: Centavos
  orderDiscount: Centavos
  /** Of what was paid; all 0 without tax. */
  tax: TaxSums
}

/** What goes back for some pieces of a line; `paid` is the money. */
export type Refunded = Omit<Refundable, 'price'> & { lineTotal: Centavos; paid: Centavos }

/** `amount × part / whole`, half a centavo up. */
const shareOf = (amount: Centavos, part: number, whole: number): Centavos =>
  Math.floor((2 * amount * part + whole) / (2 * whole))

/** The money that is left of a line. */
export const paidFor = ({ quantity, price, discount, lessVat, orderDiscount }: Refundable): Centavos =>
  quantity * price - discount - lessVat - orderDiscount

/**
 * What goes back for `quantity` of the pieces that are left of a line (1 to all of them): of each discount and tax the share
 * of these pieces in what is left, to the centavo. Whoever gives the last pieces back gives all that is left, so that what
 * goes back in parts is what was paid.
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
  const isTaxed = parts.some((part) => part > 0)
  const [vatable = 0, vat = 0, exempt = 0, zeroRated = 0, excise = 0] = isTaxed ? spread(paid, parts) : []
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
