import { counterLine, counterPayment } from '#server/sales/counter-rows.ts'
import { paymentRow } from '#server/sales/document-rows.ts'
import type { DocumentRow, LineRow, PaymentRow } from '#server/sales/queries.ts'
import { refundRows } from '#server/sales/refunds/refund-rows.ts'
import { linesLeft, refundLines } from '#server/sales/refunds/refundable.ts'
import { paidFor } from '#shared/sales/refunds/refund.ts'
import type { PaymentMethod } from '#shared/sales/payment.ts'
import type { TakeBack } from './plan-till.ts'
import type { Random } from '../random.ts'
import { referenceOf } from './ring-up.ts'

/** A document as it stands in the books. */
export type Sold = { document: DocumentRow; lines: LineRow[]; payments: PaymentRow[]; customerName: string }

/** The parts of a void, and the sale with the sums that go back. */
export const voidedParts = (id: string, { document, lines, payments }: Sold) => ({
  sale: document,
  lines: lines.map((line) => counterLine(id, line)),
  payments: payments.map((payment) => counterPayment(id, payment)),
})

/** More is not given back out of a drawer, but transferred. */
const MOST_CASH = 150_000

/** The parts of a refund: all lines, or one piece of one of them; the money goes back as its first payment came. */
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
  const { lines: back, sums, treatment_text } = refundRows(id, left, refundLines(left, chosen))
  const amount = sums.total_centavos
  const paidBy = payments[0]!.method as PaymentMethod
  const method = paidBy === 'cash' && amount > MOST_CASH ? 'bank_transfer' : paidBy
  const reference = referenceOf(random, method, number)
  return {
    sale: { ...document, ...sums, treatment_text },
    lines: back,
    payments: [counterPayment(id, paymentRow(id, { method, amount, received: amount, reference }))],
  }
}
