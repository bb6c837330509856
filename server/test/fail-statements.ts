import pg from 'pg'
import { expect, vi } from 'vitest'
import type { Database } from '#server/db/pool.ts'
import { fingerprintTables } from './fingerprint.ts'

/**
 * Makes the n-th statement of a call fail in the database. The returned function tells whether the call ran that many.
 */
function failStatement(n: number): () => boolean {
  const query = pg.Client.prototype.query as (...values: unknown[]) => unknown
  let asked = 0
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...values: unknown[]) {
    const [statement] = values as [{ text?: string }]
    const isCounted = typeof statement === 'object' && !/^(begin|commit|rollback)/.test(statement.text ?? '')
    if (isCounted && ++asked === n) return query.call(this, { text: 'select 1 / 0' })
    return query.apply(this, values)
  })
  return () => asked >= n
}

/**
 * For tests: fails every statement of a call in turn and expects an error and no change each time; then the call
 * succeeds. Returns the number of its statements.
 */
export async function failEachStatement(db: Database, work: () => Promise<unknown>): Promise<number> {
  const before = await fingerprintTables(db)
  for (let n = 1; ; n++) {
    const hasFailed = failStatement(n)
    const [outcome] = await Promise.allSettled([work()])
    vi.restoreAllMocks()
    if (!hasFailed()) {
      expect(outcome.status).toBe('fulfilled')
      return n - 1
    }
    expect(outcome.status, `statement ${n}`).toBe('rejected')
    expect(await fingerprintTables(db), `statement ${n}`).toEqual(before)
  }
}
