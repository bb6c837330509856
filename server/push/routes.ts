import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { pushContract as contract } from '#shared/push/contract.ts'
import { device, keep, subscribe, unsubscribe } from './subscribe.ts'

type Options = {
  /** Origins of push services that are accepted in addition to those of common browsers. */
  pushServices?: readonly string[] | undefined
}

export function pushRoutes(registerEndpoint: RegisterEndpoint, { pushServices = [] }: Options): void {
  registerEndpoint(contract.device, async (context) => ({ data: await device(context) }))
  registerEndpoint(contract.subscribe, async (context, { body }) => ({
    data: await subscribe(context, body, pushServices),
  }))
  registerEndpoint(contract.keep, async (context, { body }) => ({
    data: await keep(context, body.endpoint, pushServices),
  }))
  registerEndpoint(contract.unsubscribe, async (context) => ({ data: await unsubscribe(context) }))
}
