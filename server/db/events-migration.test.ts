import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase, createTestPool, type TestDatabase } from '#server/test/database.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { knownMigrations, migrateOn } from './migrate.ts'
import { createDatabase } from './pool.ts'

let database: TestDatabase
let owner: pg.Pool

/** Creates a database with a clinic's history logs from before the migration to events, and migrates it. */
beforeAll(async () => {
  database = await createEmptyDatabase()
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 })
  const names = await knownMigrations()
  await migrateOn(new Kysely<unknown>({ dialect: new PostgresDialect({ pool: owner }) }), {
    to: names[names.indexOf('0014-events') - 1]!,
  })
  await owner.query(
    `insert into history_logs
       (id, happened_at, user_name, user_role, action, type, subject, subject_id, changed_fields, request_id, search_text)
     values
       ('01900000-0000-7000-8000-000000000001', '2026-11-20T09:00:00+08:00', 'Ana', 'admin', 'Added the user "Bo"', 'create',
        'user', 'u1', '{}', 'r1', 'ana added'),
       ('01900000-0000-7000-8000-000000000002', '2026-11-21T09:00:00+08:00', 'Ana', 'admin', 'Changed the user Bo', 'update',
        'user', 'u1', '{email,name}', null, 'ana changed')`,
  )
  await migrateOn(new Kysely<unknown>({ dialect: new PostgresDialect({ pool: owner }) }))
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

test('every migrated log entry keeps its text, time, person, kind and changed fields', async () => {
  const db = createDatabase(createTestPool({ connectionString: database.ownerUrl, max: 1 }))
  const entries = await logEntries(db)
  await db.destroy()
  expect(entries).toEqual([
    expect.objectContaining({
      happened_at: new Date('2026-11-20T09:00:00+08:00'),
      user_name: 'Ana',
      action: 'Added the user "Bo"',
      type: 'create',
      event: 'legacy.note',
      subject: 'user',
      subject_id: 'u1',
      changed_fields: [],
      request_id: 'r1',
      search_text: 'ana added',
    }),
    expect.objectContaining({ action: 'Changed the user Bo', type: 'update', changed_fields: ['email', 'name'] }),
  ])
})

test('the migrated log continues its numbering, and still cannot be changed', async () => {
  await owner.query(
    `insert into events (id, happened_at, user_name, user_role, type, kind, parameters, subject, search_text)
     values (gen_random_uuid(), '2026-11-22T09:00:00+08:00', 'Ana', 'admin', 'x', 'update', '{}', 'user', '')`,
  )
  const { rows } = await owner.query(
    'select kind, sum(entries)::int as n from event_counts group by kind order by kind',
  )
  expect(rows).toEqual([
    { kind: 'create', n: 1 },
    { kind: 'update', n: 2 },
  ])
  for (const statement of [`update events set parameters = '{}'`, 'delete from events', 'truncate events'])
    await expect(owner.query(statement)).rejects.toThrow('events is append-only')
})
