import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCashClinic, pesos, type CashClinic } from '#server/cash/cash-fixture.ts'
import { newId } from '#server/lib/new-id.ts'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { apiKeysContract } from '#shared/api-keys/contract.ts'
import { apiKeyMessages } from '#shared/api-keys/messages.ts'
import type { Scope } from '#shared/api-keys/scopes.ts'
import { cashMessages } from '#shared/cash/messages.ts'

type Media = { content?: Record<string, { schema?: object }> }
type Operation = {
  operationId: string
  parameters?: { in?: string; name?: string; required?: boolean }[]
  requestBody?: Media
  responses: Record<string, Media>
  security: Record<string, string[]>[]
  description: string
  'x-scope'?: string
}
type Document = {
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, { type: string; scheme?: string }> }
}
type Input = {
  path?: Record<string, string>
  query?: Record<string, string>
  body?: object
  headers?: Record<string, string>
}
type Answer = { status: number; body: Record<string, never> & { data?: Record<string, unknown> } }

let clinic: CashClinic
let document: Document
beforeAll(async () => {
  clinic = await openCashClinic()
  document = (await clinic.server.app.inject({ method: 'GET', url: '/api/openapi.json' })).json<Document>()
})
afterAll(() => clinic.server.close())

/**
 * Creates a program that knows only the OpenAPI document: it finds calls by their ids, and checks what it sends and
 * receives against the schemas of the document.
 */
function clientOf(key: string) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'document')
  const operations = Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, operation]) => ({ path, method, operation })),
  )
  const check = (where: string[], value: unknown) => {
    const pointer = where.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
    const validate = ajv.compile({ $ref: `document#/${encodeURI(pointer)}` })
    if (!validate(value)) throw new Error(`${pointer}: ${JSON.stringify(validate.errors)}`)
  }
  return async (id: string, { path: ids = {}, query = {}, body, headers = {} }: Input = {}): Promise<Answer> => {
    const found = operations.find(({ operation }) => operation.operationId === id)
    if (!found) throw new Error(`the document has no operation ${id}`)
    const { path, method, operation } = found
    const json = ['content', 'application/json', 'schema']
    if (body) check(['paths', path, method, 'requestBody', ...json], body)
    const url = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name]!)
    const answer = await clinic.server.app.inject({
      method: method.toUpperCase() as 'GET',
      url: `${url}?${new URLSearchParams(query).toString()}`,
      headers: { authorization: `Bearer ${key}`, ...headers },
      ...(body && { payload: body }),
    })
    const status = String(answer.statusCode)
    const declared = operation.responses[status] ? status : `${status[0]}XX`
    check(['paths', path, method, 'responses', declared, ...json], answer.json())
    return { status: answer.statusCode, body: answer.json() }
  }
}

const createKey = async (name: string, scopes: Scope[]) =>
  (await clinic.asAdmin(apiKeysContract.create, { body: { name, scopes, expires_on: null } })).data.key

test('a program that knows only the OpenAPI document can book, sell and read back both with an API key', async () => {
  const { till, terminal, server } = clinic
  const call = clientOf(
    await createKey('Front desk robot', [
      'appointments.own',
      'appointments.manage',
      'sales.create',
      'sales.read',
      'cash.use',
    ]),
  )
  const booked = await call('appointmentsBook', {
    body: {
      user_id: till.client.id,
      contact_number: '09171234567',
      appointment_date: '2026-11-24',
      appointment_time: '10:00:00',
      treatment_id: till.catalogue.treatmentId,
      service_id: till.catalogue.serviceId,
      status: 'confirmed',
    },
    headers: { 'idempotency-key': newId() },
  })
  expect(booked).toMatchObject({ status: 201, body: { data: { appointment_time: '10:00' } } })
  expect((await lastLogEntry(server.db)).user_name).toBe(apiKeyMessages.actor('Front desk robot'))
  const visits = await call('appointmentsList', { query: { scope: 'range', from: '2026-11-24', to: '2026-11-24' } })
  expect(visits.body).toMatchObject({
    appointments: [{ id: booked.body.data?.['appointment_id'], status: 'confirmed' }],
    total: 1,
  })

  const key = newId()
  const sell = () => call('salesCheckout', { body: till.order([till.peel()]), headers: { 'idempotency-key': key } })
  expect(await sell()).toMatchObject({ status: 409, body: { message: cashMessages.noOpenShift } })
  const opened = await call('cashOpenShift', { body: { terminal_id: terminal.id, count: pesos(2000) } })
  expect(opened.status).toBe(201)
  const sold = await sell()
  expect(sold).toMatchObject({ status: 201, body: { data: { total_after_discount: 1500 } } })
  expect((await sell()).body).toEqual(sold.body)
  const sale = await call('salesOne', { path: { id: String(sold.body.data?.['id']) } })
  expect(sale.body.data).toMatchObject({
    id: sold.body.data?.['id'],
    cashier_name: apiKeyMessages.actor('Front desk robot'),
  })
})

test('the OpenAPI document names the scope that each call needs, and a 403 names the scope that the key lacks', async () => {
  const call = clientOf(await createKey('Reader', ['sales.read']))
  const booking = document.paths['/api/store-appointments']!['post']!
  expect(booking.security).toContainEqual({ apiKey: [] })
  expect(booking['x-scope']).toBe('appointments.own')
  expect(booking.description).toContain('An API key needs the scope `appointments.own`.')
  expect(document.components.securitySchemes['apiKey']).toMatchObject({ type: 'http', scheme: 'bearer' })
  expect(await call('appointmentsList')).toMatchObject({
    status: 403,
    body: { message: apiKeyMessages.missingScope('appointments.manage') },
  })
  expect((await call('salesList')).status).toBe(200)
})

test('the page /api/docs and its files come from this server under the security policy of the app', async () => {
  const { app } = clinic.server
  const page = await app.inject({ method: 'GET', url: '/api/docs' })
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'self'; script-src 'self'; style-src 'self'; /)
  const addresses = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!)
  expect(addresses).toHaveLength(4)
  for (const url of addresses) {
    expect(url).toMatch(/^\/api\/docs\/[\w-]+\.(js|css)$/)
    const { statusCode, headers, rawPayload } = await app.inject({ method: 'GET', url })
    expect([url, statusCode, headers['content-type']]).toEqual([
      url,
      200,
      expect.stringMatching(/^text\/(css|javascript)/),
    ])
    expect(rawPayload.length).toBeGreaterThan(100)
  }
})

/**
 * Calls for which only a person can write an example, because their fields must fit each other or the clinic's data.
 */
const fieldsDepend = [
  'authSetup',
  'catalogueChangeBooking',
  'catalogueChangeTax',
  'clinicSave',
  'formLinksSaveDraft',
  'formLinksSign',
  'handOversSaveDraft',
  'handOversSign',
  'handOversSignLate',
  'ownFormsSaveDraft',
  'ownFormsSign',
  'packagesSave',
  'pushSubscribe',
  'resourcesAddBlock',
  'resourcesAddException',
  'resourcesCloseRooms',
  'websiteConsentsConfirm',
]

test('each call of the OpenAPI document that takes JSON has an example, unless its fields depend on each other', () => {
  const withoutExample = Object.values(document.paths).flatMap((calls) =>
    Object.values(calls).filter(({ requestBody }) => {
      const json = requestBody?.content?.['application/json']
      return json !== undefined && !('example' in json)
    }),
  )
  expect(withoutExample.map(({ operationId }) => operationId).toSorted()).toEqual(fieldsDepend)
})
