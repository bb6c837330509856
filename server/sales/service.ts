import { clinicProfile, locationLabel } from '#server/clinic/service.ts'
import { answerOfKey } from '#server/db/idempotency.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { record } from '#server/history-logs/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, ReadContext, SessionUser } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { addDays, isoInManila, manilaDate } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { growthRate } from '#shared/sales/growth.ts'
import type { PaymentMethod } from '#shared/sales/payment.ts'
import { saleSentences as s } from '#shared/sales/sentences.ts'
import { insertPrint } from './queries.ts'
import { saleAnswer, type SaleAnswer } from './sale-answer.ts'
import * as views from './views.ts'

const notFound = () => new AppError('not_found', s.notFound)

/** Rows with their lines, as the wire has them. */
async function answers(tx: ReadTx, rows: views.SaleView[]): Promise<SaleAnswer[]> {
  const ids = rows.map((row) => row.id)
  const lines = await views.linesOf(tx, ids)
  const addOns = await views.addOnsOf(tx, ids)
  const location = await locationLabel(tx)
  const isOf = (id: string) => (part: { sale_id: string }) => part.sale_id === id
  return rows.map((row) =>
    saleAnswer(row, { ...row, location, lines: lines.filter(isOf(row.id)), addOns: addOns.filter(isOf(row.id)) }),
  )
}

type ListQuery = Parsed<typeof salesContract.list>['querystring']

/** A page of the filtered sales with the sums of all of them, which `sumsOf` takes from the same snapshot. */
export async function listSales(
  tx: ReadTx,
  query: ListQuery,
  sumsOf: typeof views.sumsOf,
): Promise<Answer<typeof salesContract.list>> {
  const { page, per_page, ...filter } = query
  const sums = await sumsOf(tx, filter)
  const revenue = toPesos(sums.total_centavos)
  return {
    data: await answers(tx, await views.salesPage(tx, filter, query)),
    total: sums.transaction_count,
    page,
    per_page,
    summary: {
      total_revenue: revenue,
      transaction_count: sums.transaction_count,
      average: sums.transaction_count === 0 ? 0 : Math.round(revenue / sums.transaction_count),
      active_customers: sums.active_customers,
    },
  }
}

export async function findSale(tx: ReadTx, id: string): Promise<SaleAnswer> {
  const row = await views.saleById(tx, id)
  if (!row) throw notFound()
  const [answer] = await answers(tx, [row])
  return answer!
}

const CHECKOUT = `${salesContract.checkout.method} ${salesContract.checkout.url}`

/** The sale that was recorded under an idempotency key, whoever recorded it: a till may have changed hands. */
export async function findSaleByKey(tx: ReadTx, key: string): Promise<SaleAnswer> {
  const answer = await answerOfKey(tx, key, CHECKOUT)
  if (answer === null) throw notFound()
  const { data } = JSON.parse(answer) as { data: { id: string } }
  return findSale(tx, data.id)
}

/** The receipt: for staff, and for the client who bought; to anyone else the sale does not exist. */
export async function readReceipt(
  context: ReadContext<SessionUser>,
  id: string,
): Promise<Answer<typeof salesContract.receipt>['data']> {
  const { tx, user } = context
  if (!user.permissions.has('sales.read') && !(await views.isSaleOf(tx, id, user.id))) throw notFound()
  const row = await views.saleById(tx, id)
  if (!row) throw notFound()
  const [sale] = await answers(tx, [row])
  const prints = await views.printsOf(tx, id)
  return {
    ...sale!,
    clinic: await clinicProfile(tx),
    discount_id_number: row.discount_id_number,
    print_count: prints.print_count,
    last_printed_at: prints.last_printed_at && isoInManila(prints.last_printed_at),
  }
}

/** Keeps that a receipt came out of the printer or was saved. */
export async function notePrint(context: Context<SessionUser>, id: string, kind: 'print' | 'pdf'): Promise<void> {
  const { tx, user, now } = context
  const row = await views.saleById(tx, id)
  if (!row) throw notFound()
  await insertPrint(tx, { id: newId(), sale_id: id, kind, printed_by: user.id, printed_at: now })
  const action = `${kind === 'print' ? 'Printed' : 'Saved'} receipt ${row.receipt_number}${kind === 'pdf' ? ' as PDF' : ''}`
  await record(context, { type: 'system', action, subject: 'sale', subjectId: id })
}

/** What the person of this request bought. */
export async function listOwnSales(
  context: ReadContext<SessionUser>,
  query: Parsed<typeof salesContract.mine>['querystring'],
): Promise<Answer<typeof salesContract.mine>> {
  const { tx, user } = context
  const { page, per_page } = query
  const rows = await views.ownSalesPage(tx, user.id, query)
  const lines = await views.linesOf(
    tx,
    rows.map((row) => row.id),
  )
  const itemsOf = (id: string) =>
    lines.filter((line) => line.sale_id === id).map((line) => ({ name: line.service_name, quantity: line.quantity }))
  return {
    data: rows.map((row) => ({
      transaction_id: row.id,
      receipt_number: row.receipt_number,
      transaction_date: isoInManila(row.sold_at),
      treatments: JSON.stringify(itemsOf(row.id)),
      total: toPesos(row.total_centavos),
      payment_method: row.payment_method as PaymentMethod,
    })),
    total: await views.countOwnSales(tx, user.id),
    page,
    per_page,
  }
}

/** Today's sales in Manila, from the totals kept with each sale. */
export async function dailySales({ tx, now }: ReadContext): Promise<Answer<typeof salesContract.dailySales>['data']> {
  const date = manilaDate(now)
  const days = new Map((await views.totalsOfDays(tx, [date, addDays(date, -1)])).map((day) => [day.business_date, day]))
  const today = days.get(date)
  const yesterday = days.get(addDays(date, -1))
  return {
    date,
    daily_sales: toPesos(today?.total_centavos ?? 0),
    growth_rate: growthRate(today?.total_centavos ?? 0, yesterday?.total_centavos ?? 0),
    transaction_count: today?.transaction_count ?? 0,
  }
}
