import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, expect, test } from 'vitest'
import { openApiDocument } from '#server/openapi-document.ts'
import { isScope } from '#shared/api-keys/scopes.ts'
import { everyEndpoint } from '#shared/contracts.ts'
import { CHOSEN_EVENTS, TEST_EVENT } from '#shared/webhooks/event-names.ts'

type Operation = {
  operationId?: string
  summary?: string
  tags?: string[]
  security?: Record<string, unknown>[]
  parameters?: { in: string; name: string; required?: boolean; description?: string }[]
  'x-access'?: string
  'x-scope'?: string
  requestBody?: unknown
  responses: Record<string, unknown>
}
type Document = {
  openapi: string
  info: { license?: { name: string; identifier?: string } }
  servers?: { url: string }[]
  tags?: { name: string; description?: string }[]
  components: Record<'schemas' | 'securitySchemes', Record<string, unknown>>
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<
    string,
    { post: { requestBody: { content: { 'application/json': { example: { type: string } } } } } }
  >
}

let document: Document

beforeAll(async () => {
  document = (await openApiDocument()) as Document
})

const pathOf = (url: string) => url.replace(/:(\w+)/g, '{$1}')

test('the OpenAPI document is valid 3.1 and contains every call with summary and errors', () => {
  expect(document.openapi).toBe('3.1.0')
  for (const e of everyEndpoint) {
    const operation = document.paths[pathOf(e.url)]?.[e.method.toLowerCase()]
    expect(operation, `${e.method} ${e.url}`).toBeDefined()
    expect(operation!.summary).toBe(e.summary)
    const successes = e.status === 303 ? ['200', '303'] : [String(e.status ?? 200)]
    expect(Object.keys(operation!.responses)).toEqual([...successes, '429', '503', '4XX', '5XX'])
    expect(operation!['x-access']).toBe(e.access)
    const isOpenToKeys = isScope(e.access) && !e.sessionOnly
    const keys = isOpenToKeys ? [{ apiKey: [] }] : []
    expect(operation!.security).toEqual(e.access === 'public' ? [] : [{ cookie: [] }, { bearer: [] }, ...keys])
    expect(operation!['x-scope']).toBe(isOpenToKeys ? e.access : undefined)
    expect(operation!.requestBody !== undefined, `${e.method} ${e.url} body`).toBe(
      e.body !== undefined || e.method !== 'GET',
    )
  }
})

test('the OpenAPI document marks non-JSON bodies, public calls, paginated rows, and the header that changes need against cross-site requests', () => {
  const operation = (path: string, method: string) => document.paths[path]![method]!
  const typesOf = (path: string) =>
    Object.keys((operation(path, 'get').responses['200'] as { content: object }).content)
  expect(typesOf('/api/events')).toEqual(['text/event-stream'])
  expect(typesOf('/api/transactions/export.csv')).toEqual(['text/csv'])
  expect(typesOf('/api/transactions')).toEqual(['application/json'])
  const { parameters, responses } = document.components as unknown as Record<string, Record<string, object>>
  expect(parameters).toHaveProperty('CsrfToken.name', 'x-csrf-token')
  expect(responses).toHaveProperty('TooMany.headers.Retry-After')
  expect(responses).toHaveProperty('Unavailable.headers.Retry-After')
  for (const e of everyEndpoint) {
    const sent = operation(pathOf(e.url), e.method.toLowerCase()).parameters ?? []
    const hasToken = JSON.stringify(sent).includes('#/components/parameters/CsrfToken')
    expect([e.url, hasToken]).toEqual([e.url, e.method !== 'GET'])
  }
  const pages = Object.values(document.paths).flatMap(({ get }) => (get && 'x-list' in get ? [get['x-list']] : []))
  expect(new Set(pages)).toEqual(new Set(['data', 'appointments', 'clients', 'logs', 'users']))
})

test('no two calls share a method and a path, regardless of case', () => {
  const names = everyEndpoint.map((e) => `${e.method} ${e.url.toLowerCase()}`)
  expect(names).toHaveLength(new Set(names).size)
})

test('the OpenAPI document describes every parameter of a path', () => {
  for (const e of everyEndpoint) {
    const named = [...e.url.matchAll(/:(\w+)/g)].map((match) => match[1])
    expect(Object.keys(e.params?.shape ?? {}), e.url).toEqual(named)
  }
})

test('the OpenAPI document describes the data of errors', () => {
  /** Replaces each `$ref` by the schema to which it refers. */
  const resolved = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if ('$ref' in value) return resolved(document.components.schemas[String(value.$ref).split('/').at(-1)!])
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolved(part)]))
  }
  const printed = (path: string, method: string) =>
    JSON.stringify(resolved(document.paths[path]?.[method]?.responses['4XX']))
  expect(printed('/api/clients', 'post')).toContain('client_id')
  expect(printed('/api/clients', 'get')).not.toContain('"data"')
})

test('the OpenAPI document says which calls accept or require a version or an idempotency key in a header', () => {
  const headers = (path: string, method: string) =>
    (document.paths[path]?.[method]?.parameters ?? [])
      .filter((parameter) => parameter.in === 'header')
      .map(({ name, required }) => [name, required])
  expect(headers('/api/edit-user-by-admin/{id}', 'put')).toEqual([['If-Match', false]])
  expect(headers('/api/products/{id}', 'post')).toEqual([['If-Match', false]])
  expect(headers('/api/transactions', 'post')).toEqual([['Idempotency-Key', true]])
  expect(headers('/api/get-all-users', 'get')).toEqual([])
  const ofProducts = document.paths['/api/products/{id}']?.['post']?.parameters?.find(({ name }) => name === 'If-Match')
  expect(ofProducts?.description).toContain('Without the header the row is changed whatever its version.')
  const withoutHeader = everyEndpoint.filter((e) => e.errorData?.stale !== undefined && e.ifMatch === undefined)
  expect(withoutHeader.map(({ url }) => url)).toEqual([])
})

const operations = () =>
  Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, operation]) => ({ path, at: `${method} ${path}`, operation })),
  )

test('every call in the OpenAPI document has a unique id, a described tag, its access rule, and an error answer', () => {
  expect(operations()).toHaveLength(everyEndpoint.length)
  const tags = new Set(document.tags?.filter(({ description }) => description).map(({ name }) => name))
  const schemes = Object.keys(document.components.securitySchemes)
  for (const { at, operation } of operations()) {
    expect(operation.operationId, at).toMatch(/^[a-z][A-Za-z]+$/)
    expect(operation.summary, at).toBeTruthy()
    expect(operation.tags, at).toHaveLength(1)
    expect(tags, at).toContain(operation.tags![0])
    expect(operation.security, at).toBeDefined()
    expect(schemes, at).toEqual(expect.arrayContaining(operation.security!.flatMap((one) => Object.keys(one))))
    const statuses = Object.keys(operation.responses)
    expect(
      statuses.some((status) => /^(2|303)/.test(status)) && statuses.some((status) => status.startsWith('4')),
      at,
    ).toBe(true)
  }
  const ids = operations().map(({ operation }) => operation.operationId)
  expect(ids).toHaveLength(new Set(ids).size)
  const used = new Set(operations().flatMap(({ operation }) => operation.tags ?? []))
  expect(document.tags?.filter(({ name }) => !used.has(name))).toEqual([])
})

test('the OpenAPI document describes each event of webhooks with an example that fits its schema', () => {
  expect(Object.keys(document.webhooks)).toEqual([...CHOSEN_EVENTS, TEST_EVENT])
  const fits = new Ajv2020({ strict: false, validateFormats: false }).compile(
    document.components.schemas['WebhookEvent']!,
  )
  for (const [event, { post }] of Object.entries(document.webhooks)) {
    const { example } = post.requestBody.content['application/json']
    expect([event, fits(example), example.type]).toEqual([event, true, event])
  }
})

test('the OpenAPI document has its licence and server, and describes each parameter once', () => {
  expect(document.info.license).toEqual({ name: 'MIT', identifier: 'MIT' })
  expect(document.servers?.map(({ url }) => url)).toEqual(['/'])
  for (const { path, at, operation } of operations()) {
    const named = (operation.parameters ?? []).map((parameter) => `${parameter.in} ${parameter.name}`)
    expect(named, at).toHaveLength(new Set(named).size)
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => `path ${match[1]}`)
    expect(named.filter((name) => name.startsWith('path ')).toSorted(), at).toEqual(inPath.toSorted())
    expect(path, at).not.toMatch(/\?|.\/$/)
  }
})

/** Yields a value and every value inside it. */
function* everyPart(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return
  yield value as Record<string, unknown>
  for (const part of Object.values(value)) yield* everyPart(part)
}

test('in the OpenAPI document schemas shared by several calls have names; each is used, and each reference can be resolved', () => {
  const referred = new Set<string>()
  for (const { $ref } of everyPart(document)) if (typeof $ref === 'string') referred.add($ref)
  const { securitySchemes: _, ...parts } = document.components
  const named = Object.entries(parts).flatMap(([kind, made]) =>
    Object.keys(made).map((name) => `#/components/${kind}/${name}`),
  )
  expect([...referred].toSorted()).toEqual(named.toSorted())
  expect(named).toContain('#/components/schemas/Error')
  const callsOfShape = new Map<string, Set<string>>()
  for (const { at, operation } of operations())
    for (const part of everyPart(operation)) {
      if (part['type'] !== 'object' || part['properties'] === undefined) continue
      const text = JSON.stringify(part)
      callsOfShape.set(text, (callsOfShape.get(text) ?? new Set()).add(at))
    }
  expect([...callsOfShape.values()].filter((calls) => calls.size > 1).map((calls) => [...calls])).toEqual([])
})
