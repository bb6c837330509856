import { z } from 'zod'
import {
  documentName,
  documentSeries,
  RECEIPT_SERIES,
  withinSentence,
  type DocumentSeries,
} from '#shared/clinic/document-name.ts'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'
import { formatPeso } from '#shared/lib/money.ts'
import { formatDiscountReason, isMoney, methodName, PAYMENT_METHODS } from './payment.ts'
import { methodMessages, transactionsMessages as s } from './messages.ts'
import { formatPeriod } from './period.ts'
import { qrPhReceiver } from './qr-ph.ts'
import { CARD_KINDS, cardReason } from './senior-pwd-card.ts'

/** The document's number, and its series unless that is the series of acknowledgement receipts. */
const receipt = z.object({ receipt: z.number(), series: documentSeries.optional() })

/** The series of order slips, the only documents that take the number of a handwritten invoice. */
const SLIP_SERIES: DocumentSeries = { mode: 'booklet', kind: 'sale' }

/** The series of voids and refunds in old log entries, which were stored without a series. */
const VOID_SERIES: DocumentSeries = { mode: 'acknowledgement', kind: 'void' }
const REFUND_SERIES: DocumentSeries = { mode: 'acknowledgement', kind: 'refund' }

const nameOf = (number: number, series: DocumentSeries = RECEIPT_SERIES) => withinSentence(documentName(number, series))

/** A printed copy of a document; the first print has no `reprint` number. */
const printed = receipt.extend({ reprint: z.number().optional() })

const copyName = ({ receipt: number, series, reprint }: z.output<typeof printed>) =>
  `${reprint === undefined ? '' : `reprint ${reprint} of `}${nameOf(number, series)}`

const approval = (name: string | undefined) => (name === undefined ? '' : `, approved by ${name}`)

/**
 * Events of sales contain numbers and sums but no customer, so that the log can stay when a person's data is erased.
 */
export const salesEvents = eventTypesOf('sales', {
  'sales.sale.recorded': eventType({
    kind: 'create',
    subject: 'sale',
    parameters: receipt.extend({
      total_centavos: z.number(),
      method: z.enum(PAYMENT_METHODS),
      /** All payment methods of the sale, if there were several. */
      methods: z.array(z.enum(PAYMENT_METHODS)).optional(),
      discount_centavos: z.number(),
      discount_reason: z.string().nullable(),
      /** The discounts on lines and the kind of Senior or PWD card. The log never names the card's holder. */
      line_discount_centavos: z.number().optional(),
      card: z.enum(CARD_KINDS).optional(),
      /** All kinds of Senior and PWD cards, if there were several. */
      cards: z.array(z.enum(CARD_KINDS)).optional(),
      /** The admin who approved the discount. */
      approved_by: z.string().optional(),
    }),
    sentence: (sale) => {
      const methods = (sale.methods ?? [sale.method]).map((method) => methodMessages.methods[method]).join(' + ')
      const reason = sale.discount_reason ? ` (${formatDiscountReason(sale.discount_reason)})` : ''
      const discount = sale.discount_centavos > 0 ? `, discount ${formatPeso(sale.discount_centavos)}${reason}` : ''
      const ofLines = sale.line_discount_centavos
        ? `, discount of services ${formatPeso(sale.line_discount_centavos)}`
        : ''
      const kinds = sale.cards ?? (sale.card ? [sale.card] : [])
      const names = kinds.map((kind) => formatDiscountReason(cardReason(kind)))
      const card = names.length > 0 ? ` (${names.join(' + ')})` : ''
      return `Recorded ${nameOf(sale.receipt, sale.series)}: ${formatPeso(sale.total_centavos)}, ${methods}${discount}${ofLines}${card}${approval(sale.approved_by)}`
    },
  }),
  'sales.booklet.numbered': eventType({
    kind: 'update',
    subject: 'sale',
    parameters: receipt.extend({ number: z.string(), before: z.string().optional() }),
    sentence: ({ receipt: slip, series = SLIP_SERIES, number, before }) =>
      before === undefined
        ? `Entered invoice ${number} for ${nameOf(slip, series)}`
        : `Changed the invoice of ${nameOf(slip, series)} from ${before} to ${number}`,
  }),
  'sales.sale.voided': eventType({
    kind: 'create',
    subject: 'sale',
    // The log does not contain the reason of a void, because the reason may name a person; the document contains it.
    parameters: receipt.extend({
      voided: z.number(),
      voided_series: documentSeries.optional(),
      total_centavos: z.number(),
      approved_by: z.string().optional(),
    }),
    sentence: ({ approved_by, ...sale }) =>
      `Voided ${nameOf(sale.voided, sale.voided_series)} of ${formatPeso(sale.total_centavos)} by ${nameOf(sale.receipt, sale.series ?? VOID_SERIES)}${approval(approved_by)}`,
  }),
  'sales.sale.refunded': eventType({
    kind: 'create',
    subject: 'sale',
    parameters: receipt.extend({
      refunded: z.number(),
      refunded_series: documentSeries.optional(),
      total_centavos: z.number(),
      /**
       * The part of the refund that the buyer had withheld as tax, which is not paid back in money; missing in entries
       * of earlier versions.
       */
      withheld_centavos: z.number().optional(),
      method: z.enum(PAYMENT_METHODS),
      approved_by: z.string().optional(),
    }),
    sentence: ({ approved_by, withheld_centavos = 0, ...refund }) =>
      `Refunded ${formatPeso(refund.total_centavos)} of ${nameOf(refund.refunded, refund.refunded_series)} by ${nameOf(refund.receipt, refund.series ?? REFUND_SERIES)}, ${methodMessages.methods[refund.method]}${withheld_centavos === 0 ? '' : ` except ${formatPeso(withheld_centavos)} of withheld tax`}${approval(approved_by)}`,
  }),
  'sales.payment.checked': eventType({
    kind: 'update',
    subject: 'sale',
    parameters: receipt.extend({
      method: z.enum(PAYMENT_METHODS),
      amount_centavos: z.number(),
      is_seen: z.boolean(),
    }),
    sentence: ({ method, amount_centavos, is_seen, ...sale }) => {
      const place = isMoney(method) ? 'seen in the wallet' : 'received'
      const payment = `${methodName(method)} payment of ${formatPeso(amount_centavos)} of ${nameOf(sale.receipt, sale.series)}`
      return is_seen ? `Marked the ${payment} as ${place}` : `Marked the ${payment} as not yet ${place}`
    },
  }),
  'sales.payments.changed': eventType({
    kind: 'update',
    subject: 'clinic',
    parameters: z.object({}),
    fields: {
      methods: { label: 'methods', value: 'text', words: (keys) => keys.split(', ').map(methodName).join(', ') },
      discount_limit: { label: "cashier's discount limit in percent", value: 'text' },
      // The log shows whose account a code pays to, because a wrong code would lead clients' money elsewhere.
      qr_ph: { label: 'QR Ph code', value: 'text', words: (code) => qrPhReceiver(code).name },
      packages_pro_rata: { label: 'refund packages pro rata', value: 'text' },
    },
    sentence: (_, changes) => `Changed how the clinic is paid${changes}`,
  }),
  'sales.client.created': eventType({
    kind: 'create',
    subject: 'client',
    parameters: z.object({ name: z.string() }),
    sentence: ({ name }) => `Added the client ${name} at the till`,
  }),
  'sales.cover.issued': eventType({
    kind: 'create',
    subject: 'sale',
    parameters: receipt.extend({ slips: z.number(), total_centavos: z.number() }),
    sentence: ({ receipt: number, series, slips, total_centavos }) =>
      `Issued ${nameOf(number, series)} for ${slips === 1 ? '1 sales slip' : `${slips} sales slips`}: ${formatPeso(total_centavos)}`,
  }),
  'sales.receipt.printed': eventType({
    kind: 'system',
    subject: 'sale',
    parameters: printed,
    sentence: (sale) => `Printed ${copyName(sale)}`,
  }),
  'sales.receipt.saved': eventType({
    kind: 'system',
    subject: 'sale',
    parameters: printed,
    sentence: (sale) => `Saved ${copyName(sale)} as PDF`,
  }),
  // The event contains the dates and the number of exported rows, but not the search text, which may be a name.
  'sales.transactions.exported': eventType({
    kind: 'system',
    subject: 'export',
    parameters: z.object({
      transactions: z.number(),
      from: z.string().optional(),
      to: z.string().optional(),
      searched: z.boolean(),
    }),
    sentence: ({ transactions, searched, ...period }) =>
      `Exported ${s.transactionCount(transactions)}: ${formatPeriod(period)}${searched ? ', with a search' : ''}`,
  }),
})
