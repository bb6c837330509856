import type { Implement } from '#server/lib/implement.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { saleSentences } from '#shared/sales/sentences.ts'
import { checkout } from './checkout.ts'
import { exportSales } from './export-sales.ts'
import { rememberSums } from './remember-sums.ts'
import * as service from './service.ts'

export function salesRoutes(implement: Implement): void {
  implement(salesContract.checkout, async (context, { body }) => ({ data: await checkout(context, body) }), {
    keep: ({ data }) => ({ data: { id: data.id } }),
    rebuild: async ({ tx }, kept) => ({ data: await service.findSale(tx, kept.data.id) }),
  })
  const sumsOf = rememberSums()
  implement(salesContract.list, ({ tx }, { querystring }) => service.listSales(tx, querystring, sumsOf))
  implement(salesContract.exportCsv, async (context, { querystring }) => {
    await exportSales(context, querystring)
    return ''
  })
  implement(salesContract.byKey, async ({ tx }, { params }) => ({ data: await service.findSaleByKey(tx, params.key) }))
  implement(salesContract.one, async ({ tx }, { params }) => ({ data: await service.findSale(tx, params.id) }))
  implement(salesContract.receipt, async (context, { params }) => ({
    data: await service.readReceipt(context, params.id),
  }))
  implement(salesContract.printed, async (context, { params, body }) => {
    await service.notePrint(context, params.id, body.kind)
    return { message: saleSentences.printNoted }
  })
  implement(salesContract.mine, (context, { querystring }) => service.listOwnSales(context, querystring))
  implement(salesContract.dailySales, async (context) => ({ data: await service.dailySales(context) }))
}
