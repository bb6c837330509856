import type { Context } from '#server/lib/context.ts'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { cardContract, paymentSettingsContract, nextVisitContract } from '#shared/sales/till-contract.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { paymentCheckContract } from '#shared/sales/payment-check-contract.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { creditOfRefund } from '#server/prepaid/public.ts'
import { enterBookletNumber, listSalesWithoutBookletNumber } from './booklet-number.ts'
import { checkOut } from './checkout/check-out.ts'
import { cardTerms } from './checkout/senior-pwd-card.ts'
import { clientSpending, listOwnSales } from './client-sales.ts'
import { dailySales, mostSold } from './day-totals.ts'
import { exportSales } from './export-sales.ts'
import { findSale, findSaleByKey } from './find-sale.ts'
import { cachedSums, listSales } from './list-sales.ts'
import { nextVisitAfter } from './next-visit.ts'
import { markPayment } from './payment-check.ts'
import { readPaymentSettings, savePaymentSettings } from './payment-settings.ts'
import type { PresentedSale } from './present-sale.ts'
import { readReceipt, recordPrint } from './receipt.ts'
import { refundSale } from './refunds/refund-sale.ts'
import { readRefundable } from './refunds/refundable.ts'
import { voidSale } from './void-sale.ts'

export function salesRoutes(registerEndpoint: RegisterEndpoint): void {
  tillRoutes(registerEndpoint)
  listRoutes(registerEndpoint)
  documentRoutes(registerEndpoint)
  takingBackRoutes(registerEndpoint)
  settingsRoutes(registerEndpoint)
}

/** Registers the calls by which the till makes a sale. */
function tillRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(
    salesContract.checkout,
    async (context, { body: order }) => ({ data: await checkOut(context, order) }),
    {
      toStored: ({ data }) => ({ data: { id: data.id } }),
      rebuild: async ({ tx }, stored) => ({ data: await findSale(tx, stored.data.id) }),
    },
  )
  registerEndpoint(salesContract.byKey, async ({ tx }, { params }) => ({ data: await findSaleByKey(tx, params.key) }))
  registerEndpoint(salesContract.mostSold, async (context) => ({ data: await mostSold(context) }))
  registerEndpoint(salesContract.dailySales, async (context) => ({ data: await dailySales(context) }))
  registerEndpoint(cardContract.terms, async (context, { querystring }) => ({
    data: await cardTerms(context, querystring.user_id),
  }))
}

function listRoutes(registerEndpoint: RegisterEndpoint): void {
  const sumsOf = cachedSums()
  registerEndpoint(salesContract.list, (context, { querystring }) => listSales(context, querystring, sumsOf))
  registerEndpoint(salesContract.exportCsv, async (context, { querystring }) => {
    await exportSales(context, querystring)
    return ''
  })
  registerEndpoint(salesContract.mine, (context, { querystring }) => listOwnSales(context, querystring))
  registerEndpoint(salesContract.spending, async ({ tx }, { params }) => ({
    data: await clientSpending(tx, params.id),
  }))
}

/** The calls about one document: its data, receipt, prints, booklet number, payments and the next visit. */
function documentRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(salesContract.one, async ({ tx }, { params }) => ({ data: await findSale(tx, params.id) }))
  registerEndpoint(salesContract.receipt, async (context, { params }) => ({
    data: await readReceipt(context, params.id),
  }))
  registerEndpoint(salesContract.printed, async (context, { params, body }) => ({
    message: saleMessages.printNoted,
    data: await recordPrint(context, params.id, body.kind),
  }))
  registerEndpoint(salesContract.enterBookletNumber, async (context, { params, body }) => ({
    data: await enterBookletNumber(context, params.id, body.booklet_number),
  }))
  registerEndpoint(salesContract.withoutBookletNumber, async ({ tx }, { querystring }) => ({
    data: await listSalesWithoutBookletNumber(tx, querystring.shift_id),
  }))
  registerEndpoint(paymentCheckContract.mark, async (context, { params, body }) => ({
    data: await markPayment(context, params.id, body),
  }))
  registerEndpoint(nextVisitContract.ofSale, async (context, { params }) => ({
    data: await nextVisitAfter(context, params.id),
  }))
}

/**
 * Adds to the response the store credit that a refund opened, with its whole number; the document of the refund shows
 * only the last characters.
 */
async function withCredit(context: Context, refund: PresentedSale) {
  const credit = await creditOfRefund(context, refund.id)
  return { data: refund, ...(credit && { credit }) }
}

/** The calls that void a sale or refund parts of it. */
function takingBackRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(salesContract.voidSale, async (context, { params, body }) => ({
    data: await voidSale(context, params.id, body),
  }))
  registerEndpoint(refundContract.refundable, async ({ tx }, { params }) => ({
    data: await readRefundable(tx, params.id),
  }))
  registerEndpoint(
    refundContract.refund,
    async (context, { params, body }) => withCredit(context, await refundSale(context, params.id, body)),
    {
      toStored: ({ data }) => ({ data: { id: data.id } }),
      rebuild: async (context, stored) => withCredit(context, await findSale(context.tx, stored.data.id)),
    },
  )
}

function settingsRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(paymentSettingsContract.read, async (context) => ({ data: await readPaymentSettings(context) }))
  registerEndpoint(paymentSettingsContract.save, async (context, { body }) => ({
    data: await savePaymentSettings(context, body),
  }))
}
