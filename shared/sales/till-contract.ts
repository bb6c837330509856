import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { approver } from '#shared/approvals/contract.ts'
import { strictBody, version, civilDate, id, instant, civilTime, optionalText } from '#shared/lib/fields.ts'
import { isOwnMoney, PAYMENT_METHODS } from '#shared/sales/payment.ts'
import { paymentSettingsMessages } from '#shared/sales/messages.ts'
import { LONGEST_QR_PH, qrPhProblem } from './qr-ph.ts'
import { shownCard } from './senior-pwd-card.ts'
import { service } from '#shared/catalogue/records.ts'
import { clientContact } from '#shared/clients/contract.ts'

const percent = z
  .number(paymentSettingsMessages.limitInvalid)
  .min(0, paymentSettingsMessages.limitInvalid)
  .max(100, paymentSettingsMessages.limitInvalid)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, paymentSettingsMessages.limitInvalid)

const qrPhCode = optionalText(LONGEST_QR_PH).superRefine((text, context) => {
  const message = text === null ? null : qrPhProblem(text)
  if (message !== null) context.addIssue({ code: 'custom', message })
})

const settings = z.object({
  /** The methods that the till offers, in the order of its tiles. */
  methods: z.array(z.enum(PAYMENT_METHODS)),
  /** The percentage that a cashier may take off without an approval; null if there is no limit. */
  discount_limit: z.number().nullable(),
  /** The text of the clinic's QR Ph code; null if there is none. */
  qr_ph: z.string().nullable(),
  /**
   * If true, the refund of a package deducts a used session’s share of the price of the package; if false, what the
   * session costs without the package.
   */
  packages_pro_rata: z.boolean(),
  /** Admins with a PIN, who can approve at the till. */
  approvers: z.array(approver),
  version,
})
export type PaymentSettings = z.output<typeof settings>

/** Calls for the payment settings: methods, the cashiers' discount limit and the QR Ph code. */
export const paymentSettingsContract = {
  read: endpoint({
    method: 'GET',
    url: '/api/payment-settings',
    access: 'sales.create',
    summary:
      'The payment methods that the clinic accepts, its QR Ph code, its rule for refunds of packages, and how much discount a cashier may give',
    database: 'snapshot',
    response: z.object({ data: settings }),
  }),
  save: endpoint({
    method: 'PUT',
    url: '/api/payment-settings',
    access: 'clinic.manage',
    summary:
      'Switch payment methods on or off, and set the QR Ph code, the rule for refunds of packages and how much discount a cashier may give',
    body: strictBody({
      methods: z
        .array(z.enum(PAYMENT_METHODS), paymentSettingsMessages.methodRequired)
        .refine((methods) => methods.some(isOwnMoney), paymentSettingsMessages.methodRequired),
      discount_limit: percent.nullable(),
      /** The clinic's QR Ph code; if left out, the stored code stays as it is. */
      qr_ph: qrPhCode.optional(),
      /** The rule for refunds of packages; if left out, it stays as it is. */
      packages_pro_rata: z.boolean().optional(),
    }),
    response: z.object({ data: settings }),
    errorData: { stale: settings },
    ifMatch: true,
  }),
}

export const cardContract = {
  terms: endpoint({
    method: 'GET',
    url: '/api/senior-pwd-card',
    access: 'sales.create',
    summary:
      'What the till needs for a Senior Citizen or PWD card: whether prices include VAT, and the card that the client used last',
    database: 'snapshot',
    querystring: strictBody({ user_id: id.optional() }),
    response: z.object({
      data: z.object({
        is_vat_registered: z.boolean(),
        card: shownCard.extend({ birth_date: civilDate.nullable(), seen_at: instant }).nullable(),
      }),
    }),
  }),
}

const nextVisit = z.object({
  client: clientContact,
  /** The first service of the sale, or the one whose treatment plan continues, with its current details. */
  service,
  /** The practitioner of the paid visit; null for a sale without a visit. */
  practitioner: z.object({ id, name: z.string() }).nullable(),
  /**
   * The day when the next session is due. Without a session, the day of the sale plus the number of days after which
   * clients return for the service. Never before tomorrow.
   */
  date: civilDate,
  /** The start time of the paid visit; null for a sale without a visit. */
  time: civilTime.nullable(),
  /** The next session of the client's treatment plan; null if the sold services belong to none. */
  session: z
    .object({
      session: z.number().int(),
      sessions: z.number().int(),
      due_on: civilDate,
      booked_for: civilDate.nullable(),
    })
    .nullable(),
})
export type NextVisit = z.output<typeof nextVisit>

export const nextVisitContract = {
  ofSale: endpoint({
    method: 'GET',
    url: '/api/transactions/:id/next-visit',
    access: 'appointments.manage',
    summary: 'The suggested next visit after a sale; null if its client or service no longer exists',
    database: 'snapshot',
    params: z.object({ id }),
    response: z.object({ data: nextVisit.nullable() }),
  }),
}
