import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, expect, test } from 'vitest'
import { openApiDocument } from '#server/openapi-document.ts'

type Media = Record<string, { schema?: object; example?: unknown }>
type Response = { $ref?: string; description?: string; headers?: Record<string, object>; content?: Media }
type Operation = {
  description?: string
  security: Record<string, string[]>[]
  requestBody?: { content: Media }
  responses: Record<string, Response>
}
type Document = {
  info: { contact?: { name?: string } }
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, Response> }
}

let document: Document
beforeAll(async () => {
  document = JSON.parse(JSON.stringify(await openApiDocument())) as Document
})

const operations = () =>
  Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, operation]) => ({ at: `${method} ${path}`, method, path, operation })),
  )

/** Yields a value and every value inside it, each with its JSON pointer. */
function* everyPart(value: unknown, where = ''): Generator<{ where: string; part: Record<string, unknown> }> {
  if (typeof value !== 'object' || value === null) return
  yield { where, part: value as Record<string, unknown> }
  for (const [key, inner] of Object.entries(value))
    if (key !== 'example') yield* everyPart(inner, `${where}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
}

test('every call of the OpenAPI document has a description, responses for success and for refusal, and a response 429 with the header Retry-After', () => {
  expect(document.info.contact?.name).toBeTruthy()
  for (const { at, operation } of operations()) {
    expect(operation.description, at).toMatch(/\.$/)
    const statuses = Object.keys(operation.responses)
    expect([statuses.some((one) => one.startsWith('2')), statuses.includes('4XX')], at).toEqual([true, true])
    const reference = operation.responses['429']?.$ref ?? ''
    expect(document.components.responses[reference.split('/').at(-1)!]?.headers, at).toHaveProperty('Retry-After')
    for (const response of Object.values(operation.responses))
      expect(response.$ref ?? response.description, at).not.toBe('Default Response')
    for (const scopes of operation.security.flatMap((one) => Object.values(one))) expect(scopes, at).toEqual([])
  }
})

test('no two paths of the OpenAPI document match the same request', () => {
  const paths = Object.keys(document.paths).map((path) => ({ path, segments: path.split('/') }))
  const isParameter = (segment: string) => segment.startsWith('{')
  const isAmbiguous = (one: string[], other: string[]) =>
    one.length === other.length &&
    one.every((segment, i) => segment === other[i] || isParameter(segment) || isParameter(other[i]!)) &&
    // The router prefers a literal segment to a parameter. So two paths clash only if each of them has a literal
    // segment where the other has a parameter.
    one.some((segment, i) => isParameter(segment) && !isParameter(other[i]!)) &&
    other.some((segment, i) => isParameter(segment) && !isParameter(one[i]!))
  const found = paths.flatMap(({ path, segments }, i) =>
    paths.slice(i + 1).flatMap((other) => (isAmbiguous(segments, other.segments) ? [[path, other.path]] : [])),
  )
  expect(found).toEqual([])
})

test('no schema of the OpenAPI document has an anyOf with fewer than two choices, or requires a property that it does not describe', () => {
  const needless: string[] = []
  for (const { where, part } of everyPart(document)) {
    const { anyOf, required, properties } = part as { anyOf?: object[]; required?: string[]; properties?: object }
    if (Array.isArray(anyOf) && (anyOf.length < 2 || anyOf.some((one) => Object.keys(one).length === 0)))
      needless.push(where)
    if (part['type'] === 'object' && required?.some((name) => !Object.hasOwn(properties ?? {}, name)))
      needless.push(where)
  }
  expect(needless).toEqual([])
})

test('each example of the OpenAPI document fits its schema', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'document')
  const misfits: unknown[] = []
  let examples = 0
  for (const { where, part } of everyPart(document.paths)) {
    if (!('example' in part) || !('schema' in part)) continue
    examples += 1
    const fits = ajv.compile({ $ref: `document#/paths${encodeURI(where)}/schema` })
    if (!fits(part['example'])) misfits.push([where, fits.errors])
  }
  expect(misfits).toEqual([])
  expect(examples).toBeGreaterThan(400)
})
