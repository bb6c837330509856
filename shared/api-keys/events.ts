import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'

/** The log events of API keys. */
export const apiKeyEvents = eventTypesOf('api-keys', {
  'api-keys.key.created': eventType({
    kind: 'create',
    subject: 'API key',
    parameters: z.object({ name: z.string(), scopes: z.array(z.string()), expires_on: z.string().nullable() }),
    sentence: ({ name, scopes, expires_on }) =>
      `Created the API key ${name} (${scopes.join(', ')}; ${expires_on === null ? 'without expiry' : `until ${expires_on}`})`,
  }),
  'api-keys.key.revoked': eventType({
    kind: 'delete',
    subject: 'API key',
    parameters: z.object({ name: z.string() }),
    sentence: ({ name }) => `Revoked the API key ${name}`,
  }),
})
