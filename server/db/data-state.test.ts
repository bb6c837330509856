import { afterAll, expect, test } from 'vitest'
import { createTestDatabase, createTestPool } from '#server/test/database.ts'
import { readDataState } from './data-state.ts'
import { createDatabase } from './pool.ts'
import { inRead } from './transactions.ts'

const database = await createTestDatabase()
const db = createDatabase(createTestPool({ connectionString: database.appUrl, max: 2 }))
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const stateNow = () => inRead(db, readDataState)

test('the value that identifies the state of the data changes with each commit, and at no other time', async () => {
  const before = await stateNow()
  await db.updateTable('branches').set({ name: 'Another name' }).execute()
  expect(await stateNow()).not.toBe(before)
  // Other tests on the same server commit too, so the test polls until it reads the same state twice.
  await expect.poll(async () => (await stateNow()) === (await stateNow())).toBe(true)
})
