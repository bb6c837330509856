import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sql } from 'kysely'
import { createTestDatabase, createTestPool, type TestDatabase } from '#server/test/database.ts'
import { MAIN_BRANCH_ID } from './main-branch.ts'
import { isStalePlan } from './driver.ts'
import { renewStatementNames, statementName } from './statement-names.ts'
import { inRead, inSnapshot, inTransaction, inUnrepeatedSnapshot } from './transactions.ts'
import { createDatabase, type Database, type ReadTx, type Tx } from './pool.ts'

let home: TestDatabase
let db: Database
beforeAll(async () => {
  home = await createTestDatabase()
  // The pool has one connection, so that all queries of a test share its prepared statements.
  db = createDatabase(createTestPool({ connectionString: home.appUrl, max: 1 }))
})
afterAll(async () => {
  await db.destroy()
  await home.drop()
})

const prepared = async () => {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
  return rows.map((row) => row.statement)
}

describe('connections', () => {
  it('a connection prepares a statement once and runs it with each call’s own values', async () => {
    const find = (email: string) => db.selectFrom('users').select('name').where('email', '=', email).execute()
    for (const email of ['a@example.ph', 'b@example.ph', 'c@example.ph']) expect(await find(email)).toEqual([])
    expect((await prepared()).filter((text) => text.includes('"users"'))).toHaveLength(1)
    const echo = async (text: string) => (await sql<{ said: string }>`select ${text}::text as said`.execute(db)).rows
    expect(await echo('one')).toEqual([{ said: 'one' }])
    expect(await echo('two')).toEqual([{ said: 'two' }])
  })

  it('a connection can reuse a prepared statement after it has failed once', async () => {
    const half = async (by: number) => (await sql<{ n: number }>`select 10 / ${by}::int as n`.execute(db)).rows[0]?.n
    expect(await half(5)).toBe(2)
    await expect(half(0)).rejects.toMatchObject({ code: '22012' })
    expect(await half(2)).toBe(5)
  })
})

describe('names of prepared statements', () => {
  it('the name of a prepared statement is the same for the same text, different for another, and short enough for PostgreSQL', () => {
    expect(statementName('select $1', 1)).toBe(statementName('select $1', 1))
    expect(statementName('select $1', 1)).not.toBe(statementName('select $1 + 1', 1))
    expect(statementName('select $1', 1)!.length).toBeLessThan(64)
  })

  it('commands without parameters and statements with long lists get no name and are not prepared', () => {
    expect(statementName('begin', 0)).toBeUndefined()
    expect(statementName('insert …', 61)).toBeUndefined()
  })

  it('at most five hundred statements get a name, because a connection keeps all prepared statements in memory', () => {
    const names = Array.from({ length: 600 }, (_, n) => statementName(`select $1 + ${n}`, 1))
    expect(names.filter((name) => name !== undefined).length).toBeLessThanOrEqual(500)
    expect(statementName('select $1', 1)).toBeDefined()
  })
})

describe('reads of one statement', () => {
  const room = {
    id: crypto.randomUUID(),
    branch_id: MAIN_BRANCH_ID,
    kind: 'room',
    name: 'Room 9',
    position: 9,
  } as const
  const guarded = () => {
    const own = createDatabase(createTestPool({ connectionString: home.appUrl, max: 1, isGuarded: true }))
    onTestFinished(() => own.destroy())
    return own
  }
  const addRoom = (on: Database | Tx) => on.insertInto('resources').values(room).execute()
  const count = async (tx: ReadTx) => (await tx.selectFrom('resources').select('id').execute()).length

  it('a read of one statement returns rows, and a second statement throws, because two consistent statements need a snapshot', async () => {
    for (const on of [db, guarded()]) {
      expect(await inRead(on, count)).toBeGreaterThan(0)
      await expect(inRead(on, async (tx) => [await count(tx), await count(tx)])).rejects.toThrow(
        'A read is one statement',
      )
      expect(await inSnapshot(on, async (tx) => [await count(tx), await count(tx)])).toHaveLength(2)
    }
  })

  it('a read of one statement cannot write, whether or not its session is read-only', async () => {
    const rename = (tx: ReadTx) => sql`update resources set name = 'Sneaked in'`.execute(tx)
    for (const on of [db, guarded()]) await expect(inRead(on, rename)).rejects.toMatchObject({ code: '25006' })
    expect(await inRead(db, (tx) => tx.selectFrom('resources').select('name').execute())).not.toContainEqual({
      name: 'Sneaked in',
    })
  })

  it('a pool whose sessions are read-only outside of transactions allows a read of one statement and a write in a transaction, but no other write', async () => {
    const own = guarded()
    await expect(addRoom(own)).rejects.toMatchObject({ code: '25006' })
    const before = await inRead(own, count)
    await inTransaction(own, addRoom)
    expect(await inRead(own, count)).toBe(before + 1)
  })
})

it('a read without statements opens no transaction, and the next read works', async () => {
  expect(await inSnapshot(db, async () => 'nothing asked')).toBe('nothing asked')
  const isolation = (tx: ReadTx) =>
    sql<{ level: string }>`select current_setting('transaction_isolation') as level`.execute(tx)
  expect((await inSnapshot(db, isolation)).rows).toEqual([{ level: 'repeatable read' }])
  expect((await isolation(db as unknown as ReadTx)).rows).toEqual([{ level: 'read committed' }])
})

it('a failed transaction leaves a usable connection', async () => {
  const half = (tx: ReadTx, by: number) => sql<{ n: number }>`select 10 / ${by}::int as n`.execute(tx)
  for (const within of [inTransaction, inSnapshot, inRead]) {
    await expect(within(db, (tx) => half(tx, 0))).rejects.toMatchObject({ code: '22012' })
    expect((await within(db, (tx) => half(tx, 5))).rows).toEqual([{ n: 2 }])
  }
})

it('statements whose columns a migration changes are prepared again, and the change or read that used them is repeated', async () => {
  const owner = createDatabase(createTestPool({ connectionString: home.adminUrl, max: 1 }))
  onTestFinished(() => owner.destroy())
  renewStatementNames()
  const first = (tx: ReadTx) => tx.selectFrom('resources').selectAll().where('position', '>', 0).execute()
  const alter = (type: string) => sql.raw(`alter table resources alter column position type ${type}`).execute(owner)
  await inSnapshot(db, first)
  await alter('integer')
  expect(await inTransaction(db, first)).not.toEqual([])
  await alter('smallint')
  expect(await inSnapshot(db, first)).not.toEqual([])
  await alter('integer')
  expect(await inRead(db, first)).not.toEqual([])
  await alter('smallint')
  const stale = (await inUnrepeatedSnapshot(db, first).catch((error: unknown) => error)) as Error
  expect(stale).toSatisfy(isStalePlan)
  // Further migrations change the columns again before each repetition of a read.
  const errors = [stale, stale, stale]
  const overtaken = (tx: ReadTx) => {
    const error = errors.pop()
    return error ? Promise.reject(error) : first(tx)
  }
  expect(await inRead(db, overtaken)).not.toEqual([])
})
