import { admin, type Row } from './access-roles.ts'

/** The calls of Settings, Developers: API keys and webhooks. */
export const developerAccess: readonly Row[] = [
  { call: 'GET /api/api-keys', may: admin },
  { call: 'POST /api/api-keys', may: admin },
  { call: 'DELETE /api/api-keys/:id', may: admin },
  { call: 'GET /api/webhooks', may: admin },
  { call: 'POST /api/webhooks', may: admin },
  { call: 'PUT /api/webhooks/:id', may: admin },
  { call: 'PUT /api/webhooks/:id/state', may: admin },
  { call: 'POST /api/webhooks/:id/secret', may: admin },
  { call: 'DELETE /api/webhooks/:id', may: admin },
  { call: 'POST /api/webhooks/:id/test', may: admin },
  { call: 'GET /api/webhook-deliveries', may: admin },
  { call: 'POST /api/webhook-deliveries/:id/resend', may: admin },
]
