import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { clientCardsContract as contract } from '#shared/client-cards/contract.ts'
import { listTags, readCard, saveCard } from './client-card.ts'

export function clientCardRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(contract.card, async (context, { params }) => ({ data: await readCard(context, params.id) }))
  registerEndpoint(contract.save, async (context, { params, body }) => ({
    data: await saveCard(context, params.id, body),
  }))
  registerEndpoint(contract.tags, async (context) => ({ data: await listTags(context) }))
}
