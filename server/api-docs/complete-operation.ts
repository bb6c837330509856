import { CSRF_COOKIE, CSRF_HEADER } from '#server/lib/http/authorize.ts'
import { isScope } from '#shared/api-keys/scopes.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'

type Answer = { $ref?: string; description?: string; content?: Record<string, { schema?: object; example?: unknown }> }
type Operation = { parameters?: object[]; responses?: Record<string, Answer> }

const retryAfter = {
  'Retry-After': {
    description: 'The number of seconds after which the request may be sent again.',
    schema: { type: 'integer' },
  },
}
const rateLimits = {
  RateLimit: {
    description: 'How many requests are left (r), and in how many seconds the quota is full again (t).',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'The quota (q), and the seconds within which it refills (w).',
    schema: { type: 'string' },
  },
}
const refusal = (description: string, headers: object = {}) => ({
  description,
  headers: { ...retryAfter, ...headers },
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
    TooMany: refusal('Too many requests of this caller.', rateLimits),
    Unavailable: refusal('The database is away or busy. Nothing was changed.'),
  },
} as const

/** Returns the scope that an API key needs for a call, or undefined if the call refuses API keys or needs no log-in. */
const scopeOf = ({ access, sessionOnly }: Endpoint): string | undefined =>
  isScope(access) && !sessionOnly ? access : undefined

function accessSentence(e: Endpoint): string {
  if (e.access === 'public') return 'Anyone may make this call without logging in.'
  if (e.access === 'any-account') return 'Everyone who has logged in may make this call. API keys are refused.'
  const scope = scopeOf(e)
  const keys = scope === undefined ? 'API keys are refused.' : `An API key needs the scope \`${scope}\`.`
  return `People need the permission \`${e.access}\`. ${keys}`
}

const eventsText = `
Each event is named \`AppointmentBooked\` and says that appointments may have changed: read them again. \`arrivals\` has the
ids of appointments that others have requested, cancelled or moved. A comment every 20 seconds keeps the connection open.
The stream ends after 30 minutes and with the session: connect again.`

/** An example of what an event stream sends. */
const eventsExample = `retry: 2000
: open

event: AppointmentBooked
data: {"arrivals":[{"id":"01932f10-7c00-7a00-8000-00000000c11e","what":"requested"}]}

: still here

`

/** Describes a call to somebody who reads only the OpenAPI document: who may make it, and how it can be repeated. */
function descriptionOf(e: Endpoint, rowsField: string | undefined): string {
  const sentences = [accessSentence(e)]
  if (rowsField !== undefined) sentences.push(`The answer is one page of a list; its rows are in \`${rowsField}\`.`)
  if (e.ifMatch)
    sentences.push('Send the version that you have read in `If-Match`, so that you overwrite nothing newer.')
  if (e.idempotent) sentences.push('After a lost response, repeat the request with the same `Idempotency-Key`.')
  if (e.file) sentences.push(`A file may have at most ${Math.floor(e.file.maxBytes / 1e6)} MB.`)
  if (e.answers === 'stream') sentences.push(eventsText)
  return sentences.join(' ')
}

/** Describes the response to a call that succeeded. */
function successText({ answers, status }: Endpoint, rowsField: string | undefined): string {
  if (status === 303) return 'The address of the page is in `Location`.'
  if (answers === 'stream') return 'Server-sent events until the connection ends'
  if (answers === 'file') return 'The file'
  if (status === 201) return 'Created'
  return rowsField === undefined ? 'Done' : 'One page of the list'
}

/**
 * Returns the media types of a file or stream, and an empty list for JSON. The contract of a file lists its media types
 * in the description of its response, separated by ' or '.
 */
function mediaTypesOf({ answers, response }: Endpoint): string[] {
  if (answers === 'stream') return ['text/event-stream']
  return answers === 'file' ? (response.description ?? '*/*').split(' or ') : []
}

/** Returns the name of the field that holds a page's rows, or undefined if the response is not a page of a list. */
function rowsFieldOf({ response }: Endpoint): string | undefined {
  const { shape } = response as { shape?: Record<string, { type?: string }> }
  if (!shape || !('per_page' in shape)) return undefined
  return Object.keys(shape).find((name) => shape[name]?.type === 'array')
}

/**
 * Adds to the successful response of a call a description, and the media type where the response is a file or a stream.
 */
function completeSuccess(responses: Record<string, Answer>, e: Endpoint, rowsField: string | undefined): void {
  const success = responses[String(e.status ?? 200)]
  if (!success) return
  success.description = successText(e, rowsField)
  const media = { schema: { type: 'string' }, ...(e.answers === 'stream' && { example: eventsExample }) }
  const types = mediaTypesOf(e)
  if (types.length === 0) return
  const content = Object.fromEntries(types.map((type) => [type, media]))
  if (e.status !== 303) return void Object.assign(success, { content })
  delete success.content
  // Most programs follow a redirect, so they see only the response of the page to which it leads.
  responses['200'] = { description: 'The page, after following the redirect', content }
}

/**
 * Adds to an operation what the contract's schemas lack: its description, the media type of a file or stream, the CSRF
 * header, the responses 429 and 503, the scope that an API key needs (`x-scope`), and the field that holds a page's
 * rows (`x-list`).
 */
export function completeOperation(operation: Operation, e: Endpoint): void {
  const responses = (operation.responses ??= {})
  const rowsField = rowsFieldOf(e)
  const scope = scopeOf(e)
  completeSuccess(responses, e, rowsField)
  responses['429'] = { $ref: '#/components/responses/TooMany' }
  responses['503'] = { $ref: '#/components/responses/Unavailable' }
  if (e.method !== 'GET') (operation.parameters ??= []).push({ $ref: '#/components/parameters/CsrfToken' })
  Object.assign(operation, {
    description: descriptionOf(e, rowsField),
    ...(scope !== undefined && { 'x-scope': scope }),
    ...(rowsField !== undefined && { 'x-list': rowsField }),
  })
}
