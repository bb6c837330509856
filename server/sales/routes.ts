import type { Implement } from '#server/lib/implement.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { saleSentences } from '#shared/sales/sentences.ts'
import { cachedSums } from './cached-sums.ts'
import { checkOut } from './check-out.ts'
import { dailySales } from './day-totals.ts'
import { exportSales } from './export-sales.ts'
import { findSale, findSaleByKey } from './find-sale.ts'
import { listOwnSales, listSales } from './list-sales.ts'
import { readReceipt } from './read-receipt.ts'
import { recordPrint } from './record-print.ts'

export function salesRoutes(implement: Implement): void {
  implement(salesContract.checkout, async (context, { body }) => ({ data: await checkOut(context, body) }), {
    keep: ({ data }) => ({ data: { id: data.id } }),
    rebuild: async ({ tx }, kept) => ({ data: await findSale(tx, kept.data.id) }),
  })
  const sumsOf = cachedSums()
  implement(salesContract.list, ({ tx }, { querystring }) => listSales(tx, querystring, sumsOf))
  implement(salesContract.exportCsv, async (context, { querystring }) => {
    await exportSales(context, querystring)
    return ''
  })
  implement(salesContract.byKey, async ({ tx }, { params }) => ({ data: await findSaleByKey(tx, params.key) }))
  implement(salesContract.one, async ({ tx }, { params }) => ({ data: await findSale(tx, params.id) }))
  implement(salesContract.receipt, async (context, { params }) => ({
    data: await readReceipt(context, params.id),
  }))
  implement(salesContract.printed, async (context, { params, body }) => {
    await recordPrint(context, params.id, body.kind)
    return { message: saleSentences.printNoted }
  })
  implement(salesContract.mine, (context, { querystring }) => listOwnSales(context, querystring))
  implement(salesContract.dailySales, async (context) => ({ data: await dailySales(context) }))
}
