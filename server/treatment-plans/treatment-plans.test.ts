import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { executeWithoutTriggers } from '#server/test/execute-without-triggers.ts'
import { startChartClinic, type ChartClinic } from '#server/charts/chart-fixture.ts'
import { newId } from '#server/lib/new-id.ts'
import { errorOf } from '#server/sales/till-fixture.ts'
import { createUser } from '#server/test/factories.ts'
import { ifMatchVersion } from '#server/test/if-match.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { addDays, instantOf } from '#shared/lib/manila-time.ts'
import { treatmentPlansContract as plans, type TreatmentPlan } from '#shared/treatment-plans/contract.ts'
import { treatmentPlanMessages as s } from '#shared/treatment-plans/messages.ts'

const TODAY = '2026-11-23'

let clinic: ChartClinic
beforeAll(async () => {
  clinic = await startChartClinic()
})
afterAll(() => clinic.server.close())
beforeEach(() => executeWithoutTriggers(clinic.server.database, 'treatment_plans', 'delete from treatment_plans'))

const inChart = () => ({ params: { id: clinic.bianca.clientId } })
const body = () => ({
  id: newId(),
  service_id: clinic.catalogue.serviceId,
  sessions: 3,
  interval_count: 2,
  interval_unit: 'weeks' as const,
  goal: 'Even skin tone',
  started_on: '2026-11-01',
})
const start = async (values: Partial<ReturnType<typeof body>> = {}): Promise<TreatmentPlan> =>
  (await clinic.asReyes(plans.start, { ...inChart(), body: { ...body(), ...values } })).data
const progress = async () => (await clinic.asCashier(plans.ofClient, inChart())).data
const dueNames = async (search = '') =>
  (await clinic.asCashier(plans.due, { querystring: { search } })).data.map(({ client }) => client.name)

/** Moves the visit of the fixture to a day in the past and completes it, or makes it an open visit again. */
const setVisit = (date: string, status: 'completed' | 'confirmed' | 'cancelled') =>
  clinic.server.db
    .updateTable('appointments')
    .set({
      starts_at: instantOf(date, '09:00:00'),
      ends_at: instantOf(date, '09:30:00'),
      status,
      done_at: status === 'completed' ? new Date() : null,
      cancelled_by: status === 'cancelled' ? clinic.ada.id : null,
    })
    .where('id', '=', clinic.visitId)
    .execute()

describe('treatment plans', () => {
  test('a treatment plan is started once even if the call is repeated; the log names its service and not its goal', async () => {
    const sent = body()
    const first = await start(sent)
    expect(first).toMatchObject({ state: 'running', done: 0, sessions: 3, started_by: 'Dra. Reyes' })
    expect(await start(sent)).toEqual(first)
    expect((await clinic.asReyes(plans.inChart, inChart())).data).toEqual([first])
    expect(await errorOf(start())).toMatchObject({ status: 409, message: s.runs(first.service_name) })
    const { db } = clinic.server
    const events = await db.selectFrom('events').selectAll().where('type', 'like', 'treatment-plans.%').execute()
    expect(events.map(({ type }) => type)).toEqual(['treatment-plans.plan.started'])
    expect(JSON.stringify(events)).not.toContain('Even skin tone')
  })

  test('a treatment plan starts once if two people start it at the same time', async () => {
    const outcomes = await Promise.allSettled([start(), start()])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await clinic.asReyes(plans.inChart, inChart())).data).toHaveLength(1)
  })

  test('a treatment plan with too few sessions, an unknown service or a first day years ahead is refused', async () => {
    const wrong = async (values: Partial<ReturnType<typeof body>>) => (await errorOf(start(values))).errors
    expect(await wrong({ sessions: 1 })).toEqual({ sessions: [s.sessionsRange] })
    expect(await wrong({ interval_count: 0 })).toEqual({ interval_count: [s.intervalRange] })
    expect(await wrong({ service_id: newId() })).toEqual({ service_id: [s.noService] })
    expect(await wrong({ started_on: '2029-01-01' })).toEqual({ started_on: [s.startInFuture] })
    expect((await clinic.asReyes(plans.inChart, inChart())).data).toEqual([])
  })

  test('a stale form of a treatment plan is refused with the newer values', async () => {
    const { id, version } = await start()
    const { id: _, service_id: __, ...values } = body()
    const change = (sessions: number, at: number) =>
      clinic.asReyes(plans.change, { params: { id }, body: { ...values, sessions } }, ifMatchVersion(at))
    expect((await change(6, version)).data).toMatchObject({ sessions: 6, version: version + 1 })
    const stale = await errorOf(change(4, version))
    expect(stale).toMatchObject({ status: 409, code: 'stale', data: { sessions: 6 } })
  })

  test('a treatment plan counts the completed visits of its service since its first day; undoing one lowers the progress', async () => {
    await start({ started_on: '2026-11-10' })
    await setVisit('2026-11-09', 'completed')
    expect(await progress()).toMatchObject([{ done: 0, due_on: '2026-11-10' }])
    await setVisit('2026-11-10', 'completed')
    expect(await progress()).toMatchObject([{ done: 1, last_done_on: '2026-11-10', due_on: '2026-11-24' }])
    await setVisit('2026-11-25', 'confirmed')
    expect(await progress()).toMatchObject([{ done: 0, booked_for: '2026-11-25' }])
  })

  test('a treatment plan is completed by its last session, and can be ended by hand before that and continued', async () => {
    const { id } = await start({ sessions: 2 })
    const setEnded = (is_ended: boolean) => clinic.asReyes(plans.setEnded, { params: { id }, body: { is_ended } })
    expect((await setEnded(true)).data).toMatchObject({ state: 'ended', ended_on: TODAY, due_on: null })
    expect(await progress()).toEqual([])
    expect((await setEnded(false)).data).toMatchObject({ state: 'running', ended_on: null })
    const { db } = clinic.server
    await db.updateTable('treatment_plans').set({ sessions: 2 }).where('id', '=', id).execute()
    await setVisit('2026-11-10', 'completed')
    const { data } = await clinic.desk(appointmentsContract.book, {
      body: { ...clinic.visit(TODAY, '15:00:00', clinic.bianca.id), practitioner_id: clinic.reyesId },
    })
    await db
      .updateTable('appointments')
      .set({ status: 'completed', done_at: new Date() })
      .where('id', '=', data.appointment_id)
      .execute()
    const [plan] = (await clinic.asReyes(plans.inChart, inChart())).data
    expect(plan).toMatchObject({ state: 'completed', done: 2, ended_on: null, due_on: null })
    await db
      .updateTable('appointments')
      .set({ status: 'cancelled', done_at: null, cancelled_by: clinic.ada.id })
      .where('id', '=', data.appointment_id)
      .execute()
    await setVisit(TODAY, 'confirmed')
  })

  test('the front desk reads a treatment plan without its goal, and only those who write charts change it', async () => {
    const { id } = await start()
    const [plan] = await progress()
    expect(plan).not.toHaveProperty('goal')
    expect(await errorOf(clinic.asCruz(plans.ofClient, inChart()))).toMatchObject({ status: 403 })
    const end = { params: { id }, body: { is_ended: true } }
    expect(await errorOf(clinic.asCashier(plans.setEnded, end))).toMatchObject({ status: 403 })
    expect(await errorOf(clinic.asCruz(plans.setEnded, end))).toMatchObject({ status: 403 })
    await clinic.server.db.updateTable('chart_settings').set({ is_on: false }).execute()
    expect(await errorOf(clinic.asCashier(plans.ofClient, inChart()))).toMatchObject({ status: 404 })
    expect(await errorOf(clinic.asCashier(plans.due, { querystring: {} }))).toMatchObject({ status: 404 })
    await clinic.server.db.updateTable('chart_settings').set({ is_on: true }).execute()
  })
})

describe('the list of clients who are due', () => {
  test('the list of clients who are due has treatment plans whose next session is due today or before, the longest due first, until a visit is booked', async () => {
    const { db } = clinic.server
    await setVisit('2026-11-09', 'completed')
    await start({ started_on: '2026-11-05' })
    expect(await dueNames()).toEqual(['Bianca Garcia'])
    const cora = await createUser(db, 'client', { name: 'Cora Lim' })
    await clinic.asAdmin(plans.start, {
      params: { id: cora.clientId! },
      body: { ...body(), started_on: '2026-10-01' },
    })
    expect(await dueNames()).toEqual(['Cora Lim', 'Bianca Garcia'])
    expect(await dueNames('bian')).toEqual(['Bianca Garcia'])
    const { body: csv } = await clinic.server.app.inject({
      url: '/api/treatment-plans/due/export.csv',
      headers: { authorization: `Bearer ${clinic.ada.token}` },
    })
    expect(csv).toContain('Cora Lim')
    expect(csv).toContain('2 of 3')
    expect(csv).not.toContain('Even skin tone')
    await clinic.desk(appointmentsContract.book, { body: clinic.visit(addDays(TODAY, 2), '10:00:00', cora.id) })
    expect(await dueNames()).toEqual(['Bianca Garcia'])
    await db
      .updateTable('treatment_plans')
      .set({ interval_count: 15, interval_unit: 'days' })
      .where('client_id', '=', clinic.bianca.clientId)
      .execute()
    expect(await dueNames()).toEqual([])
  })

  test('a practitioner’s list of clients who are due has only their own clients, without phone numbers, and cannot be exported by them', async () => {
    await setVisit('2026-11-09', 'completed')
    await start({ started_on: '2026-11-05' })
    const dueOf = async (caller: typeof clinic.asReyes) => (await caller(plans.due, { querystring: {} })).data
    expect(await dueOf(clinic.asReyes)).toMatchObject([{ client: { name: 'Bianca Garcia', contact_number: null } }])
    expect(await dueOf(clinic.asCruz)).toEqual([])
    expect(await dueOf(clinic.asCashier)).toMatchObject([{ client: { contact_number: '0917 555 1234' } }])
    await clinic.server.db.updateTable('chart_settings').set({ is_open_to_practitioners: true }).execute()
    expect(await dueOf(clinic.asCruz)).toMatchObject([{ client: { name: 'Bianca Garcia', contact_number: null } }])
    await clinic.server.db.updateTable('chart_settings').set({ is_open_to_practitioners: false }).execute()
    expect(await errorOf(clinic.asReyes(plans.exportDue, { querystring: {} }))).toMatchObject({ status: 403 })
  })
})
