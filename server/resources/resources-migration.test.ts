import { expect, onTestFinished, test } from 'vitest'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { MAIN_ROOM_ID } from '#server/test/factories.ts'
import { startEarlierDatabase, type EarlierDatabase } from '#server/test/earlier-database.ts'

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const at = `'2026-11-20T09:00:00+08:00'`

/**
 * Two stations, which later became rooms, and three visits: one in the morning, one at the midnight that ends its date,
 * and a cancelled one.
 */
const VISITS = `
  insert into stations (id, name, position, is_active) values ('${id(9)}', 'Window', 2, false);
  insert into people (id, first_name, created_at, updated_at, search_text) values ('${id(1)}', 'Ana', ${at}, ${at}, 'ana');
  insert into accounts (id, person_id, role, created_at, updated_at) values ('${id(1)}', '${id(1)}', 'client', ${at}, ${at});
  insert into clients (id, person_id, joined_at) values ('${id(2)}', '${id(1)}', ${at});
  insert into treatments (id, name, created_at, updated_at, search_text) values ('${id(3)}', 'Facials', ${at}, ${at}, '');
  insert into services (id, treatment_id, name, created_at, updated_at, search_text)
    values ('${id(4)}', '${id(3)}', 'Peel', ${at}, ${at}, '');
  insert into appointments (id, branch_id, client_id, station_id, treatment_id, service_id, appointment_date,
    appointment_time, starts_at, status, cancelled_by, created_by, created_at, updated_at)
  select n::uuid, '${MAIN_BRANCH_ID}', '${id(2)}', station::uuid, '${id(3)}', '${id(4)}', date::date, time::time,
    starts::timestamptz, status, case status when 'cancelled' then '${id(1)}'::uuid end, '${id(1)}', ${at}, ${at}
  from (values
    ('${id(5)}', '${MAIN_ROOM_ID}', '2026-12-01', '09:30', '2026-12-01T09:30:00+08:00', 'confirmed'),
    ('${id(6)}', '${id(9)}', '2026-12-01', '00:00', '2026-12-02T00:00:00+08:00', 'pending'),
    ('${id(7)}', '${MAIN_ROOM_ID}', '2026-12-03', '10:00', '2026-12-03T10:00:00+08:00', 'cancelled')
  ) visits (n, station, date, time, starts, status);
  insert into appointment_slots (station_id, slot_at, appointment_id)
    select station_id, starts_at, id from appointments where status <> 'cancelled';
`

async function migrated(): Promise<EarlierDatabase> {
  const database = await startEarlierDatabase('0021-resources')
  onTestFinished(() => database.close())
  await database.run(VISITS)
  await database.migrate()
  return database
}

test('the migration turns stations into rooms of the branch', async () => {
  const { rows } = await migrated()
  const room = { branch_id: MAIN_BRANCH_ID, kind: 'room', colour: null }
  expect(await rows('select * from resources order by position')).toEqual([
    { id: MAIN_ROOM_ID, ...room, name: 'Main station', position: '1', is_active: 't' },
    { id: id(9), ...room, name: 'Window', position: '2', is_active: 'f' },
  ])
  expect(await rows('select count(*) from resource_hours')).toEqual([{ count: '0' }])
})

test('the migration turns a half hour into two quarter hours of the same room', async () => {
  const { rows } = await migrated()
  const slot = (resource_id: string, appointment_id: string, slot_at: string) => ({
    resource_id,
    appointment_id,
    slot_at,
  })
  expect(await rows('select * from resource_slots order by slot_at')).toEqual([
    slot(MAIN_ROOM_ID, id(5), '2026-12-01 01:30:00+00'),
    slot(MAIN_ROOM_ID, id(5), '2026-12-01 01:45:00+00'),
    slot(id(9), id(6), '2026-12-01 16:00:00+00'),
    slot(id(9), id(6), '2026-12-01 16:15:00+00'),
  ])
})

test('the migration stores a visit’s start and an end half an hour later, from which its date and time are derived unchanged', async () => {
  const { rows, run } = await migrated()
  const times = () =>
    rows('select id, appointment_date, appointment_time, ends_at - starts_at as length from appointments order by id')
  const length = '00:30:00'
  expect(await times()).toEqual([
    { id: id(5), appointment_date: '2026-12-01', appointment_time: '09:30:00', length },
    { id: id(6), appointment_date: '2026-12-01', appointment_time: '00:00:00', length },
    { id: id(7), appointment_date: '2026-12-03', appointment_time: '10:00:00', length },
  ])
  await run(`update appointments set starts_at = '2026-12-05T08:00:00+08:00', ends_at = '2026-12-05T08:30:00+08:00'
    where id = '${id(5)}'`)
  expect((await times())[0]).toMatchObject({ appointment_date: '2026-12-05', appointment_time: '08:00:00' })
})

test('the migration gives existing services a duration of half an hour, no buffers and online booking', async () => {
  const { rows } = await migrated()
  expect(
    await rows(`select duration_minutes, buffer_before_minutes, buffer_after_minutes, bookable_online,
      minimum_notice_minutes, horizon_days from services`),
  ).toEqual([
    {
      duration_minutes: '30',
      buffer_before_minutes: '0',
      buffer_after_minutes: '0',
      bookable_online: 't',
      minimum_notice_minutes: null,
      horizon_days: null,
    },
  ])
})

test.each([
  [
    'the same quarter hour of a room twice',
    `insert into resource_slots select * from resource_slots`,
    'resource_slots__taken',
  ],
  [
    'a time off the quarter hours',
    `update resource_slots set slot_at = slot_at + interval '5 minutes'`,
    'resource_slots__quarter',
  ],
  ['a service of twenty minutes', `update services set duration_minutes = 20`, 'services__duration'],
  ['a service of nine hours', `update services set duration_minutes = 540`, 'services__duration'],
  ['a visit that ends before it begins', `update appointments set ends_at = starts_at`, 'appointments__ends'],
  ['a date that differs from the start', `update appointments set appointment_date = '2026-12-24'`, 'appointment_date'],
])('the database rejects %s', async (_, statement, reason) => {
  const { run } = await migrated()
  await expect(run(statement)).rejects.toThrow(reason)
})
