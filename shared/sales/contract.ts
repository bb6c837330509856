import { z } from 'zod'
import { DOCUMENT_MODES } from '#shared/clinic/documents.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id, instant, messageAnswer, requiredText, strictBody } from '#shared/lib/fields.ts'
import { pesosAnswer } from '#shared/lib/money-fields.ts'
import { refunded } from '#shared/lib/refunded.ts'
import { pageCounters, pageQuery, searchQuery } from '#shared/lib/paging.ts'
import { checkoutBody } from './checkout-body.ts'
import { soldLine, soldPayment, priceList } from './line.ts'
import { saleMessages as s } from './messages.ts'
import { paperCopy, paperFields } from './paper/paper-fields.ts'
import { PAYMENT_METHODS } from './payment.ts'
import { dates, withPeriod } from '#shared/lib/period-fields.ts'

/** The data of an error: the e-mail belongs to this person, and the cashier must confirm that it is the customer. */
export const knownPerson = z.object({ user_id: id, name: z.string() })

/** A recorded sale, void or refund, as the API returns it. */
export const sale = z.object({
  id,
  receipt_number: z.number().int(),
  /** The document's number with its kind and series: `VAT invoice 000012 (Front desk)`. */
  document_name: z.string(),
  /** The `document_name` of the sale that this document voids or refunds; null when it is a sale itself. */
  takes_back: z.string().nullable(),
  customer_name: z.string(),
  /** When the sale was made, by the server's clock. */
  transaction_date: instant,
  business_date: civilDate,
  cashier_name: z.string(),
  /** The terminal on which the document was issued; null in a clinic without cash control. */
  terminal_id: id.nullish(),
  subtotal: pesosAnswer,
  discount: pesosAnswer,
  discount_reason: z.string().nullable(),
  total_after_discount: pesosAnswer,
  received_money: pesosAnswer,
  exchange_money: pesosAnswer,
  /** The method of the first payment. */
  payment_method: z.enum(PAYMENT_METHODS),
  reference_number: z.string().nullable(),
  /** All payments of the document, in order. */
  payments: z.array(soldPayment),
  is_walk_in: z.boolean(),
  item_count: z.number().int(),
  /** The document's mode, and the number of the handwritten invoice in booklet mode. */
  mode: z.enum(DOCUMENT_MODES).optional(),
  booklet_number: z.string().nullish(),
  /** The invoice that covers a sales slip; null if the day's small sales have no invoice. */
  cover: z.object({ id, document_name: z.string() }).nullish(),
  /** The short name of the clinic's location from its profile. */
  location: z.string(),
  treatments: z.array(soldLine),
  /** The reason of a void and the receipt number of the voided sale; null for other documents. */
  void_reason: z.string().nullable(),
  voids_receipt_number: z.number().int().nullable(),
  /** The reason of a refund and the receipt number of the refunded sale; null for other documents. */
  refund_reason: z.string().nullable(),
  refunds_receipt_number: z.number().int().nullable(),
  /** How much of the sale was refunded so far. */
  refunded: pesosAnswer,
  /** The admin who approved the document at the till; null without an approval. */
  approved_by: z.string().nullable(),
  /** `void` and `refund` reverse a sale wholly or partly; `voided` is a sale with a void. */
  state: z.enum(['sale', 'voided', 'void', 'refund']),
})
export type Sale = z.output<typeof sale>

/** All data of a printed receipt. */
const receipt = sale.extend({
  clinic: z.object({
    name: z.string(),
    address: z.string(),
    phone: z.string(),
    tin: z.string(),
    receipt_foot: z.string(),
  }),
  discount_id_number: z.string().nullable(),
  /** The printed fields; optional, because some code makes receipts that lack these fields. */
  paper: paperFields.optional(),
  /** How often the receipt was printed or saved before. If it was, the next copy says REPRINT. */
  print_count: z.number().int(),
  last_printed_at: instant.nullable(),
  /** The Z-reading with which an invoice for the sales slips of a day was issued; missing on other documents. */
  reading_id: id.nullish(),
})
export type Receipt = z.output<typeof receipt>

const clientSale = z.object({
  transaction_id: id,
  /** True for a refund; `total` is negative then. */
  is_refund: z.boolean().optional(),
  /** `is_void` marks a void, and `is_voided` the sale that it voids; their two totals add up to 0. */
  is_void: z.boolean().optional(),
  is_voided: z.boolean().optional(),
  /** How much of the sale was refunded; left out if nothing. */
  refunded: refunded.optional(),
  receipt_number: z.number().int(),
  document_name: z.string(),
  transaction_date: instant,
  /** A JSON text with one `{ name, quantity }` per item, as the client's screen expects. */
  treatments: z.string(),
  total: pesosAnswer,
  payment_method: z.enum(PAYMENT_METHODS),
  /** All payment methods of the sale, if there were several. */
  payment_methods: z.array(z.enum(PAYMENT_METHODS)).optional(),
})
export type ClientSale = z.output<typeof clientSale>

const dailySales = z.object({
  date: civilDate,
  daily_sales: pesosAnswer,
  /**
   * Growth of today's sales in percent over yesterday's up to the same time; 2 decimals, 0 unless both days had sales.
   */
  growth_rate: z.number(),
  transaction_count: z.number().int(),
})

const listQuery = withPeriod(pageQuery(12, dates))
const exportQuery = withPeriod(searchQuery(dates))
const byId = z.object({ id })

export const salesContract = {
  checkout: endpoint({
    method: 'POST',
    url: '/api/transactions',
    access: 'sales.create',
    summary: 'Record a sale (header Idempotency-Key: a UUID that the till creates with the order)',
    status: 201,
    idempotent: true,
    body: checkoutBody,
    response: z.object({ data: sale }),
    errorData: { price_changed: priceList, conflict: knownPerson },
  }),
  list: endpoint({
    method: 'GET',
    url: '/api/transactions',
    access: 'sales.read',
    shared: 'permissions',
    summary: 'Sales, newest first, with the sums of the whole filter; `to` is inclusive',
    database: 'snapshot',
    querystring: listQuery,
    response: z.object({
      data: z.array(sale),
      ...pageCounters,
      summary: z.object({
        total_revenue: pesosAnswer,
        transaction_count: z.number().int(),
        /** The average sales for each visit of a customer, in whole pesos. */
        average: z.number().int(),
        active_customers: z.number().int(),
        /**
         * The amount of each method, largest first; unused methods are missing. For a cashier the list is empty
         * while a shift of the period is open, because a cashier who counts a drawer must not know the expected cash
         * (decision 152).
         */
        methods: z.array(
          z.object({
            payment_method: z.enum(PAYMENT_METHODS),
            total: pesosAnswer,
            transaction_count: z.number().int(),
          }),
        ),
      }),
    }),
  }),
  exportCsv: endpoint({
    method: 'GET',
    url: '/api/transactions/export.csv',
    access: 'sales.read',
    summary: 'All sales of the filtered list as CSV, newest first, with a total row',
    answers: 'file',
    database: 'none',
    writesOnRead: true,
    querystring: exportQuery,
    response: z.string().describe('text/csv'),
  }),
  one: endpoint({
    method: 'GET',
    url: '/api/transactions/:id',
    access: 'sales.read',
    summary: 'One sale',
    params: byId,
    response: z.object({ data: sale }),
  }),
  byKey: endpoint({
    method: 'GET',
    url: '/api/transactions-by-key/:key',
    access: 'sales.create',
    summary: 'The sale that was recorded under an idempotency key, for a till that lost the response',
    params: z.object({ key: z.uuid() }),
    response: z.object({ data: sale }),
  }),
  spending: endpoint({
    method: 'GET',
    url: '/api/clients/:id/spending',
    access: 'sales.read',
    summary: 'The total that a client has paid, and on how many dates they had a completed visit or bought a service',
    database: 'snapshot',
    params: byId,
    response: z.object({
      data: z.object({
        /** What the client has spent, after discounts, voids and refunds. */
        total_spent: pesosAnswer,
        /** The number of dates with a completed visit or a sold service. */
        visits: z.number().int(),
      }),
    }),
  }),
  mostSold: endpoint({
    method: 'GET',
    url: '/api/transactions/most-sold',
    access: 'sales.read',
    summary:
      'The 24 services that were sold most in the last 90 days, most first; voided and refunded items do not count',
    response: z.object({
      data: z.array(z.object({ service_id: id, quantity: z.number().int() })),
    }),
  }),
  receipt: endpoint({
    method: 'GET',
    url: '/api/transactions/:id/receipt',
    access: 'sales.own',
    summary: 'The receipt of a sale, for staff and for the client of the sale',
    params: byId,
    response: z.object({ data: receipt }),
  }),
  printed: endpoint({
    method: 'POST',
    url: '/api/transactions/:id/printed',
    access: 'sales.create',
    summary:
      'Record a copy of a receipt before it is printed or saved as PDF: the original, or a reprint with its number and time',
    status: 201,
    idempotent: 'optional',
    params: byId,
    body: strictBody({ kind: z.enum(['print', 'pdf']) }),
    response: messageAnswer.extend({ data: paperCopy }),
  }),
  enterBookletNumber: endpoint({
    method: 'PUT',
    url: '/api/transactions/:id/booklet-number',
    access: 'sales.create',
    summary: 'Enter or correct the number of the handwritten invoice of a sale, while its shift is open',
    params: byId,
    body: strictBody({ booklet_number: requiredText(30, s.bookletNumberRequired) }),
    response: z.object({ data: sale }),
  }),
  withoutBookletNumber: endpoint({
    method: 'GET',
    url: '/api/transactions/without-booklet-number',
    access: 'sales.create',
    summary:
      'Sales in booklet mode that have no invoice number yet, of an open shift or of all, oldest first; at most 50',
    database: 'read',
    querystring: z.strictObject({ shift_id: id.optional() }),
    response: z.object({
      data: z.array(
        z.object({
          id,
          receipt_number: z.number().int(),
          document_name: z.string(),
          customer_name: z.string(),
          transaction_date: instant,
          total_after_discount: pesosAnswer,
        }),
      ),
    }),
  }),
  voidSale: endpoint({
    method: 'POST',
    url: '/api/transactions/:id/void',
    access: 'sales.create',
    summary:
      'Void a whole sale of today, with a document that gets the next receipt number (by an admin, or with an approval)',
    status: 201,
    params: byId,
    body: strictBody({ reason: requiredText(200, s.voidReasonRequired), approval_id: id.nullish() }),
    response: z.object({ data: sale }),
  }),
  mine: endpoint({
    method: 'GET',
    url: '/api/my/transactions',
    access: 'sales.own',
    summary: "The caller's transactions, newest first",
    database: 'snapshot',
    querystring: pageQuery(5, {}),
    response: z.object({ data: z.array(clientSale), ...pageCounters }),
  }),
  dailySales: endpoint({
    method: 'GET',
    url: '/api/dashboard/daily-sales',
    access: 'sales.read',
    summary: "Today's sales (in Manila) and the growth compared to yesterday until the same time",
    timeoutMs: 5_000,
    response: z.object({ data: dailySales }),
  }),
}
