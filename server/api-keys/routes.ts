import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { apiKeysContract as contract } from '#shared/api-keys/contract.ts'
import { createKey, listKeys, revokeKey } from './manage-keys.ts'

export function apiKeyRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(contract.list, async (context) => ({ data: await listKeys(context) }))
  registerEndpoint(contract.create, async (context, { body }) => ({ data: await createKey(context, body) }))
  registerEndpoint(contract.revoke, async (context, { params }) => ({ data: await revokeKey(context, params.id) }))
}
