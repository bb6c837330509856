import { runPipelined } from '#server/db/pipeline.ts'
import type { ReadTx } from '#server/db/pool.ts'
import type { ReadContext, Principal } from '#server/lib/context.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import type { salesContract } from '#shared/sales/contract.ts'
import { linesOfRows, nameOfDocument } from './document-rows.ts'
import { presentSales } from './find-sale.ts'
import { methodsOf, presentPayments } from './present-sale.ts'
import * as clientViews from './client-views.ts'
import * as views from './views.ts'

type ListQuery = Parsed<typeof salesContract.list>['querystring']

/** A page of the filtered sales with the sums of all of them from the same snapshot. */
export async function listSales(
  tx: ReadTx,
  query: ListQuery,
  sumsOf: typeof views.sumsOf,
): Promise<Answer<typeof salesContract.list>> {
  const { page, per_page, ...filter } = query
  const pageOfSales = async () => presentSales(tx, await views.documentsPage(tx, filter, query))
  const [sums, data] = await runPipelined([sumsOf(tx, filter), pageOfSales()])
  const revenue = toPesos(sums.total_centavos)
  return {
    data,
    total: sums.documents,
    page,
    per_page,
    summary: {
      total_revenue: revenue,
      transaction_count: sums.transaction_count,
      average: sums.transaction_count === 0 ? 0 : Math.round(revenue / sums.transaction_count),
      active_customers: sums.active_customers,
      methods: sums.methods.map(({ method, total_centavos, transaction_count }) => ({
        payment_method: method,
        total: toPesos(total_centavos),
        transaction_count,
      })),
    },
  }
}

/** The caller's own purchases. */
export async function listOwnSales(
  context: ReadContext<Principal>,
  query: Parsed<typeof salesContract.mine>['querystring'],
): Promise<Answer<typeof salesContract.mine>> {
  const { tx, user } = context
  const { page, per_page } = query
  const rows = await clientViews.ownSalesPage(tx, user.id, query)
  const parts = await views.partsOf(
    tx,
    rows.map(({ id }) => id),
  )
  return {
    data: rows.map((row) => {
      const { lines, payments } = parts(row.id)
      const items = linesOfRows(lines).map(({ service_name, quantity }) => ({ name: service_name, quantity }))
      return {
        transaction_id: row.id,
        ...(row.kind === 'refund' && { is_refund: true }),
        ...(row.kind === 'void' && { is_void: true }),
        ...(row.is_voided && { is_voided: true }),
        ...(row.refunded_centavos > 0 && {
          refunded: row.refunded_centavos < row.total_centavos ? ('partly' as const) : ('whole' as const),
        }),
        receipt_number: row.number,
        document_name: nameOfDocument(row),
        transaction_date: isoInManila(row.sold_at),
        treatments: JSON.stringify(items),
        total: toPesos(row.total_centavos),
        payment_method: presentPayments(payments).payment_method,
        ...(payments.length > 1 && { payment_methods: methodsOf(payments) }),
      }
    }),
    total: await clientViews.countOwnSales(tx, user.id),
    page,
    per_page,
  }
}
