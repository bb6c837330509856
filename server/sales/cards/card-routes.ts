import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { cardContract } from '#shared/sales/card-contract.ts'
import { cardTerms } from './remembered-card.ts'

export function cardRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(cardContract.terms, async (context, { querystring }) => ({
    data: await cardTerms(context, querystring.user_id),
  }))
}
