import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { searchContract } from '#shared/search/contract.ts'
import { searchAll } from './find.ts'

export function searchRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(searchContract.find, async (context, { querystring }) => ({
    data: await searchAll(context, querystring.q),
  }))
}
