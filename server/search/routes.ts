import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { searchContract } from '#shared/search/contract.ts'
import { find } from './find.ts'

export function searchRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(searchContract.find, async (context, { querystring }) => ({
    data: await find(context, querystring.q),
  }))
}
