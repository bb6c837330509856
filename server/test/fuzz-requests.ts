import fc from 'fast-check'
import { z } from 'zod'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import type { Role } from '#shared/people/role.ts'

/** The parts of JSON Schema that the contracts use. */
type Schema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  format?: string
  pattern?: string
  contentEncoding?: string
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  maxLength?: number
}

/** A request to send; `files` are the names of fields with a file. */
export type FuzzRequest = {
  /** Method and URL of the endpoint, as in `callOf`. */
  call: string
  role: Role | 'visitor'
  params: Record<string, string>
  query: string
  body: unknown
  headers: Record<string, string>
  /** How many bytes are cut off the end of the body. */
  cut: number
}

/** Admins send more requests, because they may make the most calls. */
const ROLES: readonly FuzzRequest['role'][] = ['visitor', 'client', 'practitioner', 'cashier', 'admin', 'admin']

export const callOf = ({ method, url }: Endpoint) => `${method} ${url}`

/** Texts that often break programs. */
const hostileTexts = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  'null',
  'NaN',
  "'; drop table people; --",
  '%',
  '_',
  '\\',
  '<script>alert(1)</script>',
  '=1+1',
  '\u0000',
  '\u202Eabc',
  '\uD800',
  'ﷺ',
  '👩‍⚕️',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  'a'.repeat(5_000),
]
const text = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 20 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.constantFrom(...hostileTexts) },
)
const anything = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 0.1, 1e21, 2 ** 53, [], {}, [[]], { length: 1 }),
  text,
  fc.jsonValue({ maxDepth: 2, noUnicodeString: false }),
)
const day = fc.integer({ min: -2, max: 90 }).map((days) => new Date(Date.UTC(2026, 10, 21 + days)).toISOString())

/** Values of a schema, mostly valid ones; `ids` are ids of existing rows. */
function valueOf(schema: Schema, ids: readonly string[], name = ''): fc.Arbitrary<unknown> {
  const within = (part: Schema, key = name) => valueOf(part, ids, key)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((part) => within(part)))
  if (schema.contentEncoding) return fc.constant('file')
  switch (schema.type) {
    case 'object': {
      const properties = Object.entries(schema.properties ?? {})
      const fields = Object.fromEntries(properties.map(([key, part]) => [key, within(part, key)]))
      return fc.record(fields, { requiredKeys: schema.required ?? [], noNullPrototype: true })
    }
    case 'array':
      return fc.array(within(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 3, 3)),
      })
    case 'integer':
      return fc.integer({ min: Math.max(schema.minimum ?? -5, -1e9), max: Math.min(schema.maximum ?? 50, 1e9) })
    case 'number':
      return fc.constantFrom(0, 1, 1500, 2500.5, 350, 5000, 0.01, -1, 1e12)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return textOf(schema, ids, name)
    default:
      return anything
  }
}

function textOf(
  { format, pattern, maxLength = 40 }: Schema,
  ids: readonly string[],
  name: string,
): fc.Arbitrary<unknown> {
  if (format === 'uuid')
    return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: fc.uuid() })
  if (format === 'date-time') return day
  if (format === 'date' || /date|from|until/.test(name)) return day.map((instant) => instant.slice(0, 10))
  if (/time/.test(name)) return fc.constantFrom('09:00:00', '09:30:00', '14:30:00', '10:00', '10:00 AM - 10:30 AM')
  if (/email/.test(name)) return fc.integer({ min: 0, max: 99_999 }).map((n) => `fuzz-${n}@example.ph`)
  if (/number|phone/.test(name))
    return fc.oneof(
      fc.integer({ min: 0, max: 9e8 }).map((n) => `09${String(n).padStart(9, '0')}`),
      text,
    )
  if (/password/.test(name)) return fc.constantFrom('tricycle-mango-92', 'short', 'balut-and-sago-7')
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  return fc.oneof(
    { weight: 3, arbitrary: fc.string({ minLength: 1, maxLength: Math.min(maxLength, 20), unit: 'grapheme-ascii' }) },
    { weight: 1, arbitrary: text },
  )
}

/** A change that makes a body invalid, or valid in an unusual way. */
type Mutation = (body: Record<string, unknown>, key: string, value: unknown) => unknown

const mutations: Mutation[] = [
  (body, key) => Object.fromEntries(Object.entries(body).filter(([name]) => name !== key)),
  (body, key, value) => ({ ...body, [key]: value }),
  (body, key) => ({ ...body, [key]: [body[key]] }),
  (body, key) => ({ ...body, [key]: String(body[key]) }),
  (body, _, value) => ({ ...body, is_admin: value }),
  (body, _, value) => ({ ...body, ['__proto__']: value }),
  (body) => [body],
  (_, __, value) => value,
]

function mutated(body: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.tuple(body, fc.constantFrom(...mutations), fc.nat(), anything).map(([valid, mutate, n, value]) => {
    const fields = (valid ?? {}) as Record<string, unknown>
    const keys = Object.keys(fields)
    return mutate(fields, keys[n % keys.length] ?? 'name', value)
  })
  return fc.oneof({ weight: 2, arbitrary: body }, { weight: 1, arbitrary: change })
}

const asSchema = (schema: z.ZodType | undefined): Schema =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema) : { const: undefined }

/** Removes unpaired surrogates, which a URL cannot contain. */
const wellFormed = (value: unknown) => Buffer.from(String(value)).toString()

/** A query string such as `?a=1&a=2`; some values are repeated. */
const queryText = (query: unknown, twice: boolean) => {
  const pairs = Object.entries(query ?? {}).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, wellFormed(value)]],
  )
  return new URLSearchParams(twice ? [...pairs, ...pairs.slice(0, 1)] : pairs).toString()
}

const rarely = fc.nat({ max: 19 }).map((n) => n === 0)

/** The headers that a request may need, sometimes with unusual values. */
const headersTo = ({ idempotent }: Endpoint): fc.Arbitrary<Record<string, string>> =>
  fc
    .record({
      version: fc.constantFrom('1', '2', '"1"', '*', 'x', undefined),
      isBadKey: rarely,
      uuid: fc.uuid(),
      badKey: fc.constantFrom('', 'not-a-key', '00000000-0000-4000-8000-000000000000'),
      isBadType: rarely,
      badType: fc.constantFrom('application/json; charset=utf-8', 'text/plain', 'application/xml'),
    })
    .map(({ version, isBadKey, uuid, badKey, isBadType, badType }) => ({
      ...(version !== undefined && { 'if-match': version }),
      ...(idempotent && { 'idempotency-key': isBadKey ? badKey : uuid }),
      'content-type': isBadType ? badType : 'application/json',
    }))

/** All kinds of requests to one endpoint. `ids` are ids of existing rows. */
function requestTo(endpoint: Endpoint, ids: readonly string[]): fc.Arbitrary<FuzzRequest> {
  const params = valueOf(asSchema(endpoint.params), ids).map((values) =>
    Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, wellFormed(value)])),
  )
  const query = fc
    .tuple(valueOf(asSchema(endpoint.querystring), ids), rarely)
    .map(([values, twice]) => queryText(values, twice))
  return fc.record({
    call: fc.constant(callOf(endpoint)),
    role: fc.constantFrom(...ROLES),
    params,
    query,
    body: mutated(valueOf(asSchema(endpoint.body), ids)),
    headers: headersTo(endpoint),
    cut: fc.tuple(rarely, fc.integer({ min: 1, max: 5 })).map(([isCut, bytes]) => (isCut ? bytes : 0)),
  })
}

/** Requests to any of the endpoints. */
export const requestsTo = (endpoints: readonly Endpoint[], ids: readonly string[]): fc.Arbitrary<FuzzRequest> =>
  fc.oneof(...endpoints.map((endpoint) => requestTo(endpoint, ids)))
