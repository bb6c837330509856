import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { expect, vi } from 'vitest'
import type { Database } from '#server/db/pool.ts'
import { fingerprintTables } from './fingerprint.ts'

/** Which statement of a running call fails, and how many statements the call has sent. */
type Fault = { failing: number; sent: number }

const faults = new AsyncLocalStorage<Fault>()

/**
 * Runs a call in which the `n`th statement that it sends to the database fails. Statements that the server sends
 * meanwhile for its own purposes (timers, jobs) are not counted and do not fail. Returns how the call ended, and
 * whether it sent at least `n` statements, so that one of them failed.
 */
export async function failStatement<T>(
  n: number,
  work: () => Promise<T>,
): Promise<{ outcome: PromiseSettledResult<T>; hasFailed: boolean }> {
  const fault: Fault = { failing: n, sent: 0 }
  const query = pg.Client.prototype.query as (...values: unknown[]) => unknown
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...values: unknown[]
  ) {
    const [statement] = values as [{ text?: string }]
    const isCounted =
      faults.getStore() === fault &&
      typeof statement === 'object' &&
      !/^(begin|commit|rollback)/.test(statement.text ?? '')
    if (isCounted && ++fault.sent === fault.failing) return query.call(this, { text: 'select 1 / 0' })
    return query.apply(this, values)
  })
  const [outcome] = await faults.run(fault, () => Promise.allSettled([work()]))
  spy.mockRestore()
  return { outcome, hasFailed: fault.sent >= n }
}

/**
 * For tests: repeats a call so that each of its statements fails once, and expects an error and no change each time. At
 * last no statement fails, and the call succeeds. Returns the number of its statements.
 */
export async function failEachStatement(db: Database, work: () => Promise<unknown>): Promise<number> {
  const before = await fingerprintTables(db)
  for (let n = 1; ; n++) {
    const { outcome, hasFailed } = await failStatement(n, work)
    if (!hasFailed) {
      expect(outcome.status).toBe('fulfilled')
      return n - 1
    }
    expect(outcome.status, `statement ${n}`).toBe('rejected')
    expect(await fingerprintTables(db), `statement ${n}`).toEqual(before)
  }
}
