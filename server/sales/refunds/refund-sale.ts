import { requireApproval } from '#server/approvals/approve.ts'
import { currentIssuer } from '#server/clinic/issuer.ts'
import { AppError } from '#server/lib/app-error.ts'
import { returnSoldProducts, type ProductCounts } from '#server/inventory/public.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { openAccount } from '#server/prepaid/open-account.ts'
import { counterDocument } from '#server/sales/documents/counter-document.ts'
import { logRefund } from '#server/sales/documents/document-log.ts'
import { findSale, requireLockedDocument } from '#server/sales/find-sale.ts'
import type { PresentedSale } from '#server/sales/present-sale.ts'
import type { LineRow, PaymentRow } from '#server/sales/queries.ts'
import { paymentRow, requireAccepted, requireReference } from '#server/sales/checkout/take-payments.ts'
import { withheldCentavos } from '#server/sales/checkout/withheld-tax.ts'
import type { DocumentView } from '#server/sales/views.ts'
import { writeDocumentLast } from '#server/sales/documents/write-document.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { cardEnding } from '#shared/prepaid/card-number.ts'
import { saleMessages as s } from '#shared/sales/messages.ts'
import type { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { refundRows } from './refund-rows.ts'
import { readLinesLeft, refundLines } from './refundable.ts'
import { paymentsToPackages } from './package-back.ts'
import { readMoneyLeft, withheldRows } from './withheld-back.ts'

/** The account to which a refund as store credit is paid. */
type Credit = { id: string; cardNumber: string }

type RefundBody = Parsed<typeof refundContract.refund>['body']

/** Throws a 409 for documents that cannot be refunded: a void, a refund, a voided sale, or a sale of today. */
function requireRefundable({ kind, is_voided, business_date }: DocumentView, { now }: Context): void {
  if (kind !== 'sale') throw new AppError('conflict', s.onlySalesAreRefunded)
  if (is_voided) throw new AppError('conflict', s.voidedNotRefunded)
  if (business_date >= manilaDate(now)) throw new AppError('conflict', s.refundedLaterOnly)
}

const openCredit = (context: Context, { client_id, customer_name }: DocumentView): Promise<Credit> =>
  openAccount(context, { kind: 'store_credit', clientId: client_id, recipientName: customer_name })

/** What a refund gives back, and how much of it is withheld tax or goes back to packages. */
type Back = { amount: number; withheld: readonly PaymentRow[]; toPackages: readonly PaymentRow[] }

/** The money or store credit that the client gets. */
const moneyBack = ({ amount, withheld, toPackages }: Back): number =>
  amount - withheldCentavos(withheld) - toPackages.reduce((sum, { amount_centavos }) => sum + amount_centavos, 0)

/**
 * Returns the payments of a refund: the money or store credit, by one method; the sessions that go back to packages;
 * and the withheld tax, which the books take back but nobody pays out. Amounts are positive here, and negative in the
 * refund's document.
 */
function paymentsBack(
  saleId: string,
  body: RefundBody,
  { amount, withheld, toPackages }: Back,
  credit: Credit | null,
): PaymentRow[] {
  const { method } = body
  const money = moneyBack({ amount, withheld, toPackages })
  const ofMoney = () => (money === 0 ? null : requireReference(method, body.reference_number, 'reference_number'))
  const reference = credit ? cardEnding(credit.cardNumber) : ofMoney()
  const paid = paymentRow(saleId, { method, amount: money, received: money, reference })
  const row = credit ? { ...paid, reference_key: null, prepaid_account_id: credit.id } : paid
  return [...(money > 0 ? [row] : []), ...toPackages, ...withheld].map((payment, index) => ({
    ...payment,
    position: index + 1,
  }))
}

const isRestocked = ({ lines }: RefundBody, row: LineRow) =>
  row.product_id !== null && lines.some(({ position, restock }) => restock && position === row.position)

/** The products that go back on the shelf, with their quantities. */
function restockedProducts(lines: readonly LineRow[], body: RefundBody): ProductCounts {
  const counts = new Map<string, number>()
  for (const row of lines)
    if (row.product_id !== null && isRestocked(body, row))
      counts.set(row.product_id, (counts.get(row.product_id) ?? 0) + row.quantity)
  return counts
}

/**
 * A refunded product that does not go back on the shelf has no cost in the refund, because the clinic does not get the
 * piece back.
 */
const withCostBack = (body: RefundBody, row: LineRow): LineRow =>
  row.unit_cost_centavos === null || isRestocked(body, row) ? row : { ...row, unit_cost_centavos: 0 }

/**
 * Refunds parts of a sale of an earlier day by a document with the next number. The sale, its appointment and the
 * client's history stay and show what was refunded. Throws a 404 for an unknown sale, a 409 if the sale cannot be
 * refunded or has less left than was requested, and a 403 without the required approval.
 */
export async function refundSale(
  context: Context<Principal>,
  saleId: string,
  body: RefundBody,
): Promise<PresentedSale> {
  const { tx, branchId } = context
  const sale = await requireLockedDocument(tx, saleId)
  requireRefundable(sale, context)
  const linesLeft = await readLinesLeft(tx, saleId)
  const { lines: rows, totals } = refundRows(linesLeft, refundLines(linesLeft, body.lines))
  const lines = rows.map((row) => withCostBack(body, row))
  const amount = totals.total_centavos
  if (amount !== toCentavos(body.total)) throw new AppError('conflict', s.refundTotalWrong(formatPeso(amount)))
  if (amount === 0) throw new AppError('conflict', s.nothingPaid)
  const requested = { id: body.approval_id ?? null, kind: 'refund', subjectId: saleId, amount } as const
  const approval = await requireApproval(context, requested)
  const withheld = withheldRows(saleId, amount, await readMoneyLeft(tx, saleId, linesLeft))
  const issuer = await currentIssuer(tx, branchId, { mode: sale.mode, terminalId: body.terminal_id })
  requireAccepted(body.method, issuer.payment_methods, 'method')
  const back: Back = { amount, withheld, toPackages: await paymentsToPackages(tx, saleId, lines) }
  const credit = body.method === 'prepaid' && moneyBack(back) > 0 ? await openCredit(context, sale) : null
  const document = counterDocument(context, {
    kind: 'refund',
    sale: { ...sale, ...totals },
    lines,
    payments: paymentsBack(saleId, body, back, credit),
    reason: body.reason,
    issuer,
    approval,
    terminalId: issuer.terminal_id ?? body.terminal_id ?? null,
  })
  const restocked = restockedProducts(lines, body)
  const [row] = await writeDocumentLast(context, document, async () => {
    if (restocked.size > 0) await returnSoldProducts(context, saleId, restocked)
  })
  const method = moneyBack(back) > 0 ? body.method : 'prepaid'
  await logRefund(context, row, { sale, method, withheld: withheldCentavos(withheld), approval })
  return findSale(tx, row.id)
}
