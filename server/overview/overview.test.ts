import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCashClinic, errorOf } from '#server/cash/cash-fixture.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { recordRun } from '#server/backup/runs.ts'
import { newId } from '#server/lib/new-id.ts'
import {
  count,
  isKept,
  openClinic,
  sum,
  type RecountedClinic,
} from '#server/reports/visits/recounted-visits-fixture.ts'
import { createUser } from '#server/test/factories.ts'
import { lastLogEntry } from '#server/test/log-entries.ts'
import type { Caller } from '#server/test/server.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { inventoryContract } from '#shared/inventory/contract.ts'
import { stockContract } from '#shared/inventory/stock-contract.ts'
import { addDays, dayNumber, manilaDate, startOfMonth, weekdayOf, type CivilDate } from '#shared/lib/manila-time.ts'
import { overviewContract } from '#shared/overview/contract.ts'
import { overviewMessages as s } from '#shared/overview/messages.ts'
import { closureRequestContract } from '#shared/users/contract.ts'

let clinic: RecountedClinic
let admin: Caller
beforeAll(async () => {
  clinic = await openClinic()
  admin = clinic.server.as((await createUser(clinic.server.db, 'admin')).token)
})
afterAll(() => clinic.server.close())

const overview = async () => (await admin(overviewContract.read, {})).data

const DAY = 86_400_000

/** The visits and documents of some dates until an instant. */
const visitsOf = (from: CivilDate, to: CivilDate, until: Date) =>
  clinic.visits.filter((one) => from <= one.appointment_date && one.appointment_date <= to && one.starts_at <= until)
const soldOn = (from: CivilDate, to: CivilDate, until?: Date) =>
  sum(
    clinic.documents.filter(
      (one) => from <= one.business_date && one.business_date <= to && (!until || one.sold_at <= until),
    ),
    ({ total_centavos }) => total_centavos,
  ) / 100
const isFirst = (visit: RecountedClinic['visits'][number]) =>
  !clinic.visits.some((one) => isKept(one) && one.client_id === visit.client_id && one.starts_at < visit.starts_at)

test.each(['2026-11-21T15:30:00+08:00', '2026-11-18T11:10:00+08:00', '2026-11-02T20:00:00+08:00'])(
  'the owner’s page at %s shows the visits and sales of the day, the week and the month that the test counts itself',
  async (at) => {
    const now = new Date(at)
    clinic.server.clock.now = now
    const today = manilaDate(now)
    const monday = addDays(today, -((weekdayOf(today) + 6) % 7))
    const { date, today: day, week, month } = await overview()
    const visits = clinic.visits.filter((one) => one.appointment_date === today && one.status !== 'cancelled')
    const sales = clinic.documents.filter((one) => one.business_date === today)
    expect([date, day]).toEqual([
      today,
      {
        booked: visits.length,
        arrived: count(visits, (one) => one.arrived_at !== null || ['on-going', 'completed'].includes(one.status)),
        done: count(visits, isKept),
        sales: soldOn(today, today),
        transactions: sum(sales, ({ kind }) => ({ sale: 1, void: -1, refund: 0 })[kind]),
      },
    ])
    const part = (days: number) => {
      const until = new Date(now.getTime() + days * DAY)
      const listed = visitsOf(addDays(monday, days), addDays(today, days), until)
      return {
        sales: soldOn(addDays(monday, days), addDays(today, days), until),
        kept: count(listed, isKept),
        no_shows: count(listed, (one) => one.cancel_reason === 'no-show'),
        new_clients: count(listed, (one) => isKept(one) && isFirst(one)),
      }
    }
    expect([week.present, week.before]).toEqual([part(0), part(-7)])
    expect(week.days).toEqual(
      Array.from({ length: 7 }, (_, n) => addDays(monday, n)).map((one) => ({
        date: one,
        sales: one > today ? null : soldOn(one, one),
        sales_before: soldOn(addDays(one, -7), addDays(one, -7)),
      })),
    )
    const left = Array.from({ length: dayNumber('2026-11-30') - dayNumber(today) + 1 }, (_, n) => addDays(today, n))
    const isOpen = (one: CivilDate) =>
      !clinic.closed.has(one) && clinic.opening.some(({ weekday, is_open }) => is_open && weekday === weekdayOf(one))
    expect(month).toMatchObject({ sales: soldOn(startOfMonth(today), today), open_days_left: count(left, isOpen) })
  },
)

test('the owner’s page counts requests, unpaid visits, low stock, closure requests and failures until each is settled', async () => {
  const { server } = clinic
  const now = new Date('2026-11-21T09:00:00+08:00')
  server.clock.now = now
  const pending = clinic.visits.filter((one) => one.status === 'pending' && one.starts_at > now).length
  const unpaid = (await overview()).needs.unpaid_visits
  const requests = { requests: pending, unpaid_visits: unpaid }
  expect((await overview()).needs).toEqual({
    ...requests,
    closures: 0,
    low_stock: 0,
    expired: 0,
    expiring_in_7_days: 0,
    expiring_in_30_days: 0,
    failed_messages: 0,
    book_differences: 0,
    backup: { made_at: null },
  })

  const category_id = (await admin(inventoryContract.createCategory, { body: { name: 'Serums' } })).data.id
  const serum = { name: 'Serum', quantity: '3', low_stock_level: '5', unit_type: 'pc' as const, category_id }
  await admin(inventoryContract.createProduct, { body: serum })
  for (const expires_on of ['2026-11-20', '2026-11-28', '2026-12-21', '2026-12-22']) {
    const { data } = await admin(inventoryContract.createProduct, {
      body: { ...serum, name: `Serum of ${expires_on}`, quantity: '9' },
    })
    await admin(
      stockContract.move,
      { params: { id: data.id }, body: { kind: 'receive', amount: 1, expires_on } },
      { headers: { 'idempotency-key': newId() } },
    )
  }
  const client = await createUser(server.db, 'client')
  await server.db
    .insertInto('closure_requests')
    .values({ id: newId(), user_id: client.id, reason: null, requested_at: now })
    .execute()
  const message = {
    branch_id: MAIN_BRANCH_ID,
    occasion: 'booked',
    channel: 'email',
    parameters: {},
    state: 'failed',
    reason: 'refused',
  } as const
  const failedAt = (days: number) => ({ id: newId(), subject_id: newId(), at: new Date(now.getTime() - days * DAY) })
  await server.db
    .insertInto('messages')
    .values(
      [1, 6, 8].map(failedAt).map(({ id, subject_id, at }) => ({
        ...message,
        id,
        subject_id,
        version: 1,
        send_at: at,
        created_at: at,
        updated_at: at,
      })),
    )
    .execute()
  await server.db
    .insertInto('book_checks')
    .values({ id: newId(), branch_id: MAIN_BRANCH_ID, checked_at: now, counts: '{}', finding_count: 2, findings: '[]' })
    .execute()
  await inTransaction(server.appDb, (tx) =>
    recordRun(tx, new Date(now.getTime() - 24 * 3_600_000), { scheduled: true, fileName: 'a', bytes: 1 }),
  )
  expect((await overview()).needs).toEqual({
    ...requests,
    closures: 1,
    low_stock: 1,
    expired: 1,
    expiring_in_7_days: 2,
    expiring_in_30_days: 3,
    failed_messages: 2,
    book_differences: 2,
  })

  server.clock.now = new Date(now.getTime() + 2 * 3_600_000)
  await server.as(client.token)(closureRequestContract.withdraw, {})
  const late = (await overview()).needs
  expect(late).toMatchObject({ closures: 0, backup: { made_at: '2026-11-20T09:00:00+08:00' } })
})

test('an admin saves and removes the monthly sales goal, which is logged; a goal of zero or from a stale form is refused', async () => {
  const goal = async () => {
    const { monthly_goal, version } = (await overview()).month
    return { monthly_goal, version }
  }
  const before = await goal()
  expect(before.monthly_goal).toBeNull()
  const save = (monthly_goal: number | null, version: number) =>
    admin(overviewContract.saveGoal, { body: { monthly_goal } }, { headers: { 'if-match': `"${version}"` } })
  const { data } = await save(850_000, before.version)
  expect(await goal()).toEqual(data)
  expect((await lastLogEntry(clinic.server.db)).action).toBe(
    'Changed the goal: sales of a month from nothing to ₱850,000',
  )
  expect(await errorOf(save(900_000, before.version))).toMatchObject({ status: 409, data })
  expect(await errorOf(save(0, data.version))).toMatchObject({
    status: 422,
    errors: { monthly_goal: [s.goalAboveZero] },
  })
  await save(null, data.version)
  expect((await goal()).monthly_goal).toBeNull()
})

test('the owner’s page lists the open shifts as the page of the terminals does', async () => {
  const cash = await openCashClinic()
  await cash.open(2_000)
  await cash.peel()
  const { open_shifts, today } = (await cash.asAdmin(overviewContract.read, {})).data
  expect(open_shifts).toEqual((await cash.asAdmin(cashManagementContract.openShifts, {})).data)
  expect(open_shifts.shifts.map(({ expected }) => expected)).toEqual([2_000 + today.sales])
  await cash.server.close()
})
