import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts'
import { createDatabase, createPool, type Database, type ReadTx, type Tx } from './pool.ts'
import { inSnapshot, inTransaction } from './transactions.ts'

let home: TestDatabase
let db: Database
beforeAll(async () => {
  home = await createTestDatabase()
  db = createDatabase(createPool({ connectionString: home.appUrl, max: 2 }))
})
afterAll(async () => {
  await db.destroy()
  await home.drop()
})

const station = { id: crypto.randomUUID(), name: 'Room 9', position: 9 }
const names = async () => (await db.selectFrom('stations').select('name').execute()).map((row) => row.name)

/** What use cases look like: one changes, one reads. */
const addStation = (tx: Tx) => tx.insertInto('stations').values(station).execute()
const countStations = async (tx: ReadTx) => (await tx.selectFrom('stations').select('id').execute()).length

test('the pool is no transaction and no read: it cannot be handed to a change or to a view', () => {
  const wrong = () => [
    // @ts-expect-error the pool is not a transaction
    addStation(db),
    // @ts-expect-error the pool is not a snapshot
    countStations(db),
    // @ts-expect-error work that changes is no work for a snapshot
    inSnapshot(db, addStation),
  ]
  expect(wrong).toBeTypeOf('function')
})

test('a read has no way to write, to lead to a write, or to become a transaction', () => {
  const wrong = (tx: ReadTx) => [
    // @ts-expect-error a read does not insert
    tx.insertInto('stations'),
    // @ts-expect-error a read does not update
    tx.updateTable('stations'),
    // @ts-expect-error a read does not delete
    tx.deleteFrom('stations'),
    // @ts-expect-error a read does not merge
    tx.mergeInto('stations'),
    // @ts-expect-error a part of a statement could write as well
    tx.with('added', (query) => query.insertInto('stations').values(station)),
    // @ts-expect-error a read opens no transaction
    tx.transaction(),
    // @ts-expect-error a read is no transaction
    addStation(tx),
  ]
  expect(wrong).toBeTypeOf('function')
})

test('a transaction reads by the same views as a snapshot', async () => {
  const before = await inSnapshot(db, countStations)
  const [within] = await inTransaction(db, async (tx) => [await countStations(tx), await addStation(tx)])
  expect(within).toBe(before)
  expect(await inSnapshot(db, countStations)).toBe(before + 1)
})

test('a write with raw SQL in a read is refused by the database', async () => {
  const rename = (tx: ReadTx) => sql`update stations set name = 'Sneaked in'`.execute(tx)
  await expect(inSnapshot(db, rename)).rejects.toMatchObject({ code: '25006' })
  expect(await names()).not.toContain('Sneaked in')
})

test('the statements of one read see the same data, whatever is committed between them', async () => {
  const seen = await inSnapshot(db, async (tx) => {
    const first = await countStations(tx)
    await db
      .insertInto('stations')
      .values({ ...station, id: crypto.randomUUID(), name: 'Room 10' })
      .execute()
    return [first, await countStations(tx)]
  })
  expect(seen[0]).toBe(seen[1])
  expect(await names()).toContain('Room 10')
})
