import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { createOldDatabase } from '#server/test/database.ts'

const [person, client] = ['01900000-0000-7000-8000-a00000000001', '01900000-0000-7000-8000-c00000000001']
const at = '2026-10-31T23:30:00Z'

test('the migration keeps records unchanged and marks none as merged', async () => {
  const database = await createOldDatabase(
    '0026-people-counts',
    `insert into people (id, first_name, created_at, updated_at, search_text) values ('${person}', 'Liza', '${at}', '${at}', 'liza');
     insert into clients (id, person_id, joined_at, services_availed, note) values ('${client}', '${person}', '${at}', 3, 'Mornings.');`,
  )
  await migrate(database)
  const db = createDatabase(createPool({ connectionString: database.appUrl, max: 1 }))
  onTestFinished(async () => {
    await db.destroy()
    await database.drop()
  })
  const rows = await db
    .selectFrom('clients')
    .select(['id', 'person_id', 'merged_into', 'services_availed', 'note'])
    .execute()
  expect(rows).toEqual([{ id: client, person_id: person, merged_into: null, services_availed: 3, note: 'Mornings.' }])
})
