import { sql } from 'kysely'
import { formatInstant, manilaDate, manilaTime, type CivilDate } from '#shared/lib/manila-time.ts'
import { formatPeso, type Centavos } from '#shared/lib/money.ts'
import type { PrepaidCheck } from '#shared/prepaid/check-contract.ts'
import type { PrepaidKind } from '#shared/prepaid/contract.ts'
import { paperName } from '#shared/prepaid/paper-name.ts'
import { reportMessages as s } from '#shared/reports/messages.ts'
import type { ReportName } from '#shared/reports/reports.ts'
import { methodName } from '#shared/sales/payment.ts'
import type { PaymentCheck } from '#shared/sales/payment-check-contract.ts'
import {
  approver,
  documentNameOf,
  inRange,
  longReport,
  namePartsOf,
  paidAheadInRange,
  returnedInRange,
  rowsOf,
  type NameParts,
  type ReadRows,
  type ReportRange,
  type ReportReader,
  type ReportRow,
} from './report-views.ts'

export type Paid = { method: string; amount: Centavos; reference: string | null }

/** The payments of a document, in the order in which they were entered. */
export const paymentsOf = sql<Paid[]>`(select json_agg(json_build_object('method', method, 'amount', amount_centavos,
        'reference', reference_number) order by position) from payments where document_id = documents.id)`

/** A payment with its reference in one line: `GCash ₱1,500.00 (8123)`. */
export const formatPayment = ({ method, amount, reference }: Paid): string =>
  s.payment(methodName(method), formatPeso(amount), reference)

type CounterRow = {
  date: CivilDate
  sold_at: Date
  name: NameParts
  kind: 'void' | 'refund'
  original: NameParts
  cashier: string
  approver: string
  paid: Paid[]
  reason: string
  amount: Centavos
}

/** The voids and refunds of sales. */
const counterDocuments = (range: ReportRange) => sql<CounterRow>`select documents.business_date as date,
      documents.sold_at, documents.kind, ${namePartsOf('documents')} as name, ${namePartsOf('sale')} as original,
      documents.cashier_name as cashier, ${approver} as approver, ${paymentsOf} as paid, documents.reason,
      -documents.total_centavos as amount
    from documents join documents sale on sale.id = documents.refers_to
    where ${inRange(range)} and documents.kind <> 'sale' order by documents.sold_at, documents.number`

type ReturnedRow = {
  sold_at: Date
  account_kind: PrepaidKind
  number: number
  cashier: string
  method: string
  reason: string
  amount: Centavos
}

/**
 * The voided gift cards, refunded packages and returned deposits. A deposit that the clinic has kept is none of them.
 */
const returnedAccounts = (range: ReportRange) => sql<ReturnedRow>`select returns.voided_at as sold_at,
      prepaid_accounts.kind as account_kind, number, voided_by_name as cashier, method, reason, returned as amount
    from (${returnedInRange(range)}) returns join prepaid_accounts on prepaid_accounts.id = account_id
    where returned > 0 or prepaid_accounts.kind = 'package' order by returns.voided_at, number`

const presentCounter = (row: CounterRow): ReportRow & { sold_at: Date } => ({
  ...row,
  time: manilaTime(row.sold_at),
  number: documentNameOf(row.name),
  kind: s.kinds[row.kind],
  original: documentNameOf(row.original),
  paid: row.paid.map(({ amount, ...payment }) => formatPayment({ ...payment, amount: -amount })).join(', '),
})

/**
 * The void of a gift card, package or deposit has no number of its own and needs no approval, because an admin makes
 * it.
 */
const presentReturned = ({ account_kind, number, method, ...row }: ReturnedRow): ReportRow & { sold_at: Date } => ({
  ...row,
  date: manilaDate(row.sold_at),
  time: manilaTime(row.sold_at),
  number: '',
  kind: s.kinds[account_kind === 'gift_card' ? 'void' : 'refund'],
  original: paperName(account_kind, number),
  approver: '',
  paid: formatPayment({ method, amount: row.amount, reference: null }),
})

/**
 * Every void and refund, of sales and of money paid ahead, oldest first, with the refunded amount as a positive number.
 */
const voidsAndRefunds: ReadRows = async (tx, range) =>
  [
    ...(await rowsOf(tx, counterDocuments(range))).map(presentCounter),
    ...(await rowsOf(tx, returnedAccounts(range))).map(presentReturned),
  ].toSorted((a, b) => a.sold_at.getTime() - b.sold_at.getTime())

type PaymentRow = {
  method: string
  reference: string
  date: CivilDate
  sold_at: Date
  /** Null for money paid ahead. */
  name: NameParts | null
  /** The gift card, package or deposit that was paid ahead; null for a payment of a document. */
  paper: { kind: PrepaidKind; number: number } | null
  buyer: string
  check: PaymentCheck | PrepaidCheck
  seen_by: string | null
  seen_at: Date | null
  amount: Centavos
}

/**
 * The payments of documents without cash and gift cards, the payments for prepaid accounts without cash, and the
 * prepaid money that was given back without cash. `act` says which of the three a row is.
 */
const listedPayments = (range: ReportRange) => sql`select documents.id, 'document' as act, payment.method,
      documents.sold_at, payment.position, payment.amount_centavos as amount
    from documents cross join lateral (
      select method, position, amount_centavos from payments
      where document_id = documents.id and method not in ('cash', 'prepaid') offset 0) payment
    where ${inRange(range)}
    union all
    select account_id, 'sold', method, sold_at, 0, amount_centavos from (${paidAheadInRange(range)}) sales
    where method <> 'cash'
    union all
    select account_id, 'voided', method, voided_at, 1, -returned from (${returnedInRange(range)}) returns
    where method <> 'cash' and returned > 0`

const pageColumns = sql.raw('page.id, page.act, page.method, page.sold_at, page.position, page.amount')

const markColumns = sql`case when mark.is_seen then mark.changed_by_name end as seen_by,
      case when mark.is_seen then mark.changed_at end as seen_at`

/**
 * The buyer is the person or company named on the invoice, because that buyer sends Form 2307. If the invoice names no
 * buyer, the customer is shown.
 */
const shownDocumentPayments = sql`select ${pageColumns}, coalesce(payment.reference_number, '') as reference,
      documents.business_date as date, ${namePartsOf('documents')} as name, null::json as paper,
      coalesce(buyer.name, customer.customer_name, '') as buyer,
      json_build_object('document_id', page.id, 'position', page.position,
        'is_seen', coalesce(mark.is_seen, false), 'version', coalesce(mark.version, 0)) as check, ${markColumns}
    from page join documents on documents.id = page.id
      join payments payment on payment.document_id = page.id and payment.position = page.position
      left join payment_checks mark on mark.document_id = page.id and mark.position = page.position
      left join document_buyers buyer on buyer.document_id = coalesce(documents.refers_to, documents.id)
      left join document_customers customer on customer.document_id = page.id
    where page.act = 'document'`

/** Money that was given back has no reference number, because its void stores none. */
const shownPaidAhead = sql`select ${pageColumns},
      case page.act when 'sold' then coalesce(sale.reference_number, '') else '' end as reference,
      case page.act when 'sold' then sale.business_date else (page.sold_at at time zone 'Asia/Manila')::date end as date,
      null::json as name, json_build_object('kind', prepaid_accounts.kind, 'number', sale.number) as paper,
      sale.buyer_name as buyer, json_build_object('account_id', page.id, 'kind', page.act,
        'is_seen', coalesce(mark.is_seen, false), 'version', coalesce(mark.version, 0)) as check, ${markColumns}
    from page join prepaid_sales sale on sale.account_id = page.id
      join prepaid_accounts on prepaid_accounts.id = page.id
      left join prepaid_checks mark on mark.account_id = page.id and mark.kind = page.act
    where page.act <> 'document'`

/** The document of a payment, or the gift card, package or deposit that was sold or of which money was given back. */
function paymentName({ name, paper, amount }: Pick<PaymentRow, 'name' | 'paper' | 'amount'>): string {
  if (name !== null) return documentNameOf(name)
  const sold = paperName(paper!.kind, paper!.number)
  return amount < 0 ? s.takesBack(s.kinds[paper!.kind === 'gift_card' ? 'void' : 'refund'], sold) : sold
}

/**
 * Every payment that is neither cash nor by gift card, by method and time. Money that was paid back is negative. Money
 * for a gift card, package or deposit is listed when the gift card or package is sold or the deposit is paid.
 */
const paymentsByReference = longReport(
  (range) => ({
    listed: listedPayments(range),
    order: sql`method, sold_at, id, position`,
    shown: sql<PaymentRow>`${shownDocumentPayments} union all ${shownPaidAhead}`,
  }),
  (row) => ({
    ...row,
    method: methodName(row.method),
    time: manilaTime(row.sold_at),
    number: paymentName(row),
    seen: row.seen_by !== null && row.seen_at ? s.seenBy(row.seen_by, formatInstant(row.seen_at)) : '',
  }),
)

/** The reports that list payments, voids and refunds one by one. */
export const paymentReports = {
  'voids-and-refunds': voidsAndRefunds,
  'payments-by-reference': paymentsByReference,
} satisfies Partial<Record<ReportName, ReportReader>>
