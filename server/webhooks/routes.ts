import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { webhooksContract as contract } from '#shared/webhooks/contract.ts'
import { listDeliveries, resendDelivery, sendTest } from './deliveries.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  renewSecret,
  switchWebhook,
} from './manage-webhooks.ts'

type Options = {
  /** True if an environment variable allows webhooks to addresses in private networks or with http. */
  allowsPrivateWebhooks?: boolean | undefined
}

export function webhookRoutes(registerEndpoint: RegisterEndpoint, { allowsPrivateWebhooks = false }: Options): void {
  const options = { allowsPrivate: allowsPrivateWebhooks }
  registerEndpoint(contract.list, async (context) => ({ data: await listWebhooks(context) }))
  registerEndpoint(contract.create, async (context, { body }) => ({
    data: await createWebhook(context, body, options),
  }))
  registerEndpoint(contract.change, async (context, { params, body }) => ({
    data: await changeWebhook(context, params.id, body, options),
  }))
  registerEndpoint(contract.switch, async (context, { params, body }) => ({
    data: await switchWebhook(context, params.id, body.is_on),
  }))
  registerEndpoint(contract.renewSecret, async (context, { params }) => ({
    data: await renewSecret(context, params.id),
  }))
  registerEndpoint(contract.remove, async (context, { params }) => {
    await deleteWebhook(context, params.id)
    return { success: true as const }
  })
  registerEndpoint(contract.test, async (context, { params }) => ({
    data: await sendTest(context, params.id, options),
  }))
  registerEndpoint(contract.deliveries, (context, { querystring }) => listDeliveries(context, querystring))
  registerEndpoint(contract.resend, async (context, { params }) => ({
    data: await resendDelivery(context, params.id),
  }))
}
