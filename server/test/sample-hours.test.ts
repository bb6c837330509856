import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { addWaitlist } from '../../scripts/demo/add-waitlist.ts'
import { busySize, DEMO_PASSWORD, loadDemo } from '../../scripts/demo/load-demo.ts'
import { boardContract } from '#shared/appointments/board-contract.ts'
import { authContract } from '#shared/auth/contract.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { addDays, manilaDate } from '#shared/lib/manila-time.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { inSnapshot } from '#server/db/transactions.ts'
import { recountBooks } from '#server/reports/check-books.ts'
import { startTestServer, type TestServer } from './server.ts'

/** Starts the sample clinic of `npm run demo` at a date and time in Manila, with sales of the last `months` months. */
async function startDemo(time: string, months: number): Promise<TestServer> {
  const server = await startTestServer({ now: new Date(`${time}+08:00`) })
  onTestFinished(() => server.close())
  await loadDemo(server.db, server.clock.now, { isBusy: true, hasTill: true, size: { ...busySize, months } })
  await addWaitlist(server.db, server.clock.now)
  return server
}

type States = Record<string, number>

const outside = (server: TestServer) =>
  sql<Record<string, number>>`select
    (select count(*)::int from appointments where extract(dow from appointment_date) = 0) as on_sunday,
    (select count(*)::int from appointments where (starts_at at time zone 'Asia/Manila')::time < '10:00') as too_early,
    (select count(*)::int from appointments where status <> 'cancelled'
       and (ends_at at time zone 'Asia/Manila')::time > '19:00') as too_late,
    (select count(*)::int from documents where extract(dow from business_date) = 0) as sold_on_sunday,
    (select count(*)::int from documents where (sold_at at time zone 'Asia/Manila')::time not between '10:00' and '20:30')
      as sold_closed,
    (select count(*)::int from shifts where extract(dow from business_date) = 0
       and business_date < ${manilaDate(server.clock.now)}) as drawers_on_sunday,
    (select count(*)::int - 1 from shifts where closed_at is null and opened_at <= ${server.clock.now}
       and business_date = ${manilaDate(server.clock.now)}) as open_shifts_but_one,
    (select count(*)::int from appointments where status = 'on-going'
       and appointment_date < ${manilaDate(server.clock.now)}) as never_ended,
    (select count(*)::int from appointments where arrived_at > ${server.clock.now}) as arrived_later,
    (select count(*)::int from events where happened_at > ${server.clock.now}) as told_later`.execute(server.db)

const nothingOutside = {
  on_sunday: 0,
  too_early: 0,
  too_late: 0,
  sold_on_sunday: 0,
  sold_closed: 0,
  drawers_on_sunday: 0,
  open_shifts_but_one: 0,
  never_ended: 0,
  arrived_later: 0,
  told_later: 0,
}

const admin = async (server: TestServer) => {
  const { token } = await server.as(null)(authContract.login, {
    body: { email: 'admin@mutya.test', password: DEMO_PASSWORD },
  })
  return server.as(token)
}

/** Counts the visits on a date by status, without cancelled ones. */
async function statesOn(server: TestServer, date: string): Promise<States> {
  const { visits } = (await (await admin(server))(boardContract.day, { querystring: { date } })).data
  const counts: States = {}
  for (const { status } of visits) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const sumOf = (counts: States) => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** The expectations about the visits of the day on which the sample clinic is started. */
const shown: Record<'nothing' | 'ahead' | 'under way' | 'over', (states: States) => void> = {
  nothing: (states) => expect(states).toEqual({}),
  ahead: (states) => {
    expect(states['confirmed']).toBeGreaterThan(10)
    expect(states).not.toHaveProperty('completed')
    expect(states).not.toHaveProperty('on-going')
  },
  'under way': (states) => {
    for (const status of ['completed', 'on-going', 'confirmed']) expect(states[status], status).toBeGreaterThan(1)
  },
  over: (states) => {
    expect(Object.keys(states)).toEqual(['completed'])
    expect(states['completed']).toBeGreaterThan(20)
  },
}

// The sales of earlier months do not depend on the time of the day, so one start checks all of them.
test.each([
  ['a Sunday', 'nothing', '2026-11-22T11:00:00', 2],
  ['a Monday before it opens', 'ahead', '2026-11-23T06:00:00', 2],
  ['a Monday at noon', 'under way', '2026-11-23T12:00:00', 14],
  ['a Saturday evening', 'over', '2026-11-21T20:00:00', 2],
] as const)(
  'a sample clinic started on %s shows the day as “%s”, keeps its hours, has an open shift, and its books balance',
  async (_, what, at, months) => {
    const server = await startDemo(at, months)
    const { opening_hours, hours_text } = (await server.as(null)(clinicContract.read, {})).data
    expect(hours_text).toBe('Monday to Saturday, 10 AM to 7 PM')
    // 10:00 is slot 4; a visit in the last slot, 18:30, ends at seven.
    expect(opening_hours.filter(({ is_open }) => is_open)).toEqual(
      [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, is_open: true, first_slot: 4, last_slot: 21 })),
    )
    expect((await outside(server)).rows).toEqual([nothingOutside])
    const { findings } = await inSnapshot(server.db, (tx) => recountBooks(tx, MAIN_BRANCH_ID, server.clock.now))
    expect(findings).toEqual([])
    const today = manilaDate(server.clock.now)
    shown[what](await statesOn(server, today))
    const nextOpen = addDays(today, what === 'over' ? 2 : 1)
    expect(sumOf(await statesOn(server, nextOpen))).toBeGreaterThanOrEqual(20)
  },
)
