import { expect, test } from 'vitest'
import { z } from 'zod'
import { addressOf, call, ApiError, errorDataOf } from './http-client.ts'
import { endpoint } from './endpoint.ts'

const read = endpoint({
  method: 'GET',
  url: '/api/things/:id',
  access: 'public',
  summary: '',
  params: z.object({ id: z.string() }),
  querystring: z.object({ search: z.string().optional(), page: z.number().optional() }),
  response: z.object({ data: z.string() }),
  errorData: { price_changed: z.array(z.number()) },
  timeoutMs: 20,
})
const input = { params: { id: 'a/b' }, querystring: { search: 'Peña & co', page: 2 } }
const answering = (status: number, body: string) => () => Promise.resolve(new Response(body, { status }))
const failing = (name: string) => () => Promise.reject(Object.assign(new Error('x'), { name }))

/** Calls an endpoint with this `send` function and returns the error. */
async function outcome(send: (request: Request) => Promise<Response>, signal?: AbortSignal): Promise<ApiError> {
  const error = await call(read, input, { send, signal }).catch((thrown: unknown) => thrown)
  if (!(error instanceof ApiError)) throw new Error('expected a ApiError')
  return error
}

test.each([
  ['a request that timed out', failing('TimeoutError'), 0, 'Request timed out. Please try again.'],
  ['a cancelled request', failing('AbortError'), 0, 'Request was canceled. Please try again.'],
  ['a lost connection', failing('TypeError'), 0, 'No response from server. Please try again.'],
  ['an unknown failure', failing('Error'), 0, 'An unknown error occurred. Please try again.'],
  ['an answer that is not JSON', answering(200, '<html>'), 200, 'Unexpected response format.'],
  ['an answer that breaks the contract', answering(200, '{"data":5}'), 200, 'Unexpected response format.'],
  ['a 401 without a message', answering(401, ''), 401, 'Authentication required. Please log in.'],
  [
    'a 401 with a message',
    answering(401, '{"message":"No token found. Please log in."}'),
    401,
    'No token found. Please log in.',
  ],
  ['a 500 without a message', answering(500, 'oops'), 500, 'An error occurred.'],
])('when a call fails with %s, the user gets a message', async (_, send, status, message) => {
  expect(await outcome(send)).toMatchObject({ status, message })
})

test('a call that the server never answers ends after the endpoint’s timeout', async () => {
  const never = (request: Request) =>
    new Promise<Response>((_, reject) =>
      request.signal.addEventListener('abort', () => reject(request.signal.reason as Error)),
    )
  expect(await outcome(never)).toMatchObject({ code: 'timeout', message: 'Request timed out. Please try again.' })
})

test('a response that breaks off in the middle is treated as no response', async () => {
  const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) })
  expect(await outcome(() => Promise.resolve(new Response(broken)))).toMatchObject({
    code: 'no_answer',
    message: 'No response from server. Please try again.',
  })
})

test('the error of a rejected call has a code, field messages and data', async () => {
  const body = { message: 'Prices have changed.', code: 'price_changed', errors: { total: ['Differs.'] }, data: [1] }
  expect(await outcome(answering(409, JSON.stringify(body)))).toMatchObject({ status: 409, ...body })
})

test('the URL of a call has encoded parameters and omits undefined ones', () => {
  expect(addressOf(read, input).pathname).toBe('/api/things/a%2Fb')
  expect(addressOf(read, input).search).toBe('?search=Pe%C3%B1a+%26+co&page=2')
  expect(addressOf(read, { ...input, querystring: { search: undefined } }).search).toBe('')
})

test('a multipart call sends a form, a JSON call a JSON body with its idempotency key', async () => {
  const body = z.object({ name: z.string(), file: z.file().optional() })
  const base = { method: 'POST', url: '/api/t', access: 'public', summary: '', body, response: z.object({}) } as const
  const sent: Request[] = []
  const send = (request: Request) => {
    sent.push(request)
    return Promise.resolve(new Response('{}'))
  }
  await call(
    endpoint({ ...base, sends: 'multipart' }),
    { body: { name: 'x', file: new File(['y'], 'y.png') } },
    { send },
  )
  await call(endpoint(base), { body: { name: 'x' } }, { send, idempotencyKey: 'k' })
  expect(sent[0]!.headers.get('content-type')).toMatch(/^multipart\/form-data/)
  expect(sent[1]!.headers.get('content-type')).toBe('application/json')
  expect(sent[1]!.headers.get('idempotency-key')).toBe('k')
  expect(await sent[1]!.json()).toEqual({ name: 'x' })
})

const owned = endpoint({
  method: 'GET',
  url: '/api/owned',
  access: 'public',
  summary: '',
  response: z.object({}),
  errorData: { conflict: z.object({ owner: z.string() }) },
})

/** Returns the data of the error when the server answers 409 with this code and data. */
async function carried(code: string, data: unknown): Promise<{ owner: string } | undefined> {
  const body = JSON.stringify({ message: 'In use.', code, data })
  const error = await call(owned, {}, { send: answering(409, body) }).catch((thrown: unknown) => thrown)
  return errorDataOf(owned, 'conflict', error)
}

test('an error contains the data its endpoint defines, without unknown fields', async () => {
  expect(await carried('conflict', { owner: 'Ana', secret: 1 })).toEqual({ owner: 'Ana' })
})

test('error data that violates the contract, or belongs to another error code, is dropped', async () => {
  expect(await carried('conflict', { owner: 1 })).toBeUndefined()
  expect(await carried('conflict', undefined)).toBeUndefined()
  expect(await carried('state_moved', { owner: 'Ana' })).toBeUndefined()
  expect(errorDataOf(owned, 'conflict', new Error('no call'))).toBeUndefined()
})
