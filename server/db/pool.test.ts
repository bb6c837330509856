import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sql } from 'kysely'
import { createTestDatabase, createTestPool, type TestDatabase } from '#server/test/database.ts'
import { MAIN_BRANCH_ID } from './main-branch.ts'
import { createDatabase, type Database, type ReadTx, type Tx } from './pool.ts'
import { inSnapshot, inTransaction } from './transactions.ts'

let home: TestDatabase
let db: Database
beforeAll(async () => {
  home = await createTestDatabase()
  db = createDatabase(createTestPool({ connectionString: home.appUrl, max: 2 }))
})
afterAll(async () => {
  await db.destroy()
  await home.drop()
})

const room = { id: crypto.randomUUID(), branch_id: MAIN_BRANCH_ID, kind: 'room', name: 'Room 9', position: 9 } as const
const names = async () => (await db.selectFrom('resources').select('name').execute()).map((row) => row.name)

/** Two typical use cases: one writes, one reads. */
const addRoom = (tx: Tx) => tx.insertInto('resources').values(room).execute()
const countRooms = async (tx: ReadTx) => (await tx.selectFrom('resources').select('id').execute()).length

test('the type of the pool is neither a transaction nor a read, so the pool cannot be passed to a change or a view', () => {
  const wrong = () => [
    // @ts-expect-error the pool is not a transaction
    addRoom(db),
    // @ts-expect-error the pool is not a snapshot
    countRooms(db),
    // @ts-expect-error work that changes is no work for a snapshot
    inSnapshot(db, addRoom),
  ]
  expect(wrong).toBeTypeOf('function')
})

test('code with the read type of the database cannot write, call a function that writes, or begin a transaction', () => {
  const wrong = (tx: ReadTx) => [
    // @ts-expect-error a read does not insert
    tx.insertInto('resources'),
    // @ts-expect-error a read does not update
    tx.updateTable('resources'),
    // @ts-expect-error a read does not delete
    tx.deleteFrom('resources'),
    // @ts-expect-error a read does not merge
    tx.mergeInto('resources'),
    // @ts-expect-error a part of a statement could write as well
    tx.with('added', (query) => query.insertInto('resources').values(room)),
    // @ts-expect-error a read opens no transaction
    tx.transaction(),
    // @ts-expect-error a read is no transaction
    addRoom(tx),
  ]
  expect(wrong).toBeTypeOf('function')
})

test('a transaction can use the same query functions as a read-only snapshot', async () => {
  const before = await inSnapshot(db, countRooms)
  const [within] = await inTransaction(db, async (tx) => [await countRooms(tx), await addRoom(tx)])
  expect(within).toBe(before)
  expect(await inSnapshot(db, countRooms)).toBe(before + 1)
})

test('raw SQL that writes in a read is rejected by the database', async () => {
  const rename = (tx: ReadTx) => sql`update resources set name = 'Sneaked in'`.execute(tx)
  await expect(inSnapshot(db, rename)).rejects.toMatchObject({ code: '25006' })
  expect(await names()).not.toContain('Sneaked in')
})

test('all statements of one read see the same data, whatever is committed between them', async () => {
  const seen = await inSnapshot(db, async (tx) => {
    const first = await countRooms(tx)
    await db
      .insertInto('resources')
      .values({ ...room, id: crypto.randomUUID(), name: 'Room 10' })
      .execute()
    return [first, await countRooms(tx)]
  })
  expect(seen[0]).toBe(seen[1])
  expect(await names()).toContain('Room 10')
})

test('no connection of the app uses JIT compilation, even if the server would', async () => {
  const own = await createTestDatabase()
  onTestFinished(() => own.drop())
  const owner = createDatabase(createTestPool({ connectionString: own.ownerUrl, max: 1 }))
  await sql`alter database ${sql.id(new URL(own.ownerUrl).pathname.slice(1))} set jit = on`.execute(owner)
  await owner.destroy()
  const app = createDatabase(createTestPool({ connectionString: own.appUrl, max: 1, isGuarded: true }))
  const { rows } = await inSnapshot(app, (tx) => sql<{ jit: string }>`show jit`.execute(tx))
  await app.destroy()
  expect(rows).toEqual([{ jit: 'off' }])
})
