import { z } from 'zod'
import { formatPeso, parsePesos, toPesos, type Centavos } from '#shared/lib/money.ts'
import type { Charge } from '#shared/sales/charge.ts'
import { cardMessages } from '#shared/sales/messages.ts'
import { DISCOUNT_REASONS, isCardReason, LINE_DISCOUNT_REASONS, type DiscountReason } from '#shared/sales/payment.ts'
import { parsePercent, percentOf } from '#shared/sales/percent.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'

type DiscountUnit = 'pesos' | 'percent'

/**
 * The order's discount as it was typed. Values stay when the discount, unit or reason changes; only the effective
 * amount is sent, in pesos.
 */
export type Discount = {
  isOn: boolean
  unit: DiscountUnit
  /** The amount in pesos as typed, with commas. */
  amount: string
  /** The percentage of the subtotal as typed. */
  percent: string
  reason: DiscountReason | null
  idNumber: string
}

export const noDiscount: Discount = {
  isOn: false,
  unit: 'pesos',
  amount: '',
  percent: '',
  reason: null,
  idNumber: '',
}

/** The discount of one line as it was typed. */
export type LineDiscount = Pick<Discount, 'unit' | 'amount' | 'percent'> & { reason: LineReason | null }
type LineReason = (typeof LINE_DISCOUNT_REASONS)[number]

export const noLineDiscount: LineDiscount = { unit: 'percent', amount: '', percent: '', reason: null }

type Typed = Pick<Discount, 'unit' | 'amount' | 'percent'>

const typed = ({ unit, amount, percent }: Typed): string => (unit === 'percent' ? percent : amount).trim()

/** The amount that the discount takes off a subtotal, before it is capped. 0 if nothing is typed; null if invalid. */
export function discountOf(discount: Typed, subtotal: Centavos): Centavos | null {
  const text = typed(discount)
  if (text === '') return 0
  if (discount.unit === 'pesos') return parsePesos(text)
  const share = parsePercent(text)
  return share === null ? null : percentOf(subtotal, share)
}

export type DiscountNote = { text: string; isError: boolean }

type Discounted = Pick<Charge, 'discountable' | 'grossDiscount' | 'discount'>

/**
 * The hint below the amount of the discount: the maximum, that the amount exceeds it, or that the text is no amount. If
 * the subtotal falls by less than the amount, because card holders pay no VAT, the hint also says by how much.
 */
export function discountNote(discount: Discount, charge: Discounted): DiscountNote {
  const { discountable: subtotal } = charge
  const wanted = discountOf(discount, subtotal)
  const withoutVat = charge.discount < charge.grossDiscount ? s.discountWithoutVat(formatPeso(charge.discount)) : ''
  if (discount.unit === 'percent') {
    if (wanted === null) return { text: s.percentInvalid, isError: true }
    const share = discount.percent.replace(/[\s%]/g, '')
    const text = share === '' ? s.percentMax : s.percentIs(share, formatPeso(subtotal), formatPeso(wanted))
    return { text: text + withoutVat, isError: false }
  }
  if (wanted === null) return { text: s.discountInvalid, isError: true }
  if (wanted > subtotal) return { text: s.discountCapped(formatPeso(charge.discount)), isError: false }
  return { text: s.discountMax(formatPeso(subtotal)) + withoutVat, isError: false }
}

/** The request's discount of a line: the percentage if typed, otherwise pesos. */
export const lineDiscountBody = (discount: LineDiscount, price: Centavos) => ({
  ...(discount.unit === 'percent' && typed(discount) !== ''
    ? { discount_percent: (parsePercent(discount.percent) ?? 0) / 100 }
    : { discount: toPesos(Math.min(discountOf(discount, price) ?? 0, price)) }),
  discount_reason: discount.reason,
})

/** The error of the order's discount that must be corrected before the payment; null if there is none. */
export function discountProblem(discount: Discount): string | null {
  if (!discount.isOn) return null
  if (discountOf(discount, 0) === null) return discount.unit === 'percent' ? s.percentInvalid : s.discountInvalid
  // Orders stored by earlier versions can have Senior Citizen or PWD as the reason without a card.
  return isCardReason(discount.reason) ? cardMessages.useCard : null
}

/** The stored format. Orders of earlier versions only have pesos. */
export const storedDiscount: z.ZodType<Discount> = z.object({
  isOn: z.boolean(),
  unit: z.enum(['pesos', 'percent']).default('pesos'),
  amount: z.string(),
  percent: z.string().default(''),
  reason: z.enum(DISCOUNT_REASONS).nullable(),
  idNumber: z.string(),
})

export const storedLineDiscount: z.ZodType<LineDiscount> = z.object({
  unit: z.enum(['pesos', 'percent']),
  amount: z.string(),
  percent: z.string(),
  reason: z.enum(LINE_DISCOUNT_REASONS).nullable(),
})
