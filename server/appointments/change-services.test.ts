import { afterAll, beforeAll, expect, test } from 'vitest'
import { ifMatchVersion } from '#server/test/if-match.ts'
import { setHours, setService } from '#server/test/factories.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { appointmentMessages as s, refusalMessages, termsMessages } from '#shared/appointments/messages.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { errorDataOf, type CallOptions } from '#shared/lib/http-client.ts'
import { weekdayOf, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { visitServicesMessages } from '#shared/lib/visit-services.ts'
import { openMailClinic } from '#server/messages/message-fixture.ts'
import { openTill } from '#server/sales/till-fixture.ts'
import { errorOf, expectRefused, startServicesClinic, type BookingClinic } from './booking-fixture.ts'

let clinic: BookingClinic
let peel: string
let facial: string
let laser: string
let ana: string
let bea: string
let device: string

beforeAll(async () => {
  ;({ clinic, peel, facial, laser, ana, bea, device } = await startServicesClinic())
})
afterAll(() => clinic.server.close())

/** Books a confirmed visit for a peel of one hour. */
async function book(date: CivilDate, time: CivilTime, more: object = {}) {
  const { id } = await clinic.newClient('Liza Soriano')
  const body = { ...clinic.visit(date, time, id), status: 'confirmed' as const, ...more }
  return (await clinic.desk(contract.book, { body })).data.appointment_id
}

const change = (id: string, service_ids: string[], more: object = {}, options?: CallOptions) =>
  clinic.desk(visitContract.changeServices, { params: { id }, body: { service_ids, ...more } }, options)

const undo = (id: string) => clinic.desk(visitContract.undo, { params: { id }, body: {} })

const slotsOf = (id: string) =>
  clinic.server.db
    .selectFrom('resource_slots')
    .select(['resource_id', 'slot_at'])
    .where('appointment_id', '=', id)
    .orderBy('resource_id')
    .orderBy('slot_at')
    .execute()

const countFor = async (id: string, resource: string) =>
  (await slotsOf(id)).filter((slot) => slot.resource_id === resource).length

test('adding a service lengthens the visit and occupies the time and resources that the service needs; undo releases them', async () => {
  const id = await book('2026-12-07', '09:00:00', { practitioner_id: bea })
  const before = await slotsOf(id)
  const { data } = await change(id, [peel, facial, laser])
  expect(data).toMatchObject({
    status: 'confirmed',
    appointment_time: '09:00:00',
    duration_minutes: 135,
    service_id: peel,
    practitioner_name: 'Bea',
    further_services: [
      { service_id: facial, duration_minutes: 30, practitioner_id: bea },
      { service_id: laser, duration_minutes: 45, practitioner_id: null },
    ],
  })
  expect(await countFor(id, device)).toBe(3)
  expect(await countFor(id, bea)).toBe(7)
  const { data: undone } = await undo(id)
  expect(undone).toMatchObject({ duration_minutes: 60, service_id: peel, further_services: [] })
  expect(await slotsOf(id)).toEqual(before)
  const all = 'Diamond peel + Hydra glow + Carbon peel'
  const whose = 'the services of Liza Soriano on December 7, 2026, 9:00 AM from'
  const logs = await clinic.logs(id)
  expect(logs).toContainEqual(expect.stringContaining(`Changed ${whose} Diamond peel to ${all}`))
  expect(logs).toContainEqual(expect.stringContaining(`Undid a change: changed ${whose} ${all} to Diamond peel`))
})

test('the first service of a visit can be replaced; services that stay keep their booked duration', async () => {
  const id = await book('2026-12-08', '09:00:00', { further_services: [facial] })
  await setService(clinic.server.db, facial, { duration_minutes: 60 })
  try {
    const { data } = await change(id, [facial, laser])
    expect(data).toMatchObject({
      service_id: facial,
      service_name: 'Hydra glow',
      duration_minutes: 75,
      practitioner_id: bea,
      further_services: [{ service_id: laser }],
    })
    const back = (await undo(id)).data
    expect(back).toMatchObject({ service_id: peel, further_services: [{ service_id: facial, duration_minutes: 30 }] })
    expect((await change(id, [peel])).data).toMatchObject({ duration_minutes: 60, further_services: [] })
  } finally {
    await setService(clinic.server.db, facial, { duration_minutes: 30 })
  }
})

test('adding a service at an occupied time is a conflict that names the other visit, and staff may override it with a reason', async () => {
  const date = '2026-12-09'
  const id = await book(date, '09:00:00')
  await book(date, '10:00:00', { service_id: laser, treatment_id: clinic.catalogue.otherTreatmentId })
  const before = await slotsOf(id)
  const error = await errorOf(change(id, [peel, laser]))
  const conflicts = errorDataOf(visitContract.changeServices, 'slot_taken', error)?.conflicts
  expect([error.status, error.message]).toEqual([409, s.slotTaken])
  expect(conflicts).toEqual([{ id: device, name: 'Laser', why: 'busy', until: '10:45:00' }])
  expect(await slotsOf(id)).toEqual(before)
  const overbook = { resource_ids: [device], reason: 'Both fit' }
  const { data } = await change(id, [peel, laser], { overbook })
  expect(data).toMatchObject({ duration_minutes: 105, overbook_reason: 'Both fit' })
  expect((await undo(id)).data).toMatchObject({ duration_minutes: 60, overbook_reason: null })
})

test('adding a service is refused if the visit would then end after closing time or overlap another visit of the client', async () => {
  const date = '2026-12-10'
  await setHours(clinic.server.db, weekdayOf(date), '08:00', '17:00')
  const late = await book(date, '16:00:00')
  await expectRefused(change(late, [peel, laser]), 422, s.outsideHours)
  const client = await clinic.newClient()
  const body = (time: CivilTime) => ({ ...clinic.visit(date, time, client.id), status: 'confirmed' as const })
  const first = (await clinic.desk(contract.book, { body: body('09:00:00') })).data.appointment_id
  await clinic.desk(contract.book, { body: body('10:00:00') })
  await expectRefused(change(first, [peel, laser]), 409, termsMessages.clientIsBusy)
})

test('a service can be added to a treatment in progress', async () => {
  const { clock } = clinic.server
  const opened = clock.now
  const id = await book('2026-11-21', '10:00:00')
  await clinic.desk(contract.updateStatus, { params: { id }, body: { status: 'on-going' } })
  clock.now = new Date('2026-11-21T10:20:00+08:00')
  expect((await change(id, [peel, facial])).data).toMatchObject({ status: 'on-going', duration_minutes: 90 })
  clock.now = opened
})

test('invalid changes of services are rejected with a message and change nothing', async () => {
  const id = await book('2026-12-11', '09:00:00')
  await expectRefused(change(id, [peel]), 422, refusalMessages.sameServices)
  await expectRefused(change(id, []), 422, visitServicesMessages.atLeastOne)
  await expectRefused(change(id, [peel, peel]), 422, visitServicesMessages.twice)
  await expectRefused(change(id, [peel, ana]), 422, s.unknownService)
  await expectRefused(change(ana, [peel]), 404, s.notFound)
  const { version } = await clinic.read(id)
  await expectRefused(change(id, [peel, facial], {}, ifMatchVersion(version - 1)), 409, s.stateChanged)
  expect(await clinic.read(id)).toMatchObject({ version, duration_minutes: 60 })
  await clinic.desk(contract.updateStatus, { params: { id }, body: { status: 'cancelled', reason: 'clinic' } })
  await expectRefused(change(id, [peel, facial]), 409, refusalMessages.servicesFinal)
})

test('the services of a paid visit cannot be changed', async () => {
  const till = await openTill()
  const id = await till.appointment(till.client)
  await till.send(till.order([till.peel()], { appointment_id: id, is_walk_in: false }))
  const call = till.server.as(till.cashier.token)(visitContract.changeServices, {
    params: { id },
    body: { service_ids: [till.catalogue.otherServiceId] },
  })
  await expectRefused(call, 409, refusalMessages.servicesPaid)
  await till.server.close()
})

test('a queued message about a move lists the services that the visit has when the message is sent', async () => {
  const mail = await openMailClinic()
  const id = await mail.appointment('2026-12-02', '10:00:00', 'resched')
  const { serviceId, otherServiceId } = mail.catalogue
  await mail.desk(visitContract.changeServices, { params: { id }, body: { service_ids: [serviceId, otherServiceId] } })
  await mail.deliverAll()
  expect((await mail.messagesAbout(id)).filter(([occasion]) => occasion === 'moved')).toEqual([['moved', 'sent', null]])
  await mail.close()
})
