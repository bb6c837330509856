import { z } from 'zod'
import { isTin } from '#shared/clinic/documents.ts'
import {
  civilDate,
  id,
  optionalEmail,
  optionalText,
  requiredName,
  requiredText,
  strictBody,
} from '#shared/lib/fields.ts'
import { pesos } from '#shared/lib/money-fields.ts'
import { recordedPhone } from '#shared/lib/phone-fields.ts'
import { CARD_KINDS, MOST_CARDS } from './senior-pwd-card.ts'
import { orderLine } from './line.ts'
import { DISCOUNT_REASONS, PAYMENT_METHODS } from './payment.ts'
import { cardMessages as cards, saleMessages as s } from './messages.ts'
import { buyerBody } from './paper/paper-fields.ts'

/** The maximum number of payments of a sale. */
export const MOST_PAYMENTS = 10

const method = z.enum(PAYMENT_METHODS, s.methodRequired)

/** One of several payments. `amount` is its part of the total; for cash, `received` may be larger. */
const payment = strictBody({
  method,
  amount: pesos,
  received: pesos.nullish(),
  reference_number: optionalText(60),
  /** The sold package whose sessions pay this amount; only with the method `prepaid`. */
  package_id: id.nullish(),
  /** The deposit of the client that pays this amount; only with the method `prepaid`. */
  deposit_id: id.nullish(),
  /** The store credit of the client that pays this amount; only with the method `prepaid`. */
  credit_id: id.nullish(),
})

/** A Senior Citizen or PWD card, as entered at the till. */
const seniorPwdCard = strictBody({
  kind: z.enum(CARD_KINDS),
  id_number: requiredText(60, cards.idNumberRequired),
  /** The name on the Senior Citizen or PWD card. */
  name: requiredName(120, cards.nameRequired),
  /** The holder's birth date, which only the card of a Senior Citizen needs. */
  birth_date: civilDate.nullish(),
  /** The holder's TIN, if the holder gives one. */
  tin: optionalText(20).refine((tin) => tin === null || isTin(tin), cards.tinInvalid),
})
export type SeniorPwdCard = z.output<typeof seniorPwdCard>

/**
 * The order as the till computed it. The server takes names from the catalogue and compares prices and sums: if they
 * differ, it refuses the order with a `PriceList`. `discount` applies if `is_discounted` is yes, and is at most the
 * sum of the prices that it reduces. `discount` includes VAT, as the prices do. Senior and PWD card holders pay no VAT,
 * so on their items it takes less than its own amount off `total`.
 */
export const checkoutBody = strictBody({
  customer_name: requiredName(120, s.selectCustomer),
  treatments: z.array(orderLine, s.selectTreatment).min(1, s.selectTreatment).max(60, s.tooManyLines),
  total: pesos,
  discount: pesos.default(0),
  is_discounted: z.enum(['yes', 'no']),
  discount_reason: z.enum(DISCOUNT_REASONS).nullish(),
  discount_id_number: optionalText(60),
  /** The only Senior Citizen or PWD card of the order; for several cards use `senior_pwd_cards`. */
  senior_pwd_card: seniorPwdCard.nullish(),
  /** All Senior Citizen and PWD cards of the order, to which the lines refer by index. */
  senior_pwd_cards: z.array(seniorPwdCard).max(MOST_CARDS).optional(),
  reference_number: optionalText(60),
  total_after_discount: pesos,
  received_money: pesos,
  exchange_money: pesos,
  payment_method: method,
  /**
   * Several payments that add up to the total. `received_money` and `exchange_money` are their sums then, and the
   * order's method and reference number are ignored. If left out, the order's own fields are the single payment.
   */
  payments: z.array(payment).min(1, s.paymentsDiffer).max(MOST_PAYMENTS, s.tooManyPayments).optional(),
  /** The till's time, stored as the reported time; the books use the server's. */
  transaction_date: z.iso.datetime({ offset: true }).nullish(),
  /** The client's user; null for a walk-in without a record. */
  user_id: id.nullable(),
  /** An appointment's id, or `walkin_{timestamp}` for a sale without an appointment. */
  appointment_id: z.union([id, z.string().regex(/^walkin_\d{1,16}$/)], s.selectValidAppointment).nullable(),
  is_walk_in: z.boolean(),
  /** The walk-in who leaves the queue with this sale. */
  walk_in_id: id.nullish(),
  /** The terminal of the sale in a clinic with cash control; if left out, the only active one. */
  terminal_id: id.nullish(),
  /** The buyer on the invoice, if the customer requests it. */
  buyer: buyerBody.nullish().transform((buyer) => buyer ?? null),
  /** True if the customer of a small sale asks for an invoice; else a small sale gets a sales slip. */
  wants_invoice: z.boolean().optional(),
  /** The number of the handwritten invoice in booklet mode; can be entered later. */
  booklet_number: optionalText(30),
  /** An admin's approval of a discount above the cashier's limit. */
  approval_id: id.nullish(),
  email: optionalEmail,
  contact_number: recordedPhone,
})
export type CheckoutBody = z.input<typeof checkoutBody>
