import { expect, onTestFinished, test } from 'vitest'
import { startEarlierDatabase } from '#server/test/earlier-database.ts'

const AT = `'2026-11-20T09:00:00+08:00'`
const ID = '00000000-0000-4000-8000-000000000001'
const entryId = (n: number) => `00000000-0000-4000-8000-00000000001${n}`

test('the migration excludes the new quarter-hour starts from offers to waitlist entries, except entries that have ended or were changed later', async () => {
  const { rows, run, migrate, close } = await startEarlierDatabase('0086-quarters-passed-over')
  onTestFinished(close)
  await run(`
    insert into people (id, first_name, created_at, updated_at, search_text) values ('${ID}', 'Ana', ${AT}, ${AT}, 'ana');
    insert into accounts (id, person_id, role, created_at, updated_at) values ('${ID}', '${ID}', 'client', ${AT}, ${AT});
    insert into clients (id, person_id, joined_at) values ('${ID}', '${ID}', ${AT});
    insert into treatments (id, name, created_at, updated_at, search_text) values ('${ID}', 'Facials', ${AT}, ${AT}, '');
    insert into services (id, treatment_id, name, created_at, updated_at, search_text)
      values ('${ID}', '${ID}', 'Peel', ${AT}, ${AT}, '')`)
  const entry = (n: number, state: string, countsSince = AT) =>
    run(`insert into waitlist_entries (id, branch_id, client_id, service_id, counts_since, created_by, created_at, updated_at,
      first_date, last_date, day_parts, state, passed_over)
      select '${entryId(n)}', id, '${ID}', '${ID}', ${countsSince}, '${ID}', ${AT}, ${AT},
        '2026-12-01', '2026-12-02', '{morning}', '${state}', '{2026-12-01T09:00+08:00}' from branches`)
  await entry(1, 'waiting')
  await entry(2, 'expired')
  await entry(3, 'waiting', `'2026-11-21T09:00:00+08:00'`)
  await migrate()
  const has = (time: string) => `'${time}+08:00' = any(passed_over)`
  const found = await rows(`select cardinality(passed_over)::text as all, ${has('2026-12-01T09:00')} as kept,
    ${has('2026-12-01T08:15')} as first, ${has('2026-12-02T23:45')} as last, ${has('2026-12-01T09:30')} as usual
    from waitlist_entries order by id`)
  const untouched = { all: '1', kept: 't', first: 'f', last: 'f', usual: 'f' }
  // The migration adds the 64 new quarter-hour starts of the two days to the one time that was stored.
  expect(found).toEqual([{ all: '65', kept: 't', first: 't', last: 't', usual: 'f' }, untouched, untouched])
})
