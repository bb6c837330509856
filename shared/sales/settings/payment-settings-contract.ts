import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { approver } from '#shared/approvals/contract.ts'
import { strictBody, version } from '#shared/lib/fields.ts'
import { PAYMENT_METHODS } from '#shared/sales/payment.ts'
import { paymentSettingsMessages as s } from '#shared/sales/messages.ts'

const percent = z
  .number(s.limitInvalid)
  .min(0, s.limitInvalid)
  .max(100, s.limitInvalid)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, s.limitInvalid)

const settings = z.object({
  /** The methods that the till offers, in the order of its tiles. */
  methods: z.array(z.enum(PAYMENT_METHODS)),
  /** The percentage that a cashier may take off without an approval; null: no limit. */
  discount_limit: z.number().nullable(),
  /** Admins with a PIN, who can approve at the till. */
  approvers: z.array(approver),
  version,
})
export type PaymentSettings = z.output<typeof settings>

/** Payment settings. */
export const paymentSettingsContract = {
  read: endpoint({
    method: 'GET',
    url: '/api/payment-settings',
    access: 'sales.create',
    summary: 'The methods that the clinic takes, and how much a cashier may discount',
    database: 'snapshot',
    response: z.object({ data: settings }),
  }),
  save: endpoint({
    method: 'PUT',
    url: '/api/payment-settings',
    access: 'clinic.manage',
    summary: 'Switch methods on or off, and set how much a cashier may discount',
    body: strictBody({
      methods: z.array(z.enum(PAYMENT_METHODS), s.methodRequired).min(1, s.methodRequired),
      discount_limit: percent.nullable(),
    }),
    response: z.object({ data: settings }),
    errorData: { stale: settings },
    ifMatch: true,
  }),
}
