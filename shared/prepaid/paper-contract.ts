import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id, instant, messageAnswer, strictBody } from '#shared/lib/fields.ts'
import { pesosAnswer } from '#shared/lib/money-fields.ts'
import { paperCopy } from '#shared/sales/paper/paper-fields.ts'
import { CARD_SALE_METHODS } from './contract.ts'
import { PACKAGE_VALIDITIES } from './package-contract.ts'

/** The receipt of a sold package, with the content of the package at the time of the sale. */
const packageReceipt = z.object({
  number: z.number().int(),
  name: z.string(),
  /** The client who bought the package, also after it was given to another client. */
  buyer_name: z.string(),
  price: pesosAnswer,
  method: z.enum(CARD_SALE_METHODS),
  reference_number: z.string().nullable(),
  sold_at: instant,
  sold_by: z.string(),
  services: z.array(z.object({ service_name: z.string(), sessions: z.number().int() })),
  validity: z.enum(PACKAGE_VALIDITIES),
  validity_months: z.number().int().nullable(),
  /**
   * The present last day of validity, so that a later copy shows an extension; null if the package has no last day, or
   * has none before its first use.
   */
  expires_on: civilDate.nullable(),
  /** True if the package was refunded; its receipt says so. */
  is_refunded: z.boolean(),
  /** How often the receipt was printed or saved before. If it was, the next copy says REPRINT. */
  print_count: z.number().int(),
})
export type PackageReceipt = z.output<typeof packageReceipt>

/** Calls about the papers that clients get for money paid ahead: gift cards, and receipts of packages and deposits. */
export const prepaidPaperContract = {
  printed: endpoint({
    method: 'POST',
    url: '/api/money-paid-ahead/:id/printed',
    access: 'sales.create',
    summary:
      'Record a copy of a gift card, a store credit, or a receipt of a package or deposit before it is printed or saved as PDF: the original, or a reprint with its number and time',
    status: 201,
    idempotent: 'optional',
    params: z.object({ id }),
    body: strictBody({ kind: z.enum(['print', 'pdf']) }),
    response: messageAnswer.extend({ data: paperCopy }),
  }),
  packageReceipt: endpoint({
    method: 'GET',
    url: '/api/sold-packages/:id/receipt',
    access: 'sales.create',
    summary: 'The receipt of a sold package',
    database: 'snapshot',
    params: z.object({ id }),
    response: z.object({ data: packageReceipt }),
  }),
}
