import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { BenchClinic } from './bench-clinic.ts'
import { measureHttp, measureLoop, type Measured } from './measure.ts'
import { startProgram } from './app-process.ts'
import type { Scenario } from './scenarios.ts'

export type References = Record<Scenario['reference'], Measured>

/** Results of the reference measurements on the machine for which budgets were set (commit f749f4e, 9,983 fsyncs/s). */
const WHEN_SET: Readonly<Record<Scenario['reference'], number>> = {
  http: 45_819,
  list: 53_740,
  booking: 7_118,
  checkout: 3_305,
}

/** This machine's speed in a reference measurement, relative to the machine for which budgets were set; at most 1. */
export const speedOf = (reference: Scenario['reference'], references: References): number =>
  Math.min(1, references[reference].perSecond / WHEN_SET[reference])

/** Writes as many rows in one transaction as a booking does, and nothing else, to measure the speed of the database. */
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

/** Measures bare Fastify and bare SQL on this machine. */
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
