import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTestDatabase, createTestPool, type TestDatabase } from '#server/test/database.ts'
import { executeAhead, executeAtCommit, queryPipelined, runPipelined } from './pipeline.ts'
import { createDatabase, type Database, type Tx } from './pool.ts'
import { inSnapshot, inTransaction } from './transactions.ts'

let home: TestDatabase
let db: Database
beforeAll(async () => {
  home = await createTestDatabase()
  db = createDatabase(createTestPool({ connectionString: home.appUrl, max: 1, isGuarded: true }))
})
afterAll(async () => {
  await db.destroy()
  await home.drop()
})
beforeEach(() => inTransaction(db, (tx) => tx.deleteFrom('message_pace').execute()))

const at = new Date('2026-11-23T09:00:00+08:00')
const row = (tx: Tx, channel: string) => tx.insertInto('message_pace').values({ channel, free_at: at }).compile()
const channels = (tx: Tx) => tx.selectFrom('message_pace').select('channel').orderBy('channel')
const kept = async () => (await inTransaction(db, (tx) => channels(tx).execute())).map(({ channel }) => channel)
const broken = (tx: Tx) => sql`select 1 / ${0}::int`.compile(tx)

describe('statements that are sent together', () => {
  it('statements that are sent together return in order, and each sees the effects of the one before', async () => {
    const [none, , one] = await inTransaction(db, (tx) =>
      queryPipelined(tx, [channels(tx).compile(), row(tx, 'sms'), channels(tx).compile()]),
    )
    expect([none, one]).toEqual([[], [{ channel: 'sms' }]])
    const [first] = await inSnapshot(db, (tx) =>
      queryPipelined(tx, [sql<{ n: number }>`select ${4}::int as n`.compile(tx)]),
    )
    expect(first).toEqual([{ n: 4 }])
  })

  it('statements that are sent together throw the error of the first that failed, and nothing is saved', async () => {
    const failing = inTransaction(db, (tx) => queryPipelined(tx, [row(tx, 'sms'), broken(tx), row(tx, 'email')]))
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect(await kept()).toEqual([])
  })
})

describe('a statement that is sent without waiting', () => {
  it('a statement that is sent without waiting is executed before the next one, also as the first of its transaction', async () => {
    const found = await inTransaction(db, async (tx) => {
      await executeAhead(tx, row(tx, 'sms'))
      return channels(tx).execute()
    })
    expect(found).toEqual([{ channel: 'sms' }])
    expect(await kept()).toEqual(['sms'])
  })

  it('a statement that is sent without waiting makes the next statement throw its error', async () => {
    const failing = inTransaction(db, async (tx) => {
      await executeAhead(tx, broken(tx))
      return channels(tx).execute()
    })
    await expect(failing).rejects.toMatchObject({ code: '22012' })
  })

  it('a statement that is sent without waiting makes the commit throw its error when no statement follows', async () => {
    const failing = inTransaction(db, async (tx) => {
      await tx.insertInto('message_pace').values({ channel: 'sms', free_at: at }).execute()
      await executeAhead(tx, broken(tx))
    })
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect(await kept()).toEqual([])
  })
})

describe('a statement that is sent with the commit', () => {
  it('a statement that is sent with the commit is executed after all others, also when it is the only one', async () => {
    const seen = await inTransaction(db, async (tx) => {
      await executeAtCommit(tx, row(tx, 'sms'))
      return channels(tx).execute()
    })
    expect(seen).toEqual([])
    expect(await kept()).toEqual(['sms'])
    await inTransaction(db, (tx) => executeAtCommit(tx, row(tx, 'email')))
    expect(await kept()).toEqual(['email', 'sms'])
  })

  it('a statement that is sent with the commit and fails makes the transaction fail with its error', async () => {
    const failing = inTransaction(db, async (tx) => {
      await tx.insertInto('message_pace').values({ channel: 'email', free_at: at }).execute()
      await executeAtCommit(tx, row(tx, 'sms'))
      await executeAtCommit(tx, row(tx, 'sms'))
      await executeAtCommit(tx, row(tx, 'later'))
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(await kept()).toEqual([])
  })

  it('a statement to be sent with the commit is not executed when the transaction is rolled back', async () => {
    const failing = inTransaction(db, async (tx) => {
      await executeAtCommit(tx, row(tx, 'sms'))
      throw new Error('changed our mind')
    })
    await expect(failing).rejects.toThrow('changed our mind')
    expect(await kept()).toEqual([])
  })
})

it('a commit that PostgreSQL answers with a rollback throws, even if the failure was caught', async () => {
  const swallowing = inTransaction(db, async (tx) => {
    await tx.insertInto('message_pace').values({ channel: 'sms', free_at: at }).execute()
    await sql`select 1 / ${0}::int`.execute(tx).catch(() => undefined)
  })
  await expect(swallowing).rejects.toThrow('The transaction was rolled back')
  expect(await kept()).toEqual([])
})

describe('parts of a use case', () => {
  const wait = (tx: Tx, ms: number) => sql`select pg_sleep(${ms / 1000}::float)`.execute(tx)

  it('parts of a use case start in order, each before the statements of the previous part have been answered', async () => {
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => asked.mockRestore())
    const parts = await inTransaction(db, (tx) => {
      const first = async () => {
        await wait(tx, 1)
        return (await channels(tx).execute()).length
      }
      const second = () => tx.insertInto('message_pace').values({ channel: 'sms', free_at: at }).execute()
      const both = [first(), second()] as const
      // Two statements and the opening of the transaction were sent, before anything was answered.
      expect(asked).toHaveBeenCalledTimes(3)
      return runPipelined(both)
    })
    expect(parts[0]).toBe(1)
    expect(await kept()).toEqual(['sms'])
  })

  it('parts of a use case all end before the error of the first that failed is thrown, and nothing is saved', async () => {
    let hasEnded = false
    const failing = inTransaction(db, (tx) => {
      const refused = async () => {
        await wait(tx, 1)
        throw new Error('refused')
      }
      const slow = async () => {
        await executeAhead(tx, row(tx, 'sms'))
        await wait(tx, 30)
        hasEnded = true
      }
      return runPipelined([refused(), slow()])
    })
    await expect(failing).rejects.toThrow('refused')
    expect(hasEnded).toBe(true)
    expect(await kept()).toEqual([])
  })

  it('parts of a use case throw the error of the statement that failed first, not the errors that the aborted transaction causes in other parts', async () => {
    const failing = inTransaction(db, (tx) => {
      const innocent = async () => {
        await wait(tx, 1)
        await channels(tx).execute()
      }
      return runPipelined([innocent(), sql`select 1 / ${0}::int`.execute(tx)])
    })
    await expect(failing).rejects.toMatchObject({ code: '22012' })
  })
})
