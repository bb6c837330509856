import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id, instant, requiredName, strictBody } from '#shared/lib/fields.ts'
import { apiKeyMessages as s } from './messages.ts'
import { SCOPES } from './scopes.ts'

const API_KEY_STATES = ['active', 'stopped', 'expired', 'revoked'] as const

const apiKey = z.object({
  id,
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  /** `stopped`: the person who created the key is no longer an admin, or the account is closed. */
  state: z.enum(API_KEY_STATES),
  created_at: instant,
  created_by: z.string(),
  /** The last day on which the key works; null for a key that does not expire. */
  expires_on: civilDate.nullable(),
  /** Updated at most once a minute; null for a key that was never used. */
  last_used_at: instant.nullable(),
  revoked_at: instant.nullable(),
})
export type ApiKey = z.output<typeof apiKey>

export const apiKeysContract = {
  list: endpoint({
    method: 'GET',
    url: '/api/api-keys',
    access: 'api-keys.manage',
    summary: 'The API keys of the clinic: those that work first, then the newest first',
    database: 'snapshot',
    response: z.object({ data: z.array(apiKey) }),
  }),
  create: endpoint({
    method: 'POST',
    url: '/api/api-keys',
    access: 'api-keys.manage',
    summary: 'Create an API key. Only this response contains the key itself; the clinic stores a hash of it',
    status: 201,
    body: strictBody({
      name: requiredName(60),
      scopes: z
        .array(z.enum(SCOPES, s.unknownScope))
        .min(1, s.scopeNeeded)
        .transform((scopes) => [...new Set(scopes)]),
      expires_on: civilDate.nullable(),
    }),
    response: z.object({ data: apiKey.extend({ key: z.string() }) }),
  }),
  revoke: endpoint({
    method: 'DELETE',
    url: '/api/api-keys/:id',
    access: 'api-keys.manage',
    summary: 'Revoke an API key, which ends its access at once. A revoked key stays in the list',
    params: z.object({ id }),
    response: z.object({ data: apiKey }),
  }),
}
