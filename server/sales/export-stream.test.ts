import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedClinic } from '../../scripts/seed/seed-clinic.ts'
import { createUser } from '#server/test/factories.ts'
import { requestRefusals } from '#shared/lib/messages.ts'
import { TOTAL_ROWS_HEADER } from '#shared/lib/csv.ts'
import { openTill, type Till } from './till-fixture.ts'

const ROWS = 10_000
let till: Till
let url: string
let socketPath: string

beforeAll(async () => {
  // A busy machine may need a while for a new connection.
  till = await openTill({ exportWaitMs: 5_000 })
  // Seeding only works on the sample clinic, which is recognized by this log-in.
  await createUser(till.server.db, 'admin', { email: 'admin@mutya.test' })
  await seedClinic(till.server.database.ownerUrl, { sales: ROWS }, till.server.clock.now, () => undefined)
  url = `${await till.server.app.listen({ port: 0, host: '127.0.0.1' })}/api/transactions/export.csv`
  socketPath = path.join(till.server.uploadsDir, 'app.sock')
  localSockets.listen(socketPath)
  await once(localSockets, 'listening')
})
afterAll(async () => {
  localSockets.close()
  await till.server.close()
})

/** Serves the same app on a Unix socket, which buffers little for a slow reader. */
const localSockets = net.createServer((socket) => void till.server.app.server.emit('connection', socket))

const headers = () => ({ authorization: `Bearer ${till.cashier.token}` })
const start = () => fetch(url, { headers: headers() })

/** Starts an export that is not read until later. Node's `fetch` would read ahead, and TCP buffers up to 32 MB. */
const hold = () =>
  new Promise<http.IncomingMessage>((resolve, reject) => {
    const { pathname } = new URL(url)
    http.get({ socketPath, path: pathname, headers: headers() }, resolve).on('error', reject)
  })

/**
 * The process ids of the database connections with a running export, whether active or idle: a connection alternates
 * between the two while it fetches rows, until the buffers are full.
 */
async function exporting(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where state in ('active', 'idle in transaction') and query like 'fetch%' and datname = current_database()`.execute(
    till.server.db,
  )
  return rows.map(({ pid }) => pid)
}

test('ten thousand rows are exported completely with constant memory', async () => {
  await (await start()).arrayBuffer()
  global.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  let bytes = 0
  let tail = ''
  const answer = await start()
  for await (const chunk of answer.body!) {
    bytes += chunk.length
    tail = new TextDecoder().decode(chunk.subarray(-100))
    most = Math.max(most, process.memoryUsage().rss)
  }
  expect(answer.headers.get(TOTAL_ROWS_HEADER)).toBe(String(ROWS))
  expect(tail).toMatch(/"Total","10,000 transactions","[\d.]+","","",""\r\n$/)
  expect(bytes).toBeGreaterThan(500_000)
  expect((most - before) / 1e6).toBeLessThan(40)
})

describe('during an export', () => {
  beforeAll(async () => {
    // Makes the export larger than all buffers, so that it runs as long as the test needs.
    await sql`update document_customers set customer_name = customer_name || repeat(' Maria', 300)`.execute(
      till.server.db,
    )
  })

  test('the file is one snapshot of the books, without sales made meanwhile', async () => {
    const answer = await hold()
    await expect.poll(exporting).toHaveLength(1)
    await till.send(till.order([till.peel()], { user_id: null, customer_name: 'Sold Meanwhile' }))
    const text = (await answer.setEncoding('utf8').toArray()).join('')
    expect(text).not.toContain('Sold Meanwhile')
    expect(text).toContain(`"Total","10,000 transactions"`)
    expect(await (await start()).text()).toContain('Sold Meanwhile')
  })

  test('a browser that disconnects frees the database connection of its export', async () => {
    const answer = await hold()
    await expect.poll(exporting).toHaveLength(1)
    answer.destroy()
    await expect.poll(exporting).toHaveLength(0)
  })

  test('three exports run at a time; a fourth is told that the clinic is busy, and the till continues to sell', async () => {
    const held = [await hold(), await hold(), await hold()]
    await expect.poll(exporting).toHaveLength(3)
    const refused = await start()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await refused.json()).toMatchObject({ message: requestRefusals.busy })
    await till.send(till.order([till.peel()]))
    for (const answer of held) answer.destroy()
    await expect.poll(exporting).toHaveLength(0)
    expect((await (await start()).text()).length).toBeGreaterThan(1_000_000)
  })

  test('an interrupted download fails, and never looks like a complete short file', async () => {
    // The previous test's export has ended for its reader; wait until the database connection of that export is free
    // too.
    await expect.poll(exporting).toHaveLength(0)
    const answer = await hold()
    let pids: number[] = []
    await expect.poll(async () => (pids = await exporting())).toHaveLength(1)
    await sql`select pg_terminate_backend(${pids[0]!}::int)`.execute(till.server.db)
    await expect(answer.toArray()).rejects.toThrow('aborted')
    // The database connection of the aborted export becomes free a moment later; until then the next export gets a 503.
    await expect.poll(async () => (await (await start()).text()).length).toBeGreaterThan(1_000_000)
  })
})
