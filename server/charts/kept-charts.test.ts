import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { tablesOfCharts } from '#server/db/personal-data/statements.ts'
import { newId } from '#server/lib/new-id.ts'
import { errorOf } from '#server/sales/till-fixture.ts'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { chartsContract as charts } from '#shared/charts/contract.ts'
import { chartMessages as s } from '#shared/charts/messages.ts'
import { closureRequestContract, usersContract } from '#shared/users/contract.ts'
import { startChartClinic, type ChartClinic } from './chart-fixture.ts'

let clinic: ChartClinic
beforeAll(async () => {
  clinic = await startChartClinic()
})
afterAll(() => clinic.server.close())

const folder = () => path.join(clinic.server.uploadsDir, 'charts')

/** Adds a client with one photo, whose last visit was on this date; returns the names of the photo's files. */
async function addChart(name: string, lastVisit: string): Promise<{ user: TestUser; files: string[] }> {
  const { db } = clinic.server
  const user = await createUser(db, 'client', { name })
  const now = clinic.server.clock.now
  const files = [`${newId()}.webp`, `${newId()}.webp`]
  await db
    .updateTable('clients')
    .set({ last_visit: lastVisit, joined_at: new Date(`${lastVisit}T09:00:00+08:00`) })
    .where('id', '=', user.clientId!)
    .execute()
  await db
    .insertInto('chart_photos')
    .values({
      id: newId(),
      branch_id: MAIN_BRANCH_ID,
      client_id: user.clientId!,
      angle: 'front',
      taken_at: now,
      width: 100,
      height: 100,
      photo_path: files[0]!,
      thumbnail_photo_path: files[1]!,
      upload_hash: Buffer.alloc(32),
      added_at: now,
      added_by: clinic.ada.id,
      added_by_name: 'Ada Admin',
    })
    .execute()
  await mkdir(folder(), { recursive: true })
  for (const file of files) await writeFile(path.join(folder(), file), 'picture')
  return { user, files }
}

const kept = async (state: 'locked' | 'past') =>
  (await clinic.asAdmin(charts.keptCharts, { querystring: { state } })).data.map(({ name }) => name)
const photosOf = (clientId: string) =>
  clinic.server.db.selectFrom('chart_photos').select('id').where('client_id', '=', clientId).execute()

test('before an account is closed, admin and client read until when the chart is kept; then the chart is in the list of closed accounts', async () => {
  const { user } = await addChart('Carla Closed', '2025-02-28')
  const { data } = await clinic.asAdmin(usersContract.appointmentsAhead, { params: { id: user.id } })
  expect(data).toEqual({ appointments_ahead: 0, chart_kept_until: '2032-02-28' })
  expect(await clinic.server.as(user.token)(closureRequestContract.read, {})).toEqual({
    data: null,
    chart_kept_until: '2032-02-28',
  })
  const nobody = await createUser(clinic.server.db, 'client')
  expect(await clinic.server.as(nobody.token)(closureRequestContract.read, {})).toEqual({ data: null })
  expect(await kept('locked')).toEqual([])
  await clinic.asAdmin(usersContract.remove, { params: { id: user.id } })
  expect(await kept('locked')).toEqual(['Carla Closed'])
  expect(await kept('past')).toEqual([])
  expect(await photosOf(user.clientId!)).toHaveLength(1)
})

test('a chart can be deleted only when the last visit is more than seven years ago; this deletes its rows and files, but not the client', async () => {
  const young = await addChart('Nina New', '2019-11-23')
  const old = await addChart('Olga Old', '2019-11-22')
  expect(await kept('past')).toEqual(['Olga Old'])
  const refused = clinic.asAdmin(charts.deleteChart, { params: { clientId: young.user.clientId! } })
  expect(await errorOf(refused)).toMatchObject({ status: 409, message: s.stillKept('November 23, 2026') })
  await clinic.asAdmin(charts.deleteChart, { params: { clientId: old.user.clientId! } })
  expect(await photosOf(old.user.clientId!)).toEqual([])
  expect(await photosOf(young.user.clientId!)).toHaveLength(1)
  expect(old.files.map((file) => existsSync(path.join(folder(), file)))).toEqual([false, false])
  expect(young.files.map((file) => existsSync(path.join(folder(), file)))).toEqual([true, true])
  expect(await kept('past')).toEqual([])
  expect((await clinic.asAdmin(charts.chart, { params: { clientId: old.user.clientId! } })).data.name).toBe('Olga Old')
  const logged = clinic.server.db.selectFrom('events').select('parameters').where('type', '=', 'charts.chart.deleted')
  expect(await logged.execute()).toEqual([{ parameters: { name: 'Olga Old' } }])
})

test('the function that deletes a chart names every table of charts, and refuses a chart that must be kept', async () => {
  const { rows } = await sql<{
    body: string
  }>`select prosrc as body from pg_proc where proname = 'delete_chart'`.execute(clinic.server.db)
  const deleted = Array.from(rows[0]!.body.matchAll(/delete from (\w+)/g), ([, table]) => table)
  expect(
    tablesOfCharts()
      .map(({ table }) => table)
      .filter((table) => !deleted.includes(table)),
  ).toEqual([])
  await expect(
    sql`select delete_chart(${clinic.bianca.clientId}, '2026-11-23')`.execute(clinic.server.db),
  ).rejects.toThrow(/must still be kept/)
})

test('the app’s database role can delete neither chart photos, alerts, treatment notes nor treatment plans', async () => {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(array['chart_photos', 'client_alerts', 'treatment_notes', 'treatment_plans', 'signed_forms'])
      as tables (name)
    where has_table_privilege((select rolname from pg_roles where rolname like '%app%' limit 1), name, 'delete')`.execute(
    clinic.server.db,
  )
  expect(rows).toEqual([])
})
