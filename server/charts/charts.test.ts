import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { ifMatchVersion } from '#server/test/if-match.ts'
import { errorOf } from '#server/sales/till-fixture.ts'
import { sessionContract } from '#shared/auth/session-contract.ts'
import { chartsContract as charts } from '#shared/charts/contract.ts'
import { chartMessages as s } from '#shared/charts/messages.ts'
import { usersContract } from '#shared/users/contract.ts'
import { startChartClinic, type ChartClinic } from './chart-fixture.ts'

let clinic: ChartClinic
beforeAll(async () => {
  clinic = await startChartClinic()
})
afterAll(() => clinic.server.close())
beforeEach(() =>
  clinic.server.db.updateTable('chart_settings').set({ is_on: true, is_open_to_practitioners: false }).execute(),
)

const chartOf = (clientId = clinic.bianca.clientId) => ({ params: { clientId } })
const reads = async (query: object = {}) => clinic.asAdmin(charts.reads, { querystring: query })

describe('the settings of the clinical record', () => {
  test('the clinical record is switched on and off with a log entry; the session says whether charts are kept', async () => {
    const { data: before } = await clinic.asAdmin(charts.settings, {})
    const body = { is_on: false, is_open_to_practitioners: false }
    const { data } = await clinic.asAdmin(charts.saveSettings, { body }, ifMatchVersion(before.version))
    expect(data).toMatchObject(body)
    expect(await errorOf(clinic.asAdmin(charts.chart, chartOf()))).toMatchObject({ status: 404, message: s.notKept })
    expect((await clinic.asCashier(sessionContract.session, {})).user).not.toHaveProperty('clinical_record')
    const stale = clinic.asAdmin(
      charts.saveSettings,
      { body: { ...body, is_on: true } },
      ifMatchVersion(before.version),
    )
    expect(await errorOf(stale)).toMatchObject({ status: 409 })
    await clinic.asAdmin(charts.saveSettings, { body: { ...body, is_on: true } }, ifMatchVersion(data.version))
    expect((await clinic.asCashier(sessionContract.session, {})).user.clinical_record).toBe(true)
    const logged = await clinic.server.db
      .selectFrom('events')
      .select('type')
      .where('type', '=', 'charts.settings.changed')
      .execute()
    expect(logged).toHaveLength(2)
  })
})

describe('charts', () => {
  test('a chart is read by admins and by practitioners who have a visit with the client, or by all practitioners if the clinic allows this', async () => {
    expect((await clinic.asAdmin(charts.chart, chartOf())).data).toMatchObject({
      name: 'Bianca Garcia',
      locked_until: null,
    })
    expect((await clinic.asReyes(charts.chart, chartOf())).data.client_id).toBe(clinic.bianca.clientId)
    expect(await errorOf(clinic.asCruz(charts.chart, chartOf()))).toMatchObject({ status: 403, message: s.notYours })
    expect(await errorOf(clinic.asCashier(charts.chart, chartOf()))).toMatchObject({ status: 403 })
    await clinic.server.db.updateTable('chart_settings').set({ is_open_to_practitioners: true }).execute()
    expect((await clinic.asCruz(charts.chart, chartOf())).data.name).toBe('Bianca Garcia')
  })

  test('a practitioner cannot read the chart of a client whose visit with them was cancelled', async () => {
    const visit = clinic.server.db.updateTable('appointments').where('id', '=', clinic.visitId)
    await visit.set({ status: 'cancelled', cancel_reason: 'other', cancelled_by: clinic.ada.id }).execute()
    expect(await errorOf(clinic.asReyes(charts.chart, chartOf()))).toMatchObject({ status: 403 })
    await visit.set({ status: 'confirmed', cancel_reason: null, cancelled_by: null }).execute()
  })

  test('the chart of a closed account is locked: admins read it and see until when it is kept, practitioners do not', async () => {
    const closed = await createUser(clinic.server.db, 'client', { name: 'Carla Closed' })
    await clinic.asAdmin(usersContract.remove, { params: { id: closed.id } })
    const { data } = await clinic.asAdmin(charts.chart, chartOf(closed.clientId!))
    expect(data).toMatchObject({ name: 'Carla Closed', locked_until: '2033-11-01' })
    await clinic.server.db.updateTable('chart_settings').set({ is_open_to_practitioners: true }).execute()
    expect(await errorOf(clinic.asReyes(charts.chart, chartOf(closed.clientId!)))).toMatchObject({ status: 404 })
  })
})

describe('the read log', () => {
  test('the read log has one row per person, chart and ten minutes, also when a screen reads again; it is searched by client, person and day', async () => {
    clinic.server.clock.now = new Date('2026-11-24T09:00:00+08:00')
    await clinic.asReyes(charts.chart, chartOf())
    await clinic.asReyes(charts.chart, chartOf())
    await clinic.asAdmin(charts.chart, chartOf())
    clinic.server.clock.now = new Date('2026-11-24T09:10:00+08:00')
    await clinic.asReyes(charts.chart, chartOf())
    const day = { from: '2026-11-24', to: '2026-11-24' }
    const { data, summary } = await reads(day)
    expect(data.map((row) => [row.read_by, row.client_name, row.kind])).toEqual([
      ['Dra. Reyes', 'Bianca Garcia', 'chart'],
      ['Ada Admin', 'Bianca Garcia', 'chart'],
      ['Dra. Reyes', 'Bianca Garcia', 'chart'],
    ])
    expect(summary.readers.map(({ name }) => name)).toEqual(expect.arrayContaining(['Ada Admin', 'Dra. Reyes']))
    expect((await reads({ ...day, reader_id: clinic.reyes.id })).total).toBe(2)
    expect((await reads({ ...day, search: 'bianca' })).total).toBe(3)
    expect((await reads({ ...day, search: 'nobody' })).total).toBe(0)
    expect((await reads({ ...day, kind: 'photo' })).total).toBe(0)
  })

  test('the read log has no row for a chart that was refused, and its rows cannot be changed', async () => {
    clinic.server.clock.now = new Date('2026-11-25T09:00:00+08:00')
    await errorOf(clinic.asCruz(charts.chart, chartOf()))
    expect((await reads({ from: '2026-11-25', to: '2026-11-25' })).total).toBe(0)
    await expect(
      clinic.server.db.updateTable('chart_reads').set({ read_by_name: 'Somebody' }).execute(),
    ).rejects.toThrow()
    await expect(clinic.server.db.deleteFrom('chart_reads').execute()).rejects.toThrow()
  })

  test('the read log is exported as CSV with a log entry, only by admins', async () => {
    const download = (token: string) =>
      clinic.server.app.inject({
        url: '/api/chart-reads/export.csv?from=2026-11-24&to=2026-11-24',
        headers: { authorization: `Bearer ${token}` },
      })
    expect((await download(clinic.reyes.token)).statusCode).toBe(403)
    const { body } = await download(clinic.ada.token)
    expect(body).toContain('"2026-11-24 09:10:00","Dra. Reyes","Bianca Garcia","Chart"')
    const logged = await clinic.server.db
      .selectFrom('events')
      .select('parameters')
      .where('type', '=', 'charts.reads.exported')
      .execute()
    expect(logged).toEqual([{ parameters: { rows: 3 } }])
  })
})
