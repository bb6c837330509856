import { randomUUID } from 'node:crypto'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/pool.ts'
import { newId } from '#server/lib/new-id.ts'
import { putDocument } from '#server/sales/document-fixture.ts'
import { lineMakers, orderOf } from '#server/sales/till-fixture.ts'
import { createCatalogue, createUser, type TestCatalogue, type TestUser } from '#server/test/factories.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { startBookingClinic } from '#server/appointments/booking-fixture.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { documentsContract } from '#shared/clinic/documents-contract.ts'
import { inventoryContract } from '#shared/inventory/contract.ts'
import { stockContract } from '#shared/inventory/stock-contract.ts'
import { dashboardContract } from '#shared/dashboard/contract.ts'
import { salesContract } from '#shared/sales/contract.ts'

let server: TestServer
let admin: TestUser
let catalogue: TestCatalogue

beforeAll(async () => {
  server = await startTestServer()
  admin = await createUser(server.db, 'admin')
  catalogue = await createCatalogue(server.db)
})
afterAll(() => server.close())
beforeEach(() => {
  server.clock.now = new Date('2026-11-21T09:00:00+08:00')
})

const sales = async () => (await server.as(admin.token)(dashboardContract.monthlySales, {})).data
const clients = async () => (await server.as(admin.token)(dashboardContract.clients, {})).data

const dayTotals = (db: Database, totals: Record<string, number>) =>
  db
    .insertInto('daily_sales')
    .values(
      Object.entries(totals).map(([business_date, total_centavos]) => ({
        branch_id: MAIN_BRANCH_ID,
        business_date,
        total_centavos,
        transaction_count: 1,
      })),
    )
    .execute()

const sell = (date: string, client: TestUser | null, voids: string | null = null): Promise<string> =>
  putDocument(server.db, { date, cashier: admin, client, catalogue, voids })

async function visit(client: TestUser, doneAt: string, status: 'completed' | 'confirmed' = 'completed'): Promise<void> {
  await server.db
    .insertInto('appointments')
    .values({
      id: newId(),
      branch_id: MAIN_BRANCH_ID,
      client_id: client.clientId!,
      treatment_id: catalogue.treatmentId,
      service_id: catalogue.serviceId,
      starts_at: new Date(doneAt),
      ends_at: new Date(new Date(doneAt).getTime() + 1_800_000),
      status,
      done_at: status === 'completed' ? new Date(doneAt) : null,
      created_by: admin.id,
      created_at: new Date(doneAt),
      updated_at: new Date(doneAt),
    })
    .execute()
}

describe('the monthly sales on the dashboard', () => {
  test('the monthly sales of a new clinic are ₱0 in each of twelve months, with a growth rate of 0', async () => {
    const data = await sales()
    expect(data['Monthly-sales']).toHaveLength(12)
    expect(data['Monthly-sales'].every((month) => month.total_sales === 0)).toBe(true)
    expect(data).toMatchObject({ total_sales: 0, monthly_growth_rate: 0, Today_sales: 0, daily_growth_rate: 0 })
  })

  test('the monthly sales are those of the last twelve months with their names, oldest first, and the all-time total includes earlier months', async () => {
    await dayTotals(server.db, {
      '2024-02-29': 1_000_050,
      '2025-11-30': 500_000,
      '2025-12-01': 81_200_000,
      '2026-01-31': 5_000,
      '2026-02-01': 7_000,
      '2026-10-01': 100_000_000,
      '2026-10-31': 26_730_000,
      '2026-11-01': 93_635_000,
      '2026-11-20': 4_292_700,
      '2026-11-21': 4_825_000,
    })
    const data = await sales()
    expect(data['Monthly-sales'].map((month) => month.month)).toEqual([
      'December 2025',
      'January 2026',
      'February 2026',
      'March 2026',
      'April 2026',
      'May 2026',
      'June 2026',
      'July 2026',
      'August 2026',
      'September 2026',
      'October 2026',
      'November 2026',
    ])
    expect(data['Monthly-sales'].map((month) => month.total_sales)).toEqual([
      812_000, 50, 70, 0, 0, 0, 0, 0, 0, 0, 1_267_300, 1_027_527,
    ])
    expect(data.total_sales).toBe(812_000 + 50 + 70 + 1_267_300 + 1_027_527 + 5_000 + 10_000.5)
    expect(data.monthly_growth_rate).toBe(-18.92)
    expect(data.Today_sales).toBe(48_250)
    expect(data.daily_growth_rate).toBe(12.4)
  })

  test('the sales of today and of this month start anew at midnight in Manila', async () => {
    server.clock.now = new Date('2026-11-30T15:59:59Z')
    expect((await sales())['Monthly-sales'].at(-1)).toEqual({ month: 'November 2026', total_sales: 1_027_527 })
    server.clock.now = new Date('2026-11-30T16:00:00Z')
    const data = await sales()
    expect(data['Monthly-sales'].at(-1)).toEqual({ month: 'December 2026', total_sales: 0 })
    expect(data['Monthly-sales'][0]?.month).toBe('January 2026')
    expect(data.monthly_growth_rate).toBe(-100)
    expect(data.Today_sales).toBe(0)
  })

  test('the monthly sales show a growth of 0 when the month before had no sales', async () => {
    server.clock.now = new Date('2026-02-10T09:00:00+08:00')
    expect((await sales()).monthly_growth_rate).toBe(40)
    server.clock.now = new Date('2026-10-31T09:00:00+08:00')
    expect((await sales()).monthly_growth_rate).toBe(0)
  })
})

describe('the growth of an unfinished month or day', () => {
  test('the growth of an unfinished month or day compares with the same days of the month before, or with yesterday up to the same time', async () => {
    const other = await startTestServer({ now: new Date('2026-11-21T12:30:00+08:00') })
    const owner = await createUser(other.db, 'admin')
    const offer = await createCatalogue(other.db)
    const soFar = async () => (await other.as(owner.token)(dashboardContract.monthlySales, {})).data.so_far
    expect(await soFar()).toEqual({ month: null, month_compared: { from: '2026-10-01', to: '2026-10-21' }, day: null })
    await dayTotals(other.db, {
      '2026-10-01': 100_000,
      '2026-10-21': 100_000,
      '2026-10-22': 900_000,
      '2026-11-20': 100_000,
      '2026-11-21': 50_000,
    })
    // The dashboard compares with yesterday up to the same time, so yesterday's sale before noon is included and the
    // later one is not.
    await putDocument(other.db, { date: '2026-11-20', cashier: owner, client: null, catalogue: offer })
    expect(await soFar()).toMatchObject({ month: 25, day: -50 })
    other.clock.now = new Date('2026-11-21T11:30:00+08:00')
    expect(await soFar()).toMatchObject({ month: 25, day: null })
    other.clock.now = new Date('2027-03-31T12:00:00+08:00')
    expect((await soFar()).month_compared).toEqual({ from: '2027-02-01', to: '2027-02-28' })
    await other.close()
  })
})

describe('the figures of today on the dashboard', () => {
  const noExpiry = { expired: 0, expiring_in_7_days: 0, expiring_in_30_days: 0 }
  test('the figures of today count visits, requests, unpaid visits, and products with low stock or pieces that expire soon', async () => {
    const other = await startBookingClinic()
    const today = async () => (await other.admin(dashboardContract.today, {})).data
    expect(await today()).toEqual({ visits: 0, requests: 0, unpaid_visits: 0, low_stock: 0, ...noExpiry })
    await other.appointment('2026-11-21', '15:00:00', 'completed')
    await other.appointment('2026-11-21', '16:00:00', 'on-going')
    await other.appointment('2026-11-21', '17:00:00', 'confirmed')
    await other.appointment('2026-11-21', '18:00:00', 'cancelled')
    await other.appointment('2026-11-22', '09:00:00')
    const { id } = (await other.admin(inventoryContract.createCategory, { body: { name: 'Serums' } })).data
    const shelf = [['0'], ['5'], ['6'], ['3', '2'], ['9', '9']] as const
    for (const [quantity, low_stock_level] of shelf)
      await other.admin(inventoryContract.createProduct, {
        body: { name: `Serum ${quantity}`, quantity, low_stock_level, unit_type: 'pc', category_id: id },
      })
    expect(await today()).toEqual({ visits: 3, requests: 1, unpaid_visits: 2, low_stock: 3, ...noExpiry })
    const low = await other.admin(inventoryContract.products, { querystring: { stock: 'low' } })
    expect([low.total, low.data.map(({ quantity }) => quantity)]).toEqual([3, [0, 5, 9]])
    const { data: shown } = await other.admin(inventoryContract.products, { querystring: { per_page: 100 } })
    for (const [index, expires_on] of ['2026-11-20', '2026-11-28', '2026-12-21', '2026-12-22'].entries())
      await other.admin(
        stockContract.move,
        { params: { id: shown[index]!.id }, body: { kind: 'receive', amount: 1, expires_on } },
        { headers: { 'idempotency-key': randomUUID() } },
      )
    expect(await today()).toMatchObject({ expired: 1, expiring_in_7_days: 2, expiring_in_30_days: 3 })
    await other.server.close()
  })
})

describe('the client figures of the dashboard', () => {
  test('the dashboard counts all clients with an open account, and counts each client with a sale or completed visit once as “catered to”', async () => {
    const [ana, bea, cora, dina, eva] = await Promise.all(
      Array.from({ length: 5 }, () => createUser(server.db, 'client')),
    )
    const before = await clients()
    expect(before).toMatchObject({
      total_clients: 5,
      catered_clients_this_month: 0,
      catered_clients_last_month: 0,
    })
    await sell('2026-11-01', ana!)
    await sell('2026-11-21', ana!)
    await visit(ana!, '2026-11-21T10:00:00+08:00')
    await visit(bea!, '2026-11-01T00:00:00+08:00')
    await visit(bea!, '2026-10-31T23:59:59+08:00')
    await visit(cora!, '2026-11-15T09:00:00+08:00', 'confirmed')
    await sell('2026-10-01', cora!)
    await sell('2026-09-30', dina!)
    await sell('2026-11-03', null)
    await server.db
      .updateTable('people')
      .set({ closed_at: new Date(), email: null })
      .where('id', '=', eva!.id)
      .execute()
    expect(await clients()).toMatchObject({
      total_clients: 4,
      catered_clients_this_month: 2,
      catered_clients_last_month: 2,
    })
  })

  test('the dashboard counts a client as active if the client had a valid sale or a completed visit in the last twelve months', async () => {
    const clinic = await startBookingClinic()
    const { db, clock } = clinic.server
    const at = (date: string, time = '09:00:00') => {
      clock.now = new Date(`${date}T${time}+08:00`)
    }
    const [bought, long, voided, closed, visited, undone, coming] = await Promise.all(
      Array.from({ length: 7 }, () => createUser(db, 'client')),
    )
    const { peel } = lineMakers(clinic.catalogue)
    const sellTo = async (date: string, client: TestUser) => {
      at(date)
      const body = orderOf(client, [peel()])
      return (await clinic.desk(salesContract.checkout, { body }, { idempotencyKey: randomUUID() })).data
    }
    await sellTo('2025-11-20', long!)
    await sellTo('2025-11-21', bought!)
    // No document can be issued with a clock that is a year ahead of the last one until an admin accepts the clock.
    at('2026-11-20')
    await clinic.admin(documentsContract.acceptClock, { body: { date: '2026-11-20' } })
    const sale = await sellTo('2026-11-20', voided!)
    await clinic.admin(salesContract.voidSale, { params: { id: sale.id }, body: { reason: 'Rung up twice' } })
    await sellTo('2026-11-20', closed!)
    at('2026-11-21')
    await db.updateTable('people').set({ closed_at: clock.now, email: null }).where('id', '=', closed!.id).execute()
    const complete = async (time: string, of: TestUser) => {
      const id = await clinic.appointment('2026-11-21', time, 'on-going', of)
      await clinic.desk(appointmentsContract.updateStatus, { params: { id }, body: { status: 'completed' } })
      return id
    }
    await complete('10:00:00', visited!)
    const id = await complete('11:00:00', undone!)
    await clinic.desk(visitContract.undo, { params: { id }, body: {} })
    await clinic.appointment('2026-11-21', '12:00:00', 'confirmed', coming)
    expect((await clinic.admin(dashboardContract.clients, {})).data).toMatchObject({ active_clients: 2 })
    at('2026-11-22')
    expect((await clinic.admin(dashboardContract.clients, {})).data).toMatchObject({ active_clients: 1 })
    await clinic.server.close()
  })

  test('the client figures do not include in “catered to” a client whose only sale was voided', async () => {
    const fe = await createUser(server.db, 'client')
    const before = await clients()
    const sale = await sell('2026-10-15', fe)
    expect((await clients()).catered_clients_last_month).toBe(before.catered_clients_last_month + 1)
    await sell('2026-11-02', fe, sale)
    const after = await clients()
    expect(after.catered_clients_last_month).toBe(before.catered_clients_last_month)
    expect(after.catered_clients_this_month).toBe(before.catered_clients_this_month)
  })

  test('when a month begins in Manila, the client figures of the month that ended are shown as those of last month', async () => {
    const before = await clients()
    server.clock.now = new Date('2026-11-30T16:00:00Z')
    expect(await clients()).toMatchObject({
      catered_clients_this_month: 0,
      catered_clients_last_month: before.catered_clients_this_month,
    })
  })
})

describe.each([dashboardContract.monthlySales, dashboardContract.today, dashboardContract.clients])(
  'the dashboard endpoint $url is only for admins',
  (endpoint) => {
    test.each(['cashier', 'client'] as const)('rejects a %s', async (role) => {
      const person = await createUser(server.db, role)
      await expect(server.as(person.token)(endpoint, {})).rejects.toMatchObject({ status: 403 })
    })
    test('rejects a request without a session', async () => {
      await expect(server.as(null)(endpoint, {})).rejects.toMatchObject({ status: 401 })
    })
  },
)
