import { beforeAll, expect, test } from 'vitest'
import { openApiDocument } from '#server/openapi-document.ts'
import { everyEndpoint } from '#shared/contracts.ts'

type Operation = {
  summary?: string
  security?: unknown[]
  'x-access'?: string
  requestBody?: unknown
  responses: Record<string, unknown>
}
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> }

let document: Document

beforeAll(async () => {
  document = (await openApiDocument()) as Document
})

const pathOf = (url: string) => url.replace(/:(\w+)/g, '{$1}')

test('the printed API is OpenAPI 3.1 and names every call of the contracts with its summary and refusals', () => {
  expect(document.openapi).toBe('3.1.0')
  for (const e of everyEndpoint) {
    const operation = document.paths[pathOf(e.url)]?.[e.method.toLowerCase()]
    expect(operation, `${e.method} ${e.url}`).toBeDefined()
    expect(operation!.summary).toBe(e.summary)
    expect(Object.keys(operation!.responses)).toEqual([String(e.status ?? 200), '4XX', '5XX'])
    expect(operation!['x-access']).toBe(e.access)
    expect(operation!.security).toHaveLength(e.access === 'public' ? 0 : 2)
    expect(operation!.requestBody !== undefined, `${e.method} ${e.url} body`).toBe(
      e.body !== undefined || e.method !== 'GET',
    )
  }
})

test('no two calls share a method and a path, whatever the case', () => {
  const names = everyEndpoint.map((e) => `${e.method} ${e.url.toLowerCase()}`)
  expect(names).toHaveLength(new Set(names).size)
})

test('every path parameter of an address is described', () => {
  for (const e of everyEndpoint) {
    const named = [...e.url.matchAll(/:(\w+)/g)].map((match) => match[1])
    expect(Object.keys(e.params?.shape ?? {}), e.url).toEqual(named)
  }
})

test('the printed API says what the errors of a call carry', () => {
  const printed = (path: string, method: string) => JSON.stringify(document.paths[path]?.[method]?.responses['4XX'])
  expect(printed('/api/clients', 'post')).toContain('client_id')
  expect(printed('/api/clients', 'get')).not.toContain('"data"')
})
