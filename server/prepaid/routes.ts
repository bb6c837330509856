import type { RateLimit } from '#server/db/rate-limits.ts'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { prepaidContract as contract } from '#shared/prepaid/contract.ts'
import { lookUpCard } from './look-up.ts'
import { sellCard } from './sell-card.ts'
import { voidCard } from './void-card.ts'

export function prepaidRoutes(registerEndpoint: RegisterEndpoint, lookUps: RateLimit): void {
  registerEndpoint(contract.sell, async (context, { body }) => ({ data: await sellCard(context, body) }))
  registerEndpoint(contract.lookUp, async (context, { body }) => ({
    data: await lookUpCard(context, body.card_number, lookUps),
  }))
  registerEndpoint(contract.voidCard, async (context, { params, body }) => ({
    data: await voidCard(context, params.id, body),
  }))
}
