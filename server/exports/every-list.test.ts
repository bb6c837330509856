import { randomUUID } from 'node:crypto'
import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCashClinic, type CashClinic } from '#server/cash/cash-fixture.ts'
import { addToWaitlist, createResource, createUser } from '#server/test/factories.ts'
import { executeWithoutTriggers } from '#server/test/execute-without-triggers.ts'
import type { TestServer } from '#server/test/server.ts'
import { sellPackage } from '#server/messages/sold-package-fixture.ts'
import { addDepositRow } from '#server/test/deposit-row.ts'
import { depositsContract } from '#shared/deposits/contract.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { permissionsOf, type Permission } from '#shared/auth/permissions.ts'
import { everyEndpoint } from '#shared/contracts.ts'
import { csvReader } from '#shared/lib/csv.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import type { Role } from '#shared/people/role.ts'
import { inventoryContract } from '#shared/inventory/contract.ts'
import { prepaidContract } from '#shared/prepaid/contract.ts'
import { reportNames } from '#shared/reports/reports.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { ROLES } from '#shared/users/roles.ts'
import { addRareRows } from './rare-rows-fixture.ts'

/** Lists that cannot be exported separately, each with the reason. */
const withoutExport: Readonly<Record<string, string>> = {
  '/api/my/appointments': 'is in the download of a client’s own data',
  '/api/my/transactions': 'is in the download of a client’s own data',
  '/api/get-client-contact': 'suggests names while somebody types',
  '/api/clientsUser': 'suggests names while somebody types',
  '/api/ongoing-appointment': 'is the part of the appointments that the till offers',
  '/api/appointments/requests': 'is the part of the appointments that wait for an answer',
  '/api/categories': 'is a column of the supplies',
  '/api/cash/terminals': 'is a setting',
  '/api/forms/:id/versions': 'is the history of one form',
  '/api/charts/:clientId/notes': 'is a part of one chart, which leaves as a whole',
  '/api/charts/:id/photos': 'is a part of one chart, which leaves as a whole',
  '/api/note-batches': 'has the batches whose clients are exported one by one',
  '/api/imports': 'has one row for each file that was brought in',
  '/api/import-rows': 'is exported as the rows to correct',
  '/api/webhook-deliveries': 'is kept for a few days, for engineers',
  '/api/website/versions': 'are pages, not rows',
  '/api/website/pictures': 'are pictures, not rows',
}

/** Lists whose export has another address than `…/export.csv`. */
const otherAddress: Readonly<Record<string, string>> = { '/api/history-logs': '/api/history-logs/export' }

/** Filters of lists that an export need not have: they choose the page, or open the history of one record. */
const notOfExports = ['page', 'per_page', 'subject_id']

/** Matches the lists that have no search box. */
const withoutSearch = /^\/api\/cash\/(movements|unused-approvals|till-actions)$/

const mayCall = (role: Role, { access }: Endpoint) => permissionsOf(role).has(access as Permission)
const fieldsOf = ({ querystring }: Endpoint) => Object.keys(querystring?.shape ?? {})
const isList = (e: Endpoint) => e.method === 'GET' && fieldsOf(e).includes('per_page')
const csvCalls = everyEndpoint.filter(({ response }) => response.description === 'text/csv')

/** Returns what is wrong with the export of a list; null if nothing is wrong. */
function faultOf(list: Endpoint): string | null {
  const call = csvCalls.find(({ url }) => url === (otherAddress[list.url] ?? `${list.url}/export.csv`))
  if (!call) return withoutExport[list.url] === undefined ? `${list.url} has no export` : null
  // Roles that may read only a part of the list, as practitioners do, need not have the export. But no role may export
  // a list that it may not read.
  const more = ROLES.filter((role) => mayCall(role, call) && !mayCall(role, list))
  if (more.length > 0) return `${call.url} admits ${more.join(', ')}`
  const isIgnored = (field: string) =>
    notOfExports.includes(field) || (field === 'search' && withoutSearch.test(list.url))
  const lost = fieldsOf(list).filter((field) => !fieldsOf(call).includes(field) && !isIgnored(field))
  return lost.length === 0 ? null : `${call.url} ignores ${lost.join(', ')}`
}

test('every list has an export for the users who may see it, with the same filters, or is named as an exception with a reason', () => {
  const lists = everyEndpoint.filter(isList)
  expect(lists.map(faultOf).filter((fault) => fault !== null)).toEqual([])
  expect(Object.keys(withoutExport).filter((url) => !lists.some((list) => list.url === url))).toEqual([])
})

/** Beginnings of names that a spreadsheet would run as a formula, or convert to a number or date. */
const harmful = ['=1+', '+1', '-1', '@SUM', '\t', '\r', '000', '2026-01-']
const PHONE = '+639170001234'
const REFERENCE = '00123456789012345678'

let clinic: CashClinic
let token: string

const named = ['people', 'products', 'services', 'treatments', 'add_ons', 'resources', 'terminals'] as const

/** Gives every row of these tables a harmful name. Imported records may have names that the forms refuse. */
async function renameEverything({ database, db }: TestServer): Promise<void> {
  const beginnings = harmful.map((text) => `E'${text.replace('\t', '\\t').replace('\r', '\\r')}'`).join(', ')
  for (const table of named)
    await executeWithoutTriggers(
      database,
      table,
      `update ${table} set ${table === 'people' ? 'first_name' : 'name'} = (array[${beginnings}])[1 + numbered.n % 8] || (10 + numbered.n) from
        (select id, row_number() over (order by id) as n from ${table}) numbered where numbered.id = ${table}.id`,
    )
  await db.updateTable('people').set({ contact_number: PHONE }).execute()
}

/** Takes every kind of money paid ahead: sells a gift card and a package, and verifies a deposit. */
async function takeMoneyAhead(): Promise<void> {
  const methods = ['cash' as const, 'prepaid' as const]
  await clinic.asAdmin(paymentSettingsContract.save, { body: { methods, discount_limit: null } })
  const body = { amount: 100, method: 'cash' as const, buyer_name: '=1+1', recipient_name: '+1' }
  await clinic.asCashier(prepaidContract.sell, { body }, { idempotencyKey: randomUUID() })
  const { till, asAdmin: admin, asCashier: desk } = clinic
  const user = await createUser(till.server.db, 'client')
  await sellPackage({ admin, desk }, { service_id: till.catalogue.serviceId, user_id: user.id, sessions: 2 })
  const id = await addDepositRow(till.server.db, user, await till.appointment(user))
  const paid = { params: { id }, body: { method: 'cash' as const } }
  await desk(depositsContract.verify, paid, { idempotencyKey: randomUUID() })
}

beforeAll(async () => {
  clinic = await openCashClinic()
  const { server, till, asAdmin } = clinic
  token = (await createUser(server.db, 'admin')).token
  await server.db.updateTable('chart_settings').set({ is_on: true }).execute()
  await createResource(server.db, 'practitioner', 'Dra. Reyes')
  const appointmentId = await till.appointment(till.client)
  await addToWaitlist(server.db, till.client, till.catalogue.serviceId)
  const { data } = await asAdmin(inventoryContract.createCategory, { body: { name: '=1+1' } })
  const product = { name: 'Serum', quantity: '3', unit_type: '-1+1', category_id: data.id }
  await asAdmin(inventoryContract.createProduct, { body: product })
  const { id } = await clinic.open()
  await takeMoneyAhead()
  await clinic.peel()
  await clinic.move(id, 'drop', 100, REFERENCE)
  await clinic.move(id, 'in', 50, '@SUM(A1)')
  await clinic.close(id, 3650, '=1+1')
  await clinic.closeDay()
  const { client, cashier, catalogue } = till
  await addRareRows(server.db, { client, cashier, appointmentId, serviceId: catalogue.serviceId, text: '=1+1' })
  await renameEverything(server)
})
afterAll(() => clinic.server.close())

const today = 'from=2026-11-21&to=2026-11-21'
const addressesOf = ({ url }: Endpoint): string[] => {
  if (url.includes(':report')) return Object.keys(reportNames).map((name) => `${url.replace(':report', name)}?${today}`)
  if (url === '/api/get-appointments-ByAdmin/export.csv') return [`${url}?scope=range`]
  if (url === '/api/waitlist/export.csv') return [`${url}?state=expired`]
  return [url.includes('recipients') ? `${url}?batch=C71-42` : url]
}

async function download(url: string) {
  const answer = await clinic.server.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  expect(answer.statusCode, url).toBe(200)
  return { text: answer.body.replace('\ufeff', ''), rows: Number(answer.headers['x-total-rows']) }
}

/**
 * Returns the cells as a spreadsheet program shows them; such a program runs formulas and converts numbers and dates.
 */
function opened(text: string) {
  const sheet = read(text, { type: 'string' }).Sheets.Sheet1!
  const formulas = Object.values(sheet as Record<string, { f?: string }>).filter(({ f }) => f !== undefined)
  return { cells: utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: '' }), formulas }
}

const isHarmful = (value: string) =>
  harmful.some((beginning) => value.startsWith(beginning) && !/^-[\d.]+$/.test(value))

test('a spreadsheet that opens an exported CSV file runs no formula, and keeps names, ID numbers, phone numbers and long references', async () => {
  // The export of the refused rows of an import needs an import, so another file tests it.
  const addresses = csvCalls.filter(({ url }) => !url.includes(':id')).flatMap(addressesOf)
  const seen = new Map<string, number>()
  for (const url of addresses) {
    const { text, rows } = await download(url)
    const { cells, formulas } = opened(text)
    expect(formulas, url).toEqual([])
    for (const [at, row] of csvReader().push(text).entries())
      for (const [column, value] of row.entries())
        if (isHarmful(value) || value === PHONE || value === REFERENCE) {
          expect(String(cells[at]![column]).trimEnd(), `${url}: ${value}`).toBe(`'${value}`.trimEnd())
          expect(typeof cells[at]![column]).toBe('string')
        }
    seen.set(url.split('?')[0]!, rows)
  }
  const lists = everyEndpoint.filter(isList).map(({ url }) => `${url}/export.csv`)
  const empty = lists.filter((url) => seen.get(url) === 0)
  expect(empty).toEqual([])
  const log = (await logEntries(clinic.server.db, { subject: 'export' })).map(({ action }) => action)
  expect(log).toContain(`Exported ${seen.get('/api/clients/export.csv')} rows of the list Clients`)
})

test('every list that an admin may see answers in a clinic that has rows of every kind', async () => {
  const lists = everyEndpoint.filter((e) => isList(e) && mayCall('admin', e) && !e.url.includes(':'))
  // False for a list about one record, such as the rows of one import: its request needs the id of that record.
  const needsNoId = ({ querystring }: Endpoint, url: string) =>
    querystring?.safeParse(Object.fromEntries(new URLSearchParams(url.split('?')[1]))).success
  const addresses = lists.flatMap((list) => addressesOf(list).filter((url) => needsNoId(list, url)))
  expect(addresses.length).toBeGreaterThan(20)
  for (const url of addresses) {
    const answer = await clinic.server.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    expect(answer.statusCode, `${url}: ${answer.body}`).toBe(200)
  }
})
