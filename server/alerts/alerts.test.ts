import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startChartClinic, type ChartClinic } from '#server/charts/chart-fixture.ts'
import { newId } from '#server/lib/new-id.ts'
import { errorOf } from '#server/sales/till-fixture.ts'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { logEntries } from '#server/test/log-entries.ts'
import type { Caller } from '#server/test/server.ts'
import { alertsContract as alerts, type ChartAlert } from '#shared/alerts/contract.ts'
import { alertMessages as s } from '#shared/alerts/messages.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { selfServiceContract } from '#shared/appointments/self-service-contract.ts'
import type { Input } from '#shared/lib/endpoint.ts'
import { myDayContract } from '#shared/my-day/contract.ts'
import { walkInsContract } from '#shared/walk-ins/contract.ts'

/** The date of today in the test clinic. */
const DAY = '2026-11-23'
let clinic: ChartClinic
beforeAll(async () => {
  clinic = await startChartClinic()
})
afterAll(() => clinic.server.close())

type Body = Input<typeof alerts.add>['body']
type Client = { clientId: string }

const add = async (client: Client, body: Body, by: Caller = clinic.asReyes): Promise<ChartAlert> =>
  (await by(alerts.add, { params: { clientId: client.clientId }, body }, { headers: { 'idempotency-key': newId() } }))
    .data
const listed = async (by: Caller, ...clients: Client[]) =>
  (await by(alerts.list, { querystring: { client_ids: clients.map(({ clientId }) => clientId).join(',') } })).data
const chartOf = async (client: Client, by: Caller = clinic.asAdmin) =>
  (await by(alerts.ofChart, { params: { clientId: client.clientId } })).data
const end = async ({ clientId }: Client, { id: alertId }: ChartAlert) =>
  (await clinic.asAdmin(alerts.end, { params: { clientId, alertId }, body: {} })).data

async function newClient(name: string): Promise<TestUser & Client> {
  const user = await createUser(clinic.server.db, 'client', { name })
  return { ...user, clientId: user.clientId! }
}

const replace = (client: Client, alert: ChartAlert, body: Body) =>
  clinic.asAdmin(
    alerts.replace,
    { params: { clientId: client.clientId, alertId: alert.id }, body },
    { headers: { 'idempotency-key': newId() } },
  )

describe('alerts', () => {
  test('an alert can be read by the front desk, and by practitioners who may read the client’s chart; one call reads the alerts of several clients', async () => {
    const other = await newClient('Carla Other')
    const allergy = await add(clinic.bianca, { kind: 'allergy', text: ' lidocaine ' })
    expect(allergy).toMatchObject({ text: 'lidocaine', ended: null, added: { by: 'Dra. Reyes' } })
    await add(other, { kind: 'keloids' }, clinic.asAdmin)
    expect(await listed(clinic.asCashier, clinic.bianca, other)).toMatchObject([
      { client_id: clinic.bianca.clientId, kind: 'allergy', text: 'lidocaine', treatments: [] },
      { client_id: other.clientId, kind: 'keloids', text: null },
    ])
    expect(await listed(clinic.asReyes, clinic.bianca, other)).toHaveLength(1)
    expect(await listed(clinic.asCruz, clinic.bianca, other)).toEqual([])
    const [entry] = await logEntries(clinic.server.db, { subject_id: allergy.id })
    expect(entry?.action).toBe('Added an alert to the chart of Bianca Garcia')
  })

  test('an alert is refused if its kind needs a text and the text is missing, if its treatment is not offered, and if a practitioner adds it for a client of another practitioner', async () => {
    const client = await newClient('Rita Refused')
    const refused = async (body: Body, by = clinic.asAdmin) => errorOf(add(client, body, by))
    expect(await refused({ kind: 'other' })).toMatchObject({ errors: { text: [s.textNeeded] } })
    expect(await refused({ kind: 'keloids', treatment_ids: [newId()] })).toMatchObject({
      errors: { treatment_ids: [s.unknownTreatment] },
    })
    expect(await refused({ kind: 'keloids' }, clinic.asCruz)).toMatchObject({ status: 403 })
    expect(await chartOf(client)).toMatchObject({ current: [], ended: [], reasons: [] })
  })

  test('an alert is never deleted: ending an alert or correcting its words keeps the old words in the chart', async () => {
    const client = await newClient('Edna Ended')
    const first = await add(client, { kind: 'allergy', text: 'lidocain' }, clinic.asAdmin)
    const { data: corrected } = await replace(client, first, { kind: 'allergy', text: 'lidocaine' })
    expect(await listed(clinic.asCashier, client)).toMatchObject([{ id: corrected.id, text: 'lidocaine' }])
    await end(client, corrected)
    const again = await end(client, corrected)
    expect(again.ended).toMatchObject({ by: 'Ada Admin' })
    expect(await listed(clinic.asCashier, client)).toEqual([])
    expect((await chartOf(client)).ended.map(({ text, is_replaced }) => [text, is_replaced]).toSorted()).toEqual([
      ['lidocain', true],
      ['lidocaine', false],
    ])
    const { appDb, db } = clinic.server
    const rewrite = (at: typeof db) => at.updateTable('client_alerts').set({ text: 'none' }).where('id', '=', first.id)
    await expect(rewrite(db).execute()).rejects.toMatchObject({ constraint: 'client_alerts__words' })
    await expect(appDb.transaction().execute((tx) => rewrite(tx).execute())).rejects.toMatchObject({
      constraint: 'client_alerts__words',
    })
  })

  test('an alert that somebody else has changed or ended meanwhile cannot be changed; the answer has the current alerts', async () => {
    const client = await newClient('Stella Stale')
    const first = await add(client, { kind: 'pregnancy' }, clinic.asAdmin)
    await replace(client, first, { kind: 'pregnancy', text: 'due in March' })
    const error = await errorOf(replace(client, first, { kind: 'keloids' }))
    expect(error).toMatchObject({ code: 'state_moved', message: s.overNow })
    expect(error.data).toMatchObject({ current: [{ text: 'due in March' }] })
    expect((await chartOf(client)).current).toHaveLength(1)
  })

  test('an alert is added once even if the browser repeats the call', async () => {
    const client = await newClient('Rina Repeat')
    const call = { params: { clientId: client.clientId }, body: { kind: 'keloids' as const } }
    const options = { headers: { 'idempotency-key': newId() } }
    const one = await clinic.asAdmin(alerts.add, call, options)
    expect(await clinic.asAdmin(alerts.add, call, options)).toEqual(one)
    expect((await chartOf(client)).current).toHaveLength(1)
  })

  test('alerts are neither listed nor added in a clinic without a clinical record', async () => {
    const { db } = clinic.server
    await db.updateTable('chart_settings').set({ is_on: false }).execute()
    expect(await errorOf(listed(clinic.asCashier, clinic.bianca))).toMatchObject({ status: 404 })
    expect(await errorOf(add(clinic.bianca, { kind: 'keloids' }))).toMatchObject({ status: 404 })
    await db.updateTable('chart_settings').set({ is_on: true }).execute()
  })
})

describe('visits and alerts', () => {
  const reason = 'Patch test was clear'
  let client: TestUser & Client
  let alert: ChartAlert
  let key: string
  beforeAll(async () => {
    client = await newClient('Irma Isotretinoin')
    const body = { kind: 'isotretinoin' as const, treatment_ids: [clinic.catalogue.treatmentId] }
    alert = await add(client, body, clinic.asAdmin)
    key = `alert:${alert.id}`
  })
  const visit = (time: string) => ({ ...clinic.visit(DAY, time, client.id), status: 'confirmed' as const })
  const book = (time: string, override?: { reason: string; questions: string[] }) =>
    clinic.desk(appointmentsContract.book, { body: { ...visit(time), practitioner_id: clinic.reyesId, override } })
  const reasons = async () => (await chartOf(client)).reasons

  test('if a client should not have a treatment because of an alert, staff can book it only with a reason; the chart keeps the reason with person and time', async () => {
    const error = await errorOf(book('11:00:00'))
    expect(error).toMatchObject({ status: 409, code: 'needs_reason' })
    const treatments = alert.treatments.map(({ name }) => name)
    expect(error.data).toEqual({
      questions: [{ kind: 'alert', key, alert_kind: 'isotretinoin', text: null, treatments }],
    })
    expect(await errorOf(book('11:00:00', { reason: ' ', questions: [key] }))).toMatchObject({ status: 422 })
    const unseen = { reason, questions: ['alert:another'] }
    expect(await errorOf(book('11:00:00', unseen))).toMatchObject({ code: 'needs_reason' })
    expect(await reasons()).toEqual([])
    const { data } = await book('11:00:00', { reason, questions: [key] })
    expect(await reasons()).toMatchObject([
      { step: 'booked', reason, questions: [{ key }], visit: { date: DAY, service: 'Diamond peel' } },
    ])
    const log = await logEntries(clinic.server.db, { subject_id: data.appointment_id })
    expect(log.map(({ action }) => action)).toContain(
      'Gave a reason for booking the visit of Irma Isotretinoin against an alert',
    )
    expect(JSON.stringify(log)).not.toContain(reason)
  })

  test('if a client should not have a treatment because of an alert, the visit is started only with a reason, from the desk and from My day', async () => {
    const { data } = await book('13:00:00', { reason, questions: [key] })
    const id = data.appointment_id
    const params = { id }
    const start = (override?: { reason: string; questions: string[] }) => ({
      params,
      body: { status: 'on-going' as const, override },
    })
    expect(await errorOf(clinic.desk(appointmentsContract.updateStatus, start()))).toMatchObject({
      code: 'needs_reason',
    })
    const error = await errorOf(clinic.asReyes(myDayContract.changeStatus, start()))
    expect(error).toMatchObject({ code: 'needs_reason', data: { questions: [{ key }] } })
    expect((await clinic.read(id)).status).toBe('confirmed')
    const started = await clinic.asReyes(
      myDayContract.changeStatus,
      start({ reason: 'Only the chin', questions: [key] }),
    )
    expect(started.data.status).toBe('on-going')
    expect((await reasons())[0]).toMatchObject({ step: 'started', reason: 'Only the chin', given_by: 'Dra. Reyes' })
  })

  test('a client who books a treatment that they should not have because of an alert is not asked for a reason', async () => {
    const body = { ...clinic.visit('2026-11-24', '09:00:00') }
    const { data } = await clinic.server.as(client.token)(appointmentsContract.book, { body })
    expect(data.appointment_status).toBe('pending')
    const override = { reason, questions: [key] }
    const own = { ...clinic.visit('2026-11-24', '15:00:00'), override }
    expect(await errorOf(clinic.server.as(client.token)(appointmentsContract.book, { body: own }))).toMatchObject({
      status: 403,
    })
  })

  test('if a client should not have a treatment because of an alert, staff need a reason to move the visit, unless they gave one for this alert before; clients need none', async () => {
    const asClient = clinic.server.as(client.token)
    const body = { ...clinic.visit('2026-11-25', '09:00:00') }
    const id = (await asClient(appointmentsContract.book, { body })).data.appointment_id
    const move = (appointment_time: string, override?: { reason: string; questions: string[] }) =>
      clinic.desk(appointmentsContract.reschedule, {
        params: { id },
        body: { appointment_id: id, appointment_date: '2026-11-25', appointment_time, override },
      })
    const before = await reasons()
    expect(await errorOf(move('10:00:00'))).toMatchObject({ code: 'needs_reason', data: { questions: [{ key }] } })
    expect(await clinic.read(id)).toMatchObject({ appointment_time: '09:00:00', version: 1 })
    const { data } = await move('10:00:00', { reason: 'Asked by the doctor', questions: [key] })
    expect(data).toMatchObject({ appointment_time: '10:00:00', status: 'resched' })
    expect(await reasons()).toHaveLength(before.length + 1)
    expect((await reasons())[0]).toMatchObject({
      step: 'moved',
      reason: 'Asked by the doctor',
      visit: { date: '2026-11-25' },
    })
    await move('11:00:00')
    await asClient(selfServiceContract.move, {
      params: { id },
      body: { appointment_date: '2026-11-25', appointment_time: '14:00:00' },
    })
    expect(await reasons()).toHaveLength(before.length + 1)
  })

  test('adding a service that the client should not have because of an alert needs a new reason, even if staff gave a reason for the first service of the visit', async () => {
    const other = await newClient('Sara Services')
    const { serviceId, otherTreatmentServiceId, treatmentId, otherTreatmentId } = clinic.catalogue
    const body = { ...clinic.visit('2026-11-26', '09:00:00', other.id), practitioner_id: clinic.reyesId }
    const id = (await clinic.desk(appointmentsContract.book, { body })).data.appointment_id
    const both = { kind: 'keloids' as const, treatment_ids: [treatmentId, otherTreatmentId] }
    const question = `alert:${(await add(other, both, clinic.asAdmin)).id}`
    const change = (service_ids: string[], override?: { reason: string; questions: string[] }) =>
      clinic.desk(visitContract.changeServices, { params: { id }, body: { service_ids, override } })
    const answered = { reason: 'Test spot healed', questions: [question] }
    await change([clinic.catalogue.otherServiceId], answered)
    await change([serviceId])
    const error = await errorOf(change([serviceId, otherTreatmentServiceId]))
    expect(error).toMatchObject({ code: 'needs_reason', data: { questions: [{ treatments: ['Facials', 'Laser'] }] } })
    expect((await clinic.read(id)).further_services).toEqual([])
    await change([serviceId, otherTreatmentServiceId], answered)
    expect((await clinic.read(id)).further_services).toHaveLength(1)
    expect((await chartOf(other)).reasons.map(({ step }) => step)).toEqual(['changed', 'changed'])
    const log = (await logEntries(clinic.server.db, { subject_id: id })).map(({ action }) => action)
    expect(log).toContain('Gave a reason for changing the services of the visit of Sara Services against an alert')
  })

  test('if an alert speaks against the treatment of a walk-in, staff who add and start the visit in one step give one reason for both', async () => {
    clinic.server.clock.now = new Date(`${DAY}T15:05:00+08:00`)
    const walkIn = await newClient('Wanda Walk-in')
    const { id } = await add(
      walkIn,
      { kind: 'pregnancy', treatment_ids: [clinic.catalogue.treatmentId] },
      clinic.asAdmin,
    )
    const body = { user_id: walkIn.id, service_id: clinic.catalogue.serviceId }
    expect(await errorOf(clinic.desk(walkInsContract.add, { body: { ...body, now_with: {} } }))).toMatchObject({
      code: 'needs_reason',
    })
    const override = { reason, questions: [`alert:${id}`] }
    await clinic.desk(walkInsContract.add, { body: { ...body, now_with: { override } } })
    expect((await chartOf(walkIn)).reasons.map(({ step }) => step)).toEqual(['started'])
  })

  test('a visit needs no reason after the alert has ended, nor in a clinic without a clinical record', async () => {
    const { db, appDb } = clinic.server
    const before = (await reasons()).length
    await db.updateTable('chart_settings').set({ is_on: false }).execute()
    await book('16:00:00')
    await db.updateTable('chart_settings').set({ is_on: true }).execute()
    await end(client, alert)
    await book('17:00:00')
    expect(await reasons()).toHaveLength(before)
    await expect(appDb.transaction().execute((tx) => tx.deleteFrom('visit_reasons').execute())).rejects.toMatchObject({
      code: '42501',
    })
    const owner = new pg.Client({ connectionString: clinic.server.database.ownerUrl })
    await owner.connect()
    await expect(owner.query("update visit_reasons set reason = 'x'")).rejects.toMatchObject({ code: '23001' })
    await owner.end()
  })
})
