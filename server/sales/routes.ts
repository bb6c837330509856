import { clientSpending } from './client-spending.ts'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { nextVisitContract } from '#shared/sales/next-visit-contract.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { cachedSums } from './cached-sums.ts'
import { checkOut } from './check-out.ts'
import { dailySales } from './day-totals.ts'
import { exportSales } from './export-sales.ts'
import { findSale, findSaleByKey, withoutBookletNumber } from './find-sale.ts'
import { enterBookletNumber } from './invoice-parts.ts'
import { listOwnSales, listSales } from './list-sales.ts'
import { mostSold } from './most-sold.ts'
import { nextVisitAfter } from './next-visit.ts'
import { readReceipt } from './read-receipt.ts'
import { recordPrint } from './record-print.ts'
import { refundRoutes } from './refunds/refund-routes.ts'
import { voidSale } from './void-sale.ts'

export function salesRoutes(registerEndpoint: RegisterEndpoint): void {
  refundRoutes(registerEndpoint)
  registerEndpoint(salesContract.checkout, async (context, { body }) => ({ data: await checkOut(context, body) }), {
    toStored: ({ data }) => ({ data: { id: data.id } }),
    rebuild: async ({ tx }, stored) => ({ data: await findSale(tx, stored.data.id) }),
  })
  const sumsOf = cachedSums()
  registerEndpoint(salesContract.list, ({ tx }, { querystring }) => listSales(tx, querystring, sumsOf))
  registerEndpoint(salesContract.exportCsv, async (context, { querystring }) => {
    await exportSales(context, querystring)
    return ''
  })
  registerEndpoint(salesContract.byKey, async ({ tx }, { params }) => ({ data: await findSaleByKey(tx, params.key) }))
  registerEndpoint(salesContract.one, async ({ tx }, { params }) => ({ data: await findSale(tx, params.id) }))
  registerEndpoint(salesContract.spending, async ({ tx }, { params }) => ({
    data: await clientSpending(tx, params.id),
  }))
  registerEndpoint(salesContract.voidSale, async (context, { params, body }) => ({
    data: await voidSale(context, params.id, body),
  }))
  registerEndpoint(salesContract.enterBookletNumber, async (context, { params, body }) => ({
    data: await enterBookletNumber(context, params.id, body.booklet_number),
  }))
  registerEndpoint(salesContract.withoutBookletNumber, async ({ tx }, { querystring }) => ({
    data: await withoutBookletNumber(tx, querystring.shift_id),
  }))
  registerEndpoint(salesContract.mostSold, async (context) => ({ data: await mostSold(context) }))
  registerEndpoint(salesContract.receipt, async (context, { params }) => ({
    data: await readReceipt(context, params.id),
  }))
  registerEndpoint(nextVisitContract.ofSale, async (context, { params }) => ({
    data: await nextVisitAfter(context, params.id),
  }))
  registerEndpoint(salesContract.printed, async (context, { params, body }) => {
    await recordPrint(context, params.id, body.kind)
    return { message: saleMessages.printNoted }
  })
  registerEndpoint(salesContract.mine, (context, { querystring }) => listOwnSales(context, querystring))
  registerEndpoint(salesContract.dailySales, async (context) => ({ data: await dailySales(context) }))
}
