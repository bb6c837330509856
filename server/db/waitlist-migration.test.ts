import { expect, onTestFinished, test } from 'vitest'
import { startEarlierDatabase } from '#server/test/earlier-database.ts'

const AT = `'2026-11-20T09:00:00+08:00'`
const ID = '00000000-0000-4000-8000-000000000001'
const OTHER = '00000000-0000-4000-8000-000000000002'

test('the migration keeps slot reservations, and the database rejects waitlist entries with invalid dates, day parts or states', async () => {
  const { rows, run, migrate, close } = await startEarlierDatabase('0044-waitlist')
  onTestFinished(close)
  await run(`
    insert into people (id, first_name, created_at, updated_at, search_text) values ('${ID}', 'Ana', ${AT}, ${AT}, 'ana');
    insert into accounts (id, person_id, role, created_at, updated_at) values ('${ID}', '${ID}', 'client', ${AT}, ${AT});
    insert into clients (id, person_id, joined_at) values ('${ID}', '${ID}', ${AT});
    insert into treatments (id, name, created_at, updated_at, search_text) values ('${ID}', 'Facials', ${AT}, ${AT}, '');
    insert into services (id, treatment_id, name, created_at, updated_at, search_text)
      values ('${ID}', '${ID}', 'Peel', ${AT}, ${AT}, '');
    insert into holds (id, branch_id, key, service_id, starts_at, expires_at)
      select '${ID}', id, '\\x01', '${ID}', '2026-11-23T03:00Z', '2026-11-23T03:10Z' from branches`)
  await migrate()
  expect(await rows('select id, address_hash from holds')).toEqual([{ id: ID, address_hash: null }])
  const entry = (id: string, values: string) =>
    run(`insert into waitlist_entries (id, branch_id, client_id, service_id, counts_since, created_by, created_at, updated_at,
      first_date, last_date, day_parts, state)
      select '${id}', id, '${ID}', '${ID}', ${AT}, '${ID}', ${AT}, ${AT}, ${values} from branches`)
  await entry(ID, `'2026-12-01', '2026-12-31', '{morning,evening}', 'offered'`)
  const refused = async (values: string, constraint: string) => expect(entry(OTHER, values)).rejects.toThrow(constraint)
  await refused(`'2026-12-01', '2027-01-01', '{morning}', 'waiting'`, 'waitlist_entries__dates')
  await refused(`'2026-12-02', '2026-12-01', '{morning}', 'waiting'`, 'waitlist_entries__dates')
  await refused(`'2026-12-01', '2026-12-01', '{}', 'waiting'`, 'waitlist_entries__day_parts')
  await refused(`'2026-12-01', '2026-12-01', '{night}', 'waiting'`, 'waitlist_entries__day_parts')
  await refused(`'2026-12-01', '2026-12-01', '{morning}', 'asleep'`, 'waitlist_entries__state')
  const offer = (id: string, key: string, starts: string, ends: string) =>
    run(`insert into waitlist_offers (id, entry_id, starts_at, hold_key, made_at, ends_at)
      values ('${id}', '${ID}', '${starts}', '\\x${key}', ${AT}, '${ends}')`)
  await offer(ID, '01', '2026-12-01T16:00Z', '2026-11-20T09:30:00+08:00')
  // The midnight that ends a business date belongs to that date.
  expect(await rows('select appointment_date::text, appointment_time::text from waitlist_offers')).toEqual([
    { appointment_date: '2026-12-01', appointment_time: '00:00:00' },
  ])
  await expect(offer(OTHER, '02', '2026-12-02T01:00Z', '2026-11-20T09:30:00+08:00')).rejects.toThrow('one_open')
  await run(`update waitlist_offers set state = 'lapsed', ended_at = ${AT}`)
  await expect(offer(OTHER, '02', '2026-11-20T09:10:00+08:00', '2026-11-20T09:30:00+08:00')).rejects.toThrow(
    'waitlist_offers__times',
  )
  await run(`delete from waitlist_entries`)
  expect(await rows('select id from waitlist_offers')).toEqual([])
})
