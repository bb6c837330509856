import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createDatabase, createReportPool } from '#server/db/pool.ts'
import { openTill } from '#server/sales/till-fixture.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { createUser } from '#server/test/factories.ts'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { salesContract } from '#shared/sales/contract.ts'

const day = { from: '2026-11-21', to: '2026-11-21' }
const params = { report: 'sales-by-day' } as const

/** A clinic with one sale, which reads reports from the database `replicaUrl`. */
async function openClinicWith(replicaUrl: string) {
  const replica = createDatabase(createReportPool({ connectionString: replicaUrl }))
  const till = await openTill({ replica })
  onTestFinished(async () => {
    await till.server.close()
    await replica.destroy()
  })
  await till.send(till.order([till.peel()]))
  const admin = await createUser(till.server.db, 'admin')
  const download = async (url: string) =>
    await till.server.app.inject({ url, headers: { authorization: `Bearer ${admin.token}` } })
  return { till, admin: till.server.as(admin.token), download }
}

let other: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  other = await createTestDatabase()
  return () => other.drop()
})

test('reports and the files of sales and logs are read from the replica, and the lists of the till and the log of an export from the main database', async () => {
  const { till, admin, download } = await openClinicWith(other.appUrl)
  // The other database has no sale, as if the replica had not received it yet.
  const report = await admin(reportsContract.read, { params, querystring: day })
  expect(report.data.totals).toMatchObject({ 1: 0 })
  expect((await admin(salesContract.list, { querystring: {} })).data).toHaveLength(1)
  const file = await download(`/api/reports/sales-by-day/export.csv?from=${day.from}&to=${day.to}`)
  expect(file.statusCode).toBe(200)
  expect((await download('/api/transactions/export.csv')).body).not.toContain('Bianca')
  expect((await download('/api/history-logs/export')).body).not.toContain('Andrea')
  expect((await lastLogEntry(till.server.db)).action).toContain('Exported')
})

test('while the replica is away, reports are answered with 503 and Retry-After, and the till works', async () => {
  const away = 'postgres://nobody@127.0.0.1:1/none'
  const { till, download } = await openClinicWith(away)
  const report = await download(`/api/reports/sales-by-day?from=${day.from}&to=${day.to}`)
  expect([report.statusCode, report.headers['retry-after']]).toEqual([503, '2'])
  const file = await download(`/api/reports/sales-by-day/export.csv?from=${day.from}&to=${day.to}`)
  expect(file.statusCode).toBe(503)
  await till.send(till.order([till.peel()]))
})
