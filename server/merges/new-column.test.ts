import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Column } from '#server/db/personal-data/choices.ts'
import { personalData } from '#server/db/personal-data/personal-data.ts'
import { insertEvent } from '#server/history-logs/write-audit-log.ts'
import type { TestUser } from '#server/test/factories.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { exportContract } from '#shared/profile/contract.ts'
import { usersContract } from '#shared/users/contract.ts'
import { openMergeClinic, type MergeClinic } from './merge-fixture.ts'

// Simulates a column that a later migration adds, and that the code mentions only in the list of personal data.
const columns: Record<string, Column> = personalData.clients.columns
let clinic: MergeClinic

beforeAll(async () => {
  clinic = await openMergeClinic()
  const owner = new pg.Client({ connectionString: clinic.server.database.ownerUrl })
  await owner.connect()
  await owner.query('alter table clients add column column_of_the_test text')
  await owner.end()
  columns['column_of_the_test'] = { export: true, erase: 'null', merge: 'filled' }
})
afterAll(async () => {
  delete columns['column_of_the_test']
  await clinic.server.close()
})

const refer = (client: TestUser, by: string | null) =>
  sql`update clients set column_of_the_test = ${by} where id = ${client.clientId}`.execute(clinic.server.db)
const exported = async (client: TestUser) =>
  (await clinic.server.as(client.token)(exportContract.read, {})).profile['column_of_the_test']
const stored = async (client: TestUser) => {
  const [row] = (await clinic.rowsOf(client))['clients'] as { column_of_the_test: string | null }[]
  return row!.column_of_the_test
}

test('a new column in the list of personal data is included in a client’s data export', async () => {
  const ana = await clinic.newClient('Ana Reyes')
  await refer(ana, 'Liza Cruz')
  expect(await exported(ana)).toBe('Liza Cruz')
})

test('a new column in the list of personal data is merged by its rule, restored by undo, and logged without a value', async () => {
  const [maria, twin] = [await clinic.newClient('Maria Santos'), await clinic.newClient('Ma. Santos')]
  await refer(twin, 'Liza Cruz')
  await clinic.merge(maria, twin)
  expect(await exported(maria)).toBe('Liza Cruz')
  await clinic.undo(maria)
  expect([await stored(maria), await stored(twin)]).toEqual([null, 'Liza Cruz'])
  const entries = await logEntries(clinic.server.db, { subject_id: maria.clientId! })
  expect(entries.map(({ action }) => action)).toEqual([
    'Merged Ma. Santos into Maria Santos: column of the test',
    'Undid the merge of Ma. Santos into Maria Santos: column of the test',
  ])
  // If both records have a value in the new column, the remaining record's value stays.
  await refer(maria, 'Rosa Lim')
  await clinic.merge(maria, twin)
  expect(await stored(maria)).toBe('Rosa Lim')
})

test('when an account is closed, the value of a new column in the list of personal data is erased from the client’s record and from the records merged into it', async () => {
  const [maria, twin] = [await clinic.newClient('Maria Santos'), await clinic.newClient('Ma. Santos')]
  await refer(maria, 'Rosa Lim')
  await refer(twin, 'Liza Cruz')
  await clinic.merge(maria, twin)
  await clinic.admin(usersContract.remove, { params: { id: maria.id } })
  expect([await stored(maria), await stored(twin)]).toEqual([null, null])
})

test('the log keeps no value of a new column in the list of personal data, even if an event contains one', async () => {
  const { db, clock } = clinic.server
  const ana = await clinic.newClient('Ana Reyes')
  const event = { type: 'clients.client.changed', kind: 'update', subject: 'client', subjectId: ana.clientId } as const
  const changes = [
    { field: 'column_of_the_test', from: null, to: 'Liza Cruz' },
    { field: 'name', from: 'Ana', to: 'Ana Reyes' },
  ]
  await db.transaction().execute((tx) =>
    insertEvent(
      tx,
      { ...event, parameters: { name: 'Ana Reyes' }, changes },
      {
        now: clock.now,
        requestId: null,
        user: null,
      },
    ),
  )
  const row = await db
    .selectFrom('events')
    .select(['changes', 'search_text'])
    .where('subject_id', '=', ana.clientId)
    .executeTakeFirstOrThrow()
  expect(row.changes).toEqual([{ field: 'column_of_the_test' }, changes[1]])
  expect(row.search_text).not.toContain('liza')
})
