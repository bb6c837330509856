import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { BenchClinic } from './bench-clinic.ts'
import { measureHttp, measureLoop, type Measured } from './measure.ts'
import { startProgram } from './app-process.ts'
import type { Scenario } from './scenarios.ts'

export type References = Record<Scenario['reference'], Measured>

/**
 * What the references reached on the machine on which the budgets of rates were set (commit f749f4e, 9,983 fsyncs/s): a
 * budget holds for a machine of that speed.
 */
const WHEN_SET: Readonly<Record<Scenario['reference'], number>> = {
  http: 45_819,
  list: 53_740,
  booking: 7_118,
  checkout: 3_305,
}

/** How fast this machine is for that work, beside the machine on which its budget was set; never more than 1. */
export const speedOf = (reference: Scenario['reference'], references: References): number =>
  Math.min(1, references[reference].perSecond / WHEN_SET[reference])

/** The same number of rows a booking writes, in one transaction, and nothing around it. */
async function writeRows(pool: pg.Pool, n: number, rows: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (let i = 0; i < rows; i++)
      await client.query({
        name: 'bare',
        text: 'insert into bench_rows values ($1, $2, $3)',
        values: [randomUUID(), n, 'x'.repeat(200)],
      })
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** What bare Fastify answers and bare SQL writes on this machine in this run. */
export async function measureReferences(clinic: BenchClinic, seconds: number): Promise<References> {
  const bare = await startProgram('dist/server/bare-fastify.js', {})
  const post = { method: 'POST', path: '/answer', body: () => '{"date":"2026-01-01"}' }
  const http = await measureHttp(bare.url, 50, seconds, post)
  const list = await measureHttp(bare.url, 20, seconds, { method: 'GET', path: '/answer' })
  await bare.stop()
  const pool = new pg.Pool({ connectionString: clinic.cluster.ownerUrl, max: 10 })
  await pool.query('create table bench_rows (id uuid primary key, n bigint, text text)')
  const booking = await measureLoop(10, seconds, (n) => writeRows(pool, n, 3))
  const checkout = await measureLoop(10, seconds, (n) => writeRows(pool, n, 8))
  await pool.query('drop table bench_rows')
  await pool.end()
  return { http, list, booking, checkout }
}
