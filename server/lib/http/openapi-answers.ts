import type { Endpoint } from '#shared/lib/endpoint.ts'
import { CSRF_COOKIE, CSRF_HEADER } from './authorize.ts'

type Schema = { $ref?: string; type?: string; properties?: Record<string, Schema> }
type Answer = { $ref?: string; content?: Record<string, { schema?: Schema }> }
type Operation = { parameters?: object[]; responses?: Record<string, Answer> }

const retryAfter = {
  'Retry-After': { description: 'After so many seconds it may be tried again.', schema: { type: 'integer' } },
}
const refusal = (description: string) => ({
  description,
  headers: retryAfter,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

/** Components shared by many calls: the CSRF header, and errors after which a retry can succeed. */
export const sharedComponents = {
  parameters: {
    CsrfToken: {
      in: 'header',
      name: CSRF_HEADER,
      required: false,
      description: `Needed beside a session cookie: what the cookie ${CSRF_COOKIE} holds. A bearer token needs none.`,
      schema: { type: 'string' },
    },
  },
  responses: {
    TooMany: refusal('Too many requests of this caller.'),
    Unavailable: refusal('The database is away or busy. Nothing was changed.'),
  },
} as const

/** The media type of a response; null for JSON. */
function mediaTypeOf({ answers, url }: Endpoint): string | null {
  if (answers === 'stream') return 'text/event-stream'
  if (answers !== 'file') return null
  return url.endsWith('.csv') ? 'text/csv' : '*/*'
}

/** The name of the field that holds a page's rows; undefined when the answer is not a page of a list. */
function listOf({ response }: Endpoint): string | undefined {
  const { shape } = response as { shape?: Record<string, { type?: string }> }
  if (!shape || !('per_page' in shape)) return undefined
  return Object.keys(shape).find((name) => shape[name]?.type === 'array')
}

/**
 * Adds to an operation what the contract's schemas lack: the media type of a file or stream, the CSRF header, the
 * responses 429 and 503, and the field that holds a page's rows (`x-list`).
 */
export function completeOperation(operation: Operation, e: Endpoint): void {
  const responses = (operation.responses ??= {})
  const type = mediaTypeOf(e)
  const success = responses[String(e.status ?? 200)]
  if (type !== null && success) success.content = { [type]: { schema: { type: 'string' } } }
  responses['429'] = { $ref: '#/components/responses/TooMany' }
  responses['503'] = { $ref: '#/components/responses/Unavailable' }
  if (e.method !== 'GET') (operation.parameters ??= []).push({ $ref: '#/components/parameters/CsrfToken' })
  const list = listOf(e)
  if (list !== undefined) Object.assign(operation, { 'x-list': list })
}
