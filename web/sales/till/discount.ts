import { z } from 'zod'
import { parsePesos, toPesos, type Centavos } from '#shared/lib/money.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { DISCOUNT_REASONS, hasIdNumber, LINE_DISCOUNT_REASONS, type DiscountReason } from '#shared/sales/payment.ts'
import { parsePercent, percentOf } from '#shared/sales/percent.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'

type DiscountUnit = 'pesos' | 'percent'

/**
 * The discount as it is filled in. What was typed stays when the discount, its unit or its reason is switched; only
 * what counts is sent, in pesos.
 */
export type Discount = {
  isOn: boolean
  unit: DiscountUnit
  /** As typed, with commas. */
  amount: string
  /** As typed, a share of the subtotal. */
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

/** The discount of a line as it is filled in. */
export type LineDiscount = Pick<Discount, 'unit' | 'amount' | 'percent'> & { reason: LineReason | null }
type LineReason = (typeof LINE_DISCOUNT_REASONS)[number]

export const noLineDiscount: LineDiscount = { unit: 'percent', amount: '', percent: '', reason: null }

type Typed = Pick<Discount, 'unit' | 'amount' | 'percent'>

const typed = ({ unit, amount, percent }: Typed): string => (unit === 'percent' ? percent : amount).trim()

/**
 * What the discount would take off a subtotal, before it is capped there. Nothing typed is nothing; null when what was
 * typed is neither an amount nor a percentage.
 */
export function discountOf(discount: Typed, subtotal: Centavos): Centavos | null {
  const text = typed(discount)
  if (text === '') return 0
  if (discount.unit === 'pesos') return parsePesos(text)
  const share = parsePercent(text)
  return share === null ? null : percentOf(subtotal, share)
}

/** The reason with its share: that of a card is 20 % unless something was typed. */
export const withReason = (discount: Discount, reason: DiscountReason | null): Partial<Discount> =>
  hasIdNumber(reason) && typed(discount) === '' ? { reason, unit: 'percent', percent: '20' } : { reason }

/** What is sent of a line's discount: the share where one was typed, else the amount in pesos. */
export const lineDiscountBody = (discount: LineDiscount, price: Centavos) => ({
  ...(discount.unit === 'percent' && typed(discount) !== ''
    ? { discount_percent: (parsePercent(discount.percent) ?? 0) / 100 }
    : { discount: toPesos(Math.min(discountOf(discount, price) ?? 0, price)) }),
  discount_reason: discount.reason,
})

/** The number of the card that the discount is given for; null for a discount without one. */
export const cardNumberOf = ({ isOn, reason, idNumber }: Discount): string | null =>
  isOn && hasIdNumber(reason) ? idNumber.trim() || null : null

/** What must be mended before the order can be paid; null when nothing stands in the way. */
export function discountProblem(discount: Discount): string | null {
  if (!discount.isOn) return null
  if (discountOf(discount, 0) === null) return discount.unit === 'percent' ? s.percentInvalid : s.discountInvalid
  return hasIdNumber(discount.reason) && cardNumberOf(discount) === null ? saleMessages.idNumberRequired : null
}

/** As it is kept on the device. An order of an earlier version knows pesos alone. */
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
