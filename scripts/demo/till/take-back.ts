import { counterLine, counterPayment } from '#server/sales/documents/counter-document.ts'
import type { DocumentRow, LineRow, PaymentRow } from '#server/sales/queries.ts'
import { refundRows } from '#server/sales/refunds/refund-rows.ts'
import { linesLeft, refundLines } from '#server/sales/refunds/refundable.ts'
import { paymentRow } from '#server/sales/checkout/take-payments.ts'
import { paidFor } from '#shared/sales/refunds/refund.ts'
import type { TakeBack } from './plan-till.ts'
import type { Random } from '../random.ts'
import { referenceOf } from './ring-up.ts'

/** A sale as it was entered: its document with lines and payments. */
export type Sold = { document: DocumentRow; lines: LineRow[]; payments: PaymentRow[]; customerName: string }

/** Builds the rows of a void: a reference to the sale, and the amounts to pay back. */
export const voidedParts = (id: string, { document, lines, payments }: Sold) => ({
  sale: document,
  lines: lines.map((line) => counterLine(id, line)),
  payments: payments.map((payment) => counterPayment(id, payment)),
})

/** Above this amount a refund is paid by transfer instead of cash. */
const MOST_CASH = 150_000

/**
 * Builds the rows of a refund: either all lines of the sale, or one piece of one line. It is paid back by the method of
 * the sale's first payment.
 */
export function refundedParts(
  random: Random,
  id: string,
  { document, lines, payments }: Sold,
  { isWhole, number }: Pick<TakeBack, 'isWhole'> & { number: number },
) {
  const left = linesLeft(lines, [])
  const paidFirst = left.filter((line) => paidFor(line.left) > 0)
  const chosen = isWhole
    ? left.map(({ row }) => ({ position: row.position, quantity: row.quantity }))
    : [{ position: paidFirst.at(-1)!.row.position, quantity: 1 }]
  const { lines: back, totals } = refundRows(left, refundLines(left, chosen))
  const amount = totals.total_centavos
  const paidBy = payments[0]!.method
  const method = paidBy === 'cash' && amount > MOST_CASH ? 'bank_transfer' : paidBy
  const reference = referenceOf(random, method, number)
  return {
    sale: { ...document, ...totals },
    lines: back.map((line) => counterLine(id, line)),
    payments: [counterPayment(id, paymentRow(id, { method, amount, received: amount, reference }))],
  }
}
