import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD, loadDemo, PRACTITIONER_LOGIN } from '../../scripts/demo/load-demo.ts'
import { myDayContract } from '#shared/my-day/contract.ts'
import { addDays, manilaDate } from '#shared/lib/manila-time.ts'
import { authContract } from '#shared/auth/contract.ts'
import { resourcesContract } from '#shared/resources/contract.ts'
import { startTestServer, type TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-11-21T14:10:00+08:00') })
  await loadDemo(server.db, server.clock.now, { isBusy: true })
})
afterAll(() => server.close())

const resources = async () => {
  const { token } = await server.as(null)(authContract.login, {
    body: { email: 'admin@mutya.test', password: DEMO_PASSWORD },
  })
  return (await server.as(token)(resourcesContract.list, { querystring: {} })).data
}

test('the sample clinic has five practitioners, four rooms and two lasers, with hours, services and leave', async () => {
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

test('sample services take from 15 to 120 minutes', async () => {
  const { rows } = await sql<{ shortest: number; longest: number; lengths: number }>`
    select min(duration_minutes) as shortest, max(duration_minutes) as longest,
      count(distinct duration_minutes)::int as lengths from services`.execute(server.db)
  expect(rows).toEqual([{ shortest: 15, longest: 120, lengths: expect.any(Number) as number }])
  expect(rows[0]!.lengths).toBeGreaterThan(5)
})

test('some sample visits have two services, by one practitioner or by two in turn', async () => {
  const { rows } = await sql<{ together: number; in_turn: number; wrong: number }>`
    select count(*) filter (where s.practitioner_id = a.practitioner_id)::int as together,
      count(*) filter (where s.practitioner_id <> a.practitioner_id)::int as in_turn,
      count(*) filter (where (select count(*) from resource_slots r where r.appointment_id = a.id
          and r.resource_id = s.practitioner_id and r.slot_at >= a.ends_at - s.minutes * interval '1 minute')
        <> s.minutes / 15)::int as wrong
    from appointments a join appointment_services s on s.appointment_id = a.id`.execute(server.db)
  expect(rows[0]!.wrong).toBe(0)
  expect(rows[0]!.together).toBeGreaterThan(2)
  expect(rows[0]!.in_turn).toBeGreaterThan(2)
})

test('upcoming sample visits have a practitioner who offers the service, is present, and is not booked twice', async () => {
  // A practitioner may be busy for one slot more than a visit takes, because a laser is cleaned after the visit.
  const { rows } = await sql<{ with_person: number; wrong: number; slots: number }>`
    select count(*)::int as with_person,
      count(*) filter (where not exists (select from service_resources s
        where s.service_id = a.service_id and s.resource_id = a.practitioner_id))::int as wrong,
      count(*) filter (where (select count(*) from (select * from resource_slots union all
          select resource_id, slot_at, appointment_id, null, null from overbooked_slots) s
        where s.appointment_id = a.id and s.resource_id = a.practitioner_id)
        not in (extract(epoch from a.ends_at - a.starts_at) / 900, extract(epoch from a.ends_at - a.starts_at) / 900 + 1)
      )::int as slots
    from appointments a where practitioner_id is not null and status <> 'cancelled'
      and id not in (select appointment_id from appointment_services)`.execute(server.db)
  expect(rows[0]).toMatchObject({ wrong: 0, slots: 0 })
  expect(rows[0]!.with_person).toBeGreaterThan(20)
})

test('no sample practitioner has two visits at once', async () => {
  const { rows } = await sql<Record<string, number>>`with parts as (
      select id, practitioner_id, starts_at, ends_at - coalesce((select sum(minutes) from appointment_services s
        where s.appointment_id = a.id), 0) * interval '1 minute' as ends_at
      from appointments a where status <> 'cancelled' and practitioner_id is not null and overbook_reason is null
      union all
      select a.id, s.practitioner_id, a.ends_at - s.minutes * interval '1 minute', a.ends_at
      from appointments a join appointment_services s on s.appointment_id = a.id where status <> 'cancelled'
    )
    select (select count(*)::int from parts) as parts,
      (select count(*)::int from parts one join parts other on one.practitioner_id = other.practitioner_id
        and one.id < other.id and one.starts_at < other.ends_at and other.starts_at < one.ends_at) as overlapping,
      (select count(*)::int from parts where ends_at <= starts_at) as backwards,
      (select count(*)::int from parts one where exists (select from parts other where one.id <> other.id
        and one.starts_at < other.ends_at and other.starts_at < one.ends_at)) as beside_others`.execute(server.db)
  expect(rows[0]).toMatchObject({ overlapping: 0, backwards: 0 })
  expect(rows[0]!['beside_others']! / rows[0]!['parts']!).toBeGreaterThan(0.7)
})

test('sample massages are booked for the minutes in their names', async () => {
  const { rows } = await sql<{ name: string; shortest: number; longest: number }>`
    select s.name, min(minutes)::int as shortest, max(minutes)::int as longest
    from services s join (
      select service_id, extract(epoch from ends_at - starts_at) / 60 - coalesce((select sum(f.minutes)
        from appointment_services f where f.appointment_id = a.id), 0) as minutes
      from appointments a where status <> 'cancelled' and overbook_reason is null
      union all select service_id, minutes from appointment_services) booked on booked.service_id = s.id
    where s.name like '%(60 min)' or s.name like '%(90 min)' group by s.name order by s.name`.execute(server.db)
  expect(rows).toEqual([
    { name: 'Hilot Massage (90 min)', shortest: 90, longest: 90 },
    { name: 'Swedish Massage (60 min)', shortest: 60, longest: 60 },
  ])
})

test('past sample visits of two services were paid after their end, with both services in the sale', async () => {
  const { rows } = await sql<{ paid: number; wrong: number }>`select count(*)::int as paid,
      count(*) filter (where d.sold_at < a.starts_at or a.done_at < a.ends_at - interval '10 minutes' or
        (select count(distinct l.service_id) from document_lines l where l.document_id = d.id
          and l.service_id in (a.service_id, s.service_id)) <> 2)::int as wrong
    from appointments a join appointment_services s on s.appointment_id = a.id
      join appointment_payments p on p.appointment_id = a.id join documents d on d.id = p.sale_id`.execute(server.db)
  expect(rows[0]!.wrong).toBe(0)
  expect(rows[0]!.paid).toBeGreaterThan(10)
})

test('most sample sales of this month and last are assigned to practitioners', async () => {
  const { rows } = await sql<{ month: string; share: number }>`select to_char(d.business_date, 'YYYY-MM') as month,
      avg((a.practitioner_id is not null)::int)::float as share
    from documents d left join appointments a on a.id = d.appointment_id
    where d.business_date >= '2026-10-01' group by 1 order by 1`.execute(server.db)
  expect(rows).toHaveLength(2)
  for (const { month, share } of rows) expect(share, month).toBeGreaterThan(0.6)
})

test('the first sample practitioner logs in, and sees upcoming visits', async () => {
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

test('the sample clinic has a busy day: visits in every state, some simultaneous, late, walk-in, overbooked', async () => {
  const { now } = server.clock
  const { rows } = await sql<Record<string, number>>`
    with day as (select * from appointments where appointment_date = ${manilaDate(now)} and status <> 'cancelled')
    select count(*)::int as visits, count(distinct practitioner_id)::int as people,
      count(*) filter (where status = 'completed')::int as completed,
      count(*) filter (where status = 'on-going')::int as on_going,
      count(*) filter (where status = 'pending')::int as pending,
      count(*) filter (where status = 'confirmed' and arrived_at is null and starts_at < ${now}::timestamptz - interval '15 minutes')::int as late,
      count(*) filter (where status = 'confirmed' and arrived_at = created_at)::int as walk_ins,
      count(*) filter (where overbook_reason is not null)::int as overbooked,
      count(*) filter (where exists (select from appointment_payments p where p.appointment_id = day.id))::int as paid
    from day`.execute(server.db)
  const day = rows[0]!
  expect(day['visits']).toBeGreaterThanOrEqual(25)
  expect(day['visits']).toBeLessThanOrEqual(42)
  for (const what of ['completed', 'pending', 'late', 'paid']) expect(day[what], what).toBeGreaterThan(0)
  expect(day).toMatchObject({ people: 5, walk_ins: 2, overbooked: 1 })
  expect(day['on_going']).toBeGreaterThan(1)
})

test('the sample clinic’s days around today are busy as well, and their completed visits are paid', async () => {
  const today = manilaDate(server.clock.now)
  const { rows } = await sql<{ date: string; visits: number; done: number; paid: number }>`
    select appointment_date::text as date, count(*)::int as visits, count(*) filter (where status = 'completed')::int as done,
      count(p.sale_id)::int as paid
    from appointments a left join appointment_payments p on p.appointment_id = a.id
    where status <> 'cancelled' and appointment_date between ${addDays(today, -5)} and ${addDays(today, 5)}
    group by 1 order by 1`.execute(server.db)
  expect(rows.length).toBeGreaterThan(8)
  for (const { date, visits, done, paid } of rows) {
    expect(visits, date).toBeGreaterThanOrEqual(18)
    if (date < today) expect(paid / done, date).toBeGreaterThan(0.75)
  }
})
