import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { findSale } from '#server/sales/find-sale.ts'
import { readPaymentSettings, savePaymentSettings } from '#server/sales/payment-settings.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { paymentSettingsContract } from '#shared/sales/settings/payment-settings-contract.ts'
import { refundSale } from './refund-sale.ts'
import { readRefundable } from './refundable.ts'

/** The calls for refunds and for payment settings. */
export function refundRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(refundContract.refundable, async ({ tx }, { params }) => ({
    data: await readRefundable(tx, params.id),
  }))
  registerEndpoint(
    refundContract.refund,
    async (context, { params, body }) => ({ data: await refundSale(context, params.id, body) }),
    {
      toStored: ({ data }) => ({ data: { id: data.id } }),
      rebuild: async ({ tx }, stored) => ({ data: await findSale(tx, stored.data.id) }),
    },
  )
  registerEndpoint(paymentSettingsContract.read, async (context) => ({ data: await readPaymentSettings(context) }))
  registerEndpoint(paymentSettingsContract.save, async (context, { body }) => ({
    data: await savePaymentSettings(context, body),
  }))
}
