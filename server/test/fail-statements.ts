import pg from 'pg'
import { expect, vi } from 'vitest'
import type { Database } from '#server/db/pool.ts'
import { fingerprintTables } from './fingerprint.ts'

/** Makes one statement fail: the `n`th that is sent to the database after this call. `restore` removes the fault. */
export function failStatement(n: number): { hasFailed: () => boolean; restore: () => void } {
  const query = pg.Client.prototype.query as (...values: unknown[]) => unknown
  let asked = 0
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...values: unknown[]
  ) {
    const [statement] = values as [{ text?: string }]
    const isCounted = typeof statement === 'object' && !/^(begin|commit|rollback)/.test(statement.text ?? '')
    if (isCounted && ++asked === n) return query.call(this, { text: 'select 1 / 0' })
    return query.apply(this, values)
  })
  return { hasFailed: () => asked >= n, restore: () => spy.mockRestore() }
}

/**
 * For tests: fails every statement of a call in turn and expects an error and no change each time; then the call
 * succeeds. Returns the number of its statements.
 */
export async function failEachStatement(db: Database, work: () => Promise<unknown>): Promise<number> {
  const before = await fingerprintTables(db)
  for (let n = 1; ; n++) {
    const { hasFailed, restore } = failStatement(n)
    const [outcome] = await Promise.allSettled([work()])
    restore()
    if (!hasFailed()) {
      expect(outcome.status).toBe('fulfilled')
      return n - 1
    }
    expect(outcome.status, `statement ${n}`).toBe('rejected')
    expect(await fingerprintTables(db), `statement ${n}`).toEqual(before)
  }
}
