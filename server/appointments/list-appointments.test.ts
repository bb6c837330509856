import { afterAll, beforeAll, expect, test } from 'vitest'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { startBookingClinic, type BookingClinic } from './booking-fixture.ts'

let clinic: BookingClinic

beforeAll(async () => {
  clinic = await startBookingClinic()
})
afterAll(() => clinic.server.close())

type ListQuery = Parameters<typeof list>[0]
const list = (querystring: {
  scope?: 'active' | 'completed-today' | 'range'
  from?: string
  to?: string
  status?: 'pending' | 'cancelled'
  search?: string
  sort?: 'client' | 'service' | 'newest-requested'
  page?: number
  per_page?: number
}) => clinic.desk(contract.list, { querystring })
const ids = async (query: ListQuery) => (await list(query)).appointments.map((row) => row.id)

const at = async <T>(instant: string, work: () => Promise<T>): Promise<T> => {
  const before = clinic.server.clock.now
  clinic.server.clock.now = new Date(instant)
  try {
    return await work()
  } finally {
    clinic.server.clock.now = before
  }
}

let day = 0
/**
 * Books an appointment for a new client and completes it at the given instant. The date for which it was booked does
 * not matter to these tests.
 */
const completeAt = async (instant: string) => {
  const time = `${String(8 + day++).padStart(2, '0')}:00:00`
  const id = await at('2026-11-10T07:00:00+08:00', () => clinic.appointment('2026-11-10', time, 'confirmed'))
  return at(instant, async () => {
    for (const status of ['on-going', 'completed'] as const)
      await clinic.desk(contract.updateStatus, { params: { id }, body: { status } })
    return id
  })
}

test('the list of active visits contains unfinished ones, those of earlier days first and marked overdue, but no completed ones', async () => {
  const later = await clinic.appointment('2026-11-25', '09:00:00')
  const today = await clinic.appointment('2026-11-21', '15:00:00', 'on-going')
  const old = await at('2026-11-18T07:00:00+08:00', () => clinic.appointment('2026-11-18', '10:00:00', 'confirmed'))
  const begun = await at('2026-11-21T08:00:00+08:00', () => clinic.appointment('2026-11-21', '08:30:00'))
  await clinic.appointment('2026-11-21', '16:00:00', 'completed')
  await clinic.appointment('2026-11-21', '17:00:00', 'cancelled')
  const { appointments, total } = await list({ scope: 'active' })
  expect(appointments.map((row) => [row.id, row.overdue])).toEqual([
    [old, true],
    [begun, true],
    [today, false],
    [later, false],
  ])
  expect(total).toBe(4)
  expect(await ids({ scope: 'active', per_page: 3 })).toEqual([old, begun, today])
  expect(await ids({ scope: 'active', per_page: 3, page: 2 })).toEqual([later])
  expect(await ids({ scope: 'active', status: 'pending' })).toEqual([begun, later])
})

test('a visit of half an hour that nobody has started is overdue when its time has ended, not before', async () => {
  const overdueAt = (instant: string) =>
    at(instant, async () => (await list({ scope: 'active', search: 'Overdue Ana' })).appointments[0]?.overdue)
  await clinic.appointment('2026-11-24', '09:00:00', 'confirmed', await clinic.newClient('Overdue Ana'))
  expect(await overdueAt('2026-11-24T09:29:59+08:00')).toBe(false)
  expect(await overdueAt('2026-11-24T09:30:00+08:00')).toBe(true)
})

test('a visit in progress is never overdue', async () => {
  const id = await at('2026-11-27T08:00:00+08:00', () => clinic.appointment('2026-11-27', '10:30:00', 'on-going'))
  for (const instant of ['2026-11-27T10:45:00+08:00', '2026-11-27T12:45:00+08:00'])
    expect(await at(instant, async () => (await clinic.read(id)).overdue)).toBe(false)
})

test('the list “completed today” contains the visits completed since midnight in Manila, newest first', async () => {
  const before = await ids({ scope: 'completed-today' })
  await completeAt('2026-11-20T23:59:59.999+08:00')
  const first = await completeAt('2026-11-21T00:00:00+08:00')
  const second = await completeAt('2026-11-21T23:59:59.999+08:00')
  await completeAt('2026-11-22T00:00:00+08:00')
  expect((await ids({ scope: 'completed-today' })).filter((id) => !before.includes(id))).toEqual([second, first])
  const { appointments } = await list({ scope: 'completed-today' })
  for (const row of appointments) expect(row.done_at).toMatch(/^2026-11-21T/)
})

/** Books an appointment for a new client with that name and number and returns its id. */
const bookedBy = async (name: string, contact_number: string, date: string, time = '09:00:00') => {
  const client = await clinic.newClient(name)
  const body = { ...clinic.visit(date, time, client.id), contact_number }
  return (await clinic.desk(contract.book, { body })).data.appointment_id
}

test('staff search appointments by name without accents, and by phone number in local or international format', async () => {
  const abroad = await bookedBy('Andrea Peñafrancia', '+63 918 222 3333', '2026-12-01')
  const atHome = await bookedBy('Luz Dimaculangan', '0917 444 5555', '2026-12-02')
  for (const search of ['penafrancia', 'PEÑA andrea', '+639182223333', '+63 918 222', '09182223333', '0918-222'])
    expect([search, await ids({ scope: 'range', search })]).toEqual([search, [abroad]])
  for (const search of ['09174445555', '0917 444 5555', '+639174445555', '63917444', '+63 (0) 917 444'])
    expect([search, await ids({ scope: 'range', search })]).toEqual([search, [atHome]])
  expect(await ids({ scope: 'range', search: '%' })).toEqual([])
})

test('the till finds an appointment to pay by phone number in local or international format', async () => {
  const id = await bookedBy('Corazon Baluyot', '0917 888 9999', '2026-11-22', '13:00:00')
  await clinic.desk(contract.updateStatus, { params: { id }, body: { status: 'confirmed' } })
  for (const search of ['09178889999', '+63 917 888 9999']) {
    const { appointments } = await clinic.desk(contract.payable, { querystring: { search } })
    expect([search, appointments.map((row) => row.id)]).toEqual([search, [id]])
  }
})

test('the list of a date range contains appointments of every status, and the disabled dates with their remarks', async () => {
  const [pending, cancelled] = [
    await clinic.appointment('2026-12-07', '09:00:00'),
    await clinic.appointment('2026-12-09', '09:00:00', 'cancelled'),
  ]
  const body = { date: ['2026-12-06', '2026-12-08', '2026-12-10'], remark: 'Staff training' }
  await clinic.desk(contract.disableDates, { body })
  const answer = await list({ scope: 'range', from: '2026-12-07', to: '2026-12-09' })
  expect(answer.appointments.map((row) => row.id)).toEqual([pending, cancelled])
  expect(answer.disabled_dates).toMatchObject([{ date: '2026-12-08', remark: 'Staff training', status: 'pending' }])
  expect((await list({ scope: 'active' })).disabled_dates).toBeUndefined()
})

test('the list of visits to pay has unpaid visits that are confirmed, started, rescheduled or completed, from 30 days ago to tomorrow: today’s come first, and clients who have arrived before others', async () => {
  const own = await clinic.newClient('Payable Rosa')
  const make = (now: string, date: string, time: string, status: Parameters<typeof clinic.appointment>[2]) =>
    at(now, () => clinic.appointment(date, time, status, own))
  const tomorrow = await make('2026-11-21T09:00:00+08:00', '2026-11-22', '09:00:00', 'confirmed')
  const expected = await make('2026-11-21T09:00:00+08:00', '2026-11-21', '10:00:00', 'confirmed')
  const arrived = await make('2026-11-21T09:00:00+08:00', '2026-11-21', '20:00:00', 'resched')
  const done = await make('2026-11-21T09:00:00+08:00', '2026-11-21', '11:00:00', 'completed')
  await at('2026-11-21T09:00:00+08:00', () =>
    clinic.desk(visitContract.setArrived, { params: { id: arrived }, body: { arrived: true } }),
  )
  const yesterday = await make('2026-11-20T08:00:00+08:00', '2026-11-20', '09:00:00', 'on-going')
  const monthAgo = await make('2026-10-22T08:00:00+08:00', '2026-10-22', '09:00:00', 'completed')
  await make('2026-10-21T08:00:00+08:00', '2026-10-21', '00:00:00', 'completed')
  await make('2026-11-21T09:00:00+08:00', '2026-11-23', '09:00:00', 'confirmed')
  await make('2026-11-21T09:00:00+08:00', '2026-11-21', '12:00:00', 'pending')
  await make('2026-11-21T09:00:00+08:00', '2026-11-21', '12:30:00', 'cancelled')
  const payable = (query: { user_id?: string; search?: string }) =>
    clinic.desk(contract.payable, { querystring: query })
  const inOrder = [done, arrived, expected, yesterday, monthAgo, tomorrow]
  expect((await payable({ user_id: own.id })).appointments.map((row) => row.id)).toEqual(inOrder)
  expect((await payable({ search: 'rosa' })).total).toBe(6)
  expect((await payable({ user_id: (await clinic.newClient()).id })).total).toBe(0)
})

test('malformed filters of the lists of appointments are rejected', async () => {
  const queries = [
    'scope=all',
    'from=2026-02-30',
    'per_page=101',
    'page=0',
    'status=done',
    'sort=name',
    'page=1&page=2',
  ]
  for (const query of queries) {
    const answer = await clinic.server.app.inject({
      url: `/api/get-appointments-ByAdmin?${query}`,
      headers: { authorization: `Bearer ${clinic.cashier.token}` },
    })
    expect([query, answer.statusCode]).toEqual([query, 422])
  }
})

test('the list of active visits counts each status independently of the filter, and sorts by client, service or latest booking', async () => {
  const other = await startBookingClinic()
  const open = (querystring: ListQuery) => other.desk(contract.list, { querystring })
  const book = async (name: string, minute: string, status: 'pending' | 'confirmed') => {
    other.server.clock.now = new Date(`2026-11-21T07:${minute}:00+08:00`)
    return other.appointment('2026-11-23', `${minute}:00:00`, status, await other.newClient(name))
  }
  const carla = await book('carla Diaz', '09', 'pending')
  const ana = await book('Ana Cruz', '10', 'confirmed')
  const bea = await book('Bea Santos', '11', 'pending')
  await other.appointment('2026-11-23', '12:00:00', 'cancelled')
  const summary = { pending: 2, confirmed: 1, resched: 0, 'on-going': 0 }
  const order = async (query: ListQuery) => (await open(query)).appointments.map(({ id }) => id)
  expect(await open({})).toMatchObject({ total: 3, summary })
  expect(await open({ status: 'pending' })).toMatchObject({ total: 2, summary })
  expect(await open({ search: 'bea santos' })).toMatchObject({ total: 1, summary: { pending: 1, confirmed: 0 } })
  expect(await order({})).toEqual([carla, ana, bea])
  expect(await order({ sort: 'client' })).toEqual([ana, bea, carla])
  expect(await order({ sort: 'service' })).toEqual([carla, ana, bea])
  expect(await order({ sort: 'newest-requested' })).toEqual([bea, ana, carla])
  expect((await open({ scope: 'range' })).summary).toBeUndefined()
  await other.server.close()
})
