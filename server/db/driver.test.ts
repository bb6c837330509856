import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts'
import { statementName } from './statement-names.ts'
import { createDatabase, createPool, type Database } from './pool.ts'

let home: TestDatabase
let db: Database
beforeAll(async () => {
  home = await createTestDatabase()
  // One connection: what it keeps prepared is what the queries before left there.
  db = createDatabase(createPool({ connectionString: home.appUrl, max: 1 }))
})
afterAll(async () => {
  await db.destroy()
  await home.drop()
})

const prepared = async () => {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
  return rows.map((row) => row.statement)
}

describe('a connection', () => {
  it('prepares a statement once and gives each call its own values', async () => {
    const find = (email: string) => db.selectFrom('users').select('name').where('email', '=', email).execute()
    for (const email of ['a@example.ph', 'b@example.ph', 'c@example.ph']) expect(await find(email)).toEqual([])
    expect((await prepared()).filter((text) => text.includes('"users"'))).toHaveLength(1)
    const echo = async (text: string) => (await sql<{ said: string }>`select ${text}::text as said`.execute(db)).rows
    expect(await echo('one')).toEqual([{ said: 'one' }])
    expect(await echo('two')).toEqual([{ said: 'two' }])
  })

  it('goes on with a prepared statement after it has failed once', async () => {
    const half = async (by: number) => (await sql<{ n: number }>`select 10 / ${by}::int as n`.execute(db)).rows[0]?.n
    expect(await half(5)).toBe(2)
    await expect(half(0)).rejects.toMatchObject({ code: '22012' })
    expect(await half(2)).toBe(5)
  })
})

describe('the name of a statement', () => {
  it('is the same for the same text, another for another, and short enough for PostgreSQL', () => {
    expect(statementName('select $1', 1)).toBe(statementName('select $1', 1))
    expect(statementName('select $1', 1)).not.toBe(statementName('select $1 + 1', 1))
    expect(statementName('select $1', 1)!.length).toBeLessThan(64)
  })

  it('is not given to commands without parameters or to long lists', () => {
    expect(statementName('begin', 0)).toBeUndefined()
    expect(statementName('insert …', 41)).toBeUndefined()
  })

  it('is given to five hundred texts and no more: a connection keeps them all in memory', () => {
    const names = Array.from({ length: 600 }, (_, n) => statementName(`select $1 + ${n}`, 1))
    expect(names.filter((name) => name !== undefined).length).toBeLessThanOrEqual(500)
    expect(statementName('select $1', 1)).toBeDefined()
  })
})
