import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addResources } from '../../scripts/demo/add-resources.ts'
import { DEMO_PASSWORD, loadDemo, PRACTITIONER_LOGIN } from '../../scripts/demo/load-demo.ts'
import { myDayContract } from '#shared/my-day/contract.ts'
import { addDays, manilaDate } from '#shared/lib/manila-time.ts'
import { authContract } from '#shared/auth/contract.ts'
import { resourcesContract } from '#shared/resources/contract.ts'
import { startTestServer, type TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await loadDemo(server.db, server.clock.now)
  await addResources(server.db, server.clock.now)
}, 60_000)
afterAll(() => server.close())

const resources = async () => {
  const { token } = await server.as(null)(authContract.login, {
    body: { email: 'admin@mutya.test', password: DEMO_PASSWORD },
  })
  return (await server.as(token)(resourcesContract.list, { querystring: {} })).data
}

test('the sample clinic of the demo has five people, four rooms and two lasers, with hours, services and leave', async () => {
  const all = await resources()
  const names = (kind: string) => all.filter((one) => one.kind === kind).map(({ name }) => name)
  expect(names('practitioner')).toHaveLength(5)
  expect(names('room')).toHaveLength(4)
  expect(names('device')).toEqual(['CO2 laser', 'Diode laser'])
  const people = all.filter(({ kind }) => kind === 'practitioner')
  expect(people.every(({ services }) => services.length > 0)).toBe(true)
  expect(people.filter(({ week }) => week.length > 0).length).toBeGreaterThan(2)
  expect(people.flatMap(({ exceptions }) => exceptions).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['leave', 'hours', 'block']),
  )
})

test('services of the demo take from 15 to 120 minutes', async () => {
  const { rows } = await sql<{ shortest: number; longest: number; lengths: number }>`
    select min(duration_minutes) as shortest, max(duration_minutes) as longest,
      count(distinct duration_minutes)::int as lengths from services`.execute(server.db)
  expect(rows).toEqual([{ shortest: 15, longest: 120, lengths: expect.any(Number) as number }])
  expect(rows[0]!.lengths).toBeGreaterThan(5)
})

test('visits ahead have somebody who does the service, is there, and is not booked twice', async () => {
  const { rows } = await sql<{ with_person: number; wrong: number; slots: number }>`
    select count(*)::int as with_person,
      count(*) filter (where not exists (select from service_resources s
        where s.service_id = a.service_id and s.resource_id = a.practitioner_id))::int as wrong,
      count(*) filter (where (select count(*) from resource_slots s where s.appointment_id = a.id
        and s.resource_id = a.practitioner_id) <> extract(epoch from a.ends_at - a.starts_at) / 900)::int as slots
    from appointments a where practitioner_id is not null`.execute(server.db)
  expect(rows[0]).toMatchObject({ wrong: 0, slots: 0 })
  expect(rows[0]!.with_person).toBeGreaterThan(20)
})

test('the first practitioner of the demo logs in, and sees the own visits of the days ahead', async () => {
  const { token, user } = await server.as(null)(authContract.login, {
    body: { email: PRACTITIONER_LOGIN, password: DEMO_PASSWORD },
  })
  expect(user.user_role).toBe('practitioner')
  const today = manilaDate(server.clock.now)
  const days = await Promise.all(
    Array.from({ length: 14 }, (_, n) =>
      server.as(token)(myDayContract.day, { querystring: { date: addDays(today, n) } }),
    ),
  )
  expect(days[0]!.data.practitioner_name).toBe('Dr. Camille Ocampo')
  expect(days.flatMap(({ data }) => data.visits).length).toBeGreaterThan(5)
})
