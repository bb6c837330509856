import { expect, onTestFinished, test } from 'vitest'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { startEarlierDatabase, type EarlierDatabase } from '#server/test/earlier-database.ts'

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const at = `'2026-11-20T09:00:00+08:00'`

const VISIT = `
  insert into people (id, first_name, created_at, updated_at, search_text) values ('${id(1)}', 'Ana', ${at}, ${at}, 'ana');
  insert into accounts (id, person_id, role, created_at, updated_at) values ('${id(1)}', '${id(1)}', 'client', ${at}, ${at});
  insert into clients (id, person_id, joined_at) values ('${id(2)}', '${id(1)}', ${at});
  insert into treatments (id, name, created_at, updated_at, search_text) values ('${id(3)}', 'Facials', ${at}, ${at}, '');
  insert into services (id, treatment_id, name, created_at, updated_at, search_text)
    values ('${id(4)}', '${id(3)}', 'Peel', ${at}, ${at}, '');
  insert into appointments (id, branch_id, client_id, treatment_id, service_id, starts_at, ends_at, status, version,
    created_by, created_at, updated_at)
  values ('${id(5)}', '${MAIN_BRANCH_ID}', '${id(2)}', '${id(3)}', '${id(4)}', '2026-12-01T09:30:00+08:00',
    '2026-12-01T10:00:00+08:00', 'confirmed', 2, '${id(1)}', ${at}, ${at});
  insert into resource_slots (resource_id, slot_at, appointment_id)
    select id, '2026-12-01T09:30:00+08:00', '${id(5)}' from resources;
`

async function migrated(): Promise<EarlierDatabase> {
  const database = await startEarlierDatabase('0041-overbooking')
  onTestFinished(() => database.close())
  await database.run(VISIT)
  await database.migrate()
  return database
}

test('the migration keeps the slots of a visit, and marks no slot as overbooked', async () => {
  const { rows } = await migrated()
  expect(await rows('select version, overbook_reason from appointments')).toEqual([
    { version: '2', overbook_reason: null },
  ])
  expect(await rows('select appointment_id from resource_slots')).toEqual([{ appointment_id: id(5) }])
  expect(await rows('select * from overbooked_slots')).toEqual([])
})

test('the database rejects an empty overbooking reason, and a slot that is not on a quarter hour', async () => {
  const { run } = await migrated()
  await expect(run(`update appointments set overbook_reason = ''`)).rejects.toThrow('appointments__overbook_reason')
  const slot = `insert into overbooked_slots select id, '2026-12-01T09:35:00+08:00', '${id(5)}' from resources`
  await expect(run(slot)).rejects.toThrow('overbooked_slots__quarter')
})
