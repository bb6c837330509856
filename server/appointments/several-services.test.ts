import { afterAll, beforeAll, expect, test } from 'vitest'
import { setHours, setService, type TestUser } from '#server/test/factories.ts'
import { boardContract } from '#shared/appointments/board-contract.ts'
import { availabilityContract, holdContract } from '#shared/appointments/availability-contract.ts'
import { errorOf } from '#server/sales/till-fixture.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { appointmentMessages as s, refusalMessages, termsMessages } from '#shared/appointments/messages.ts'
import { selfServiceContract } from '#shared/appointments/self-service-contract.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { errorDataOf } from '#shared/lib/http-client.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import { visitServicesMessages } from '#shared/lib/visit-services.ts'
import { exportContract } from '#shared/profile/contract.ts'
import { searchContract } from '#shared/search/contract.ts'
import { expectRefused, startServicesClinic, type BookingClinic } from './booking-fixture.ts'

let clinic: BookingClinic
let peel: string
let facial: string
let laser: string
let ana: string
let bea: string
let cora: string
let device: string

beforeAll(async () => {
  ;({ clinic, peel, facial, laser, ana, bea, cora, device } = await startServicesClinic())
})
afterAll(() => clinic.server.close())

const body = (date: CivilDate, time: CivilTime, further: string[], more: object = {}) => ({
  ...clinic.visit(date, time),
  further_services: further,
  ...more,
})

async function book(date: CivilDate, time: CivilTime, further: string[], more: object = {}, client?: TestUser) {
  const { id } = client ?? (await clinic.newClient())
  return (await clinic.desk(contract.book, { body: body(date, time, further, { user_id: id, ...more }) })).data
}

const slotsOf = async (id: string) =>
  (
    await clinic.server.db
      .selectFrom('resource_slots')
      .innerJoin('resources', 'resources.id', 'resource_slots.resource_id')
      .select(['resources.name', 'slot_at'])
      .where('appointment_id', '=', id)
      .orderBy('resources.name')
      .orderBy('slot_at')
      .execute()
  ).map(
    ({ name, slot_at }) => `${name} ${slot_at.toLocaleTimeString('en-GB', { timeZone: 'Asia/Manila' }).slice(0, 5)}`,
  )

const quarters = (name: string, ...times: string[]) => times.map((time) => `${name} ${time}`)

test('a visit can have two services: their durations add up, and a practitioner who offers both does both', async () => {
  const date = '2026-12-07'
  const booked = await book(date, '09:00:00', [facial])
  expect(booked).toMatchObject({
    service_id: peel,
    duration_minutes: 90,
    practitioner_name: 'Bea',
    further_services: [
      {
        service_id: facial,
        duration_minutes: 30,
        practitioner_id: bea,
        practitioner_name: 'Bea',
        treatment_name: 'Facials',
      },
    ],
  })
  const times = ['09:00', '09:15', '09:30', '09:45', '10:00', '10:15', '10:30']
  const slots = await slotsOf(booked.appointment_id)
  expect(slots.filter((slot) => slot.startsWith('Bea'))).toEqual(quarters('Bea', ...times))
  expect(slots).toHaveLength(14)
  expect(await clinic.read(booked.appointment_id)).toMatchObject({
    duration_minutes: 90,
    further_services: [{ service_id: facial }],
  })
  expect(await clinic.logs(booked.appointment_id)).toEqual([
    expect.stringMatching(/^Booked Diamond peel \+ Hydra glow with Bea for /),
  ])
})

test('when no practitioner offers all services, the services follow one another, each with its own practitioner and device', async () => {
  const date = '2026-12-08'
  const { appointment_id: id, ...booked } = await book(date, '09:00:00', [facial, laser], {})
  expect(booked.duration_minutes).toBe(135)
  // Another visit keeps Bea busy with a peel, so in the next visit Ana does the peel and Cora the facial.
  await book(date, '13:00:00', [], { practitioner_id: bea })
  const successive = await book(date, '13:30:00', [facial])
  expect([successive.practitioner_name, successive.further_services[0]?.practitioner_name]).toEqual(['Ana', 'Cora'])
  const slots = await slotsOf(id)
  expect(slots.filter((slot) => slot.startsWith('Laser'))).toEqual(quarters('Laser', '10:30', '10:45', '11:00'))
  // The room is occupied for the 135 minutes of the three services, without clean-up time: the facial's is left out
  // because the same client stays in the room, and the laser, which comes last, needs none.
  expect(slots.filter((slot) => !/^(Ana|Bea|Cora|Laser) /.test(slot))).toHaveLength(9)
  const board = (await clinic.desk(boardContract.day, { querystring: { date } })).data
  const shown = board.visits.find((visit) => visit.id === id)!
  expect(shown.uses).toContainEqual({ resource_id: device, from: 630, to: 675 })
  expect(board.services.map((service) => service.id)).toEqual(expect.arrayContaining([peel, facial, laser]))
})

test('free times fit all services of a visit and name the practitioner who does all of them; no visit would end after closing time', async () => {
  const date = '2026-12-09'
  await setHours(clinic.server.db, 3, '08:00', '12:00')
  const ask = (further?: string, practitioner_id?: string) =>
    clinic.server.as(null)(availabilityContract.availability, {
      querystring: {
        service_id: peel,
        date,
        ...(further && { further_services: further }),
        ...(practitioner_id && { practitioner_id }),
      },
    })
  const one = (await ask()).data
  const two = (await ask(facial)).data
  expect([one.duration_minutes, two.duration_minutes]).toEqual([60, 90])
  expect(one.practitioners.map(({ name }) => name)).toEqual(['Ana', 'Bea'])
  expect(two.practitioners.map(({ name }) => name)).toEqual(['Bea'])
  expect(one.days[0]!.starts.at(-1)!.time).toBe('11:00:00')
  expect(two.days[0]!.starts.at(-1)!.time).toBe('10:30:00')
  await book(date, '08:00:00', [], { practitioner_id: bea })
  const later = (await ask(facial)).data.days[0]!.starts
  expect(later[0]).toEqual({ time: '08:00:00', practitioners: [] })
  expect((await ask(facial, bea)).data.days[0]!.starts[0]!.time).toBe('09:00:00')
  expect((await ask(facial, ana)).data.days[0]!.starts).toEqual([])
  const taken = await clinic.server.as(null)(contract.unavailableTimes, {
    body: { date, service_id: peel, further_services: [facial], practitioner_id: bea },
  })
  expect(taken.appointment_times).toEqual(expect.arrayContaining(['08:00:00', '08:30:00', '11:00:00']))
  expect(taken.appointment_times).not.toContain('10:30:00')
  await expectRefused(book(date, '11:00:00', [facial]), 422, s.outsideHours)
  await setHours(clinic.server.db, 3, '08:00', '00:30')
})

test('a booking with a duplicate service, with one that is not offered, or with more than five services is rejected', async () => {
  const date = '2026-12-10'
  await expectRefused(book(date, '09:00:00', [peel]), 422, visitServicesMessages.twice)
  await expectRefused(book(date, '09:00:00', [facial, facial]), 422, visitServicesMessages.twice)
  await expectRefused(book(date, '09:00:00', [ana]), 422, s.unknownService)
  await expectRefused(book(date, '09:00:00', [ana, bea, cora, facial, laser]), 422, visitServicesMessages.atMost)
  await expectRefused(book(date, '09:00:00', [facial], { practitioner_id: ana }), 422, termsMessages.notTheirService)
  await expectRefused(
    clinic.server.as(null)(availabilityContract.availability, {
      querystring: { service_id: peel, further_services: ana, date },
    }),
    404,
    s.unknownService,
  )
  const left = await clinic.desk(contract.list, { querystring: { scope: 'range', from: date, to: date } })
  expect(left.total).toBe(0)
})

test('a move keeps the whole visit with its booked durations and practitioners; undo restores all of it', async () => {
  const client = await clinic.newClient()
  const { appointment_id: id } = await book('2026-12-14', '09:00:00', [facial], {}, client)
  const before = await slotsOf(id)
  await setService(clinic.server.db, facial, { duration_minutes: 60 })
  const moved = await clinic.desk(contract.reschedule, {
    params: { id },
    body: { appointment_id: id, appointment_date: '2026-12-15', appointment_time: '14:00:00' },
  })
  expect(moved.data).toMatchObject({
    duration_minutes: 90,
    practitioner_name: 'Bea',
    further_services: [{ duration_minutes: 30, practitioner_name: 'Bea' }],
  })
  expect((await slotsOf(id)).filter((slot) => slot.startsWith('Bea'))).toHaveLength(7)
  await clinic.desk(visitContract.undo, { params: { id }, body: {} })
  expect(await slotsOf(id)).toEqual(before)
  const own = clinic.server.as(client.token)
  const free = await own(contract.unavailableTimes, {
    body: { date: '2026-12-14', service_id: peel, appointment_id: id },
  })
  expect(free.appointment_times).not.toContain('09:30:00')
  const byClient = await own(selfServiceContract.move, {
    params: { id },
    body: { appointment_date: '2026-12-14', appointment_time: '09:30:00' },
  })
  expect(byClient.data).toMatchObject({ duration_minutes: 90, further_services: [{ practitioner_name: 'Bea' }] })
  await setService(clinic.server.db, facial, { duration_minutes: 30 })
})

test('a reservation covers all services of a visit, and only its holder can book it', async () => {
  const date = '2026-12-16'
  const wish = { appointment_date: date, appointment_time: '09:00:00', service_id: peel, further_services: [facial] }
  const { data } = await clinic.server.as(null)(holdContract.hold, { body: wish })
  expect(data.seconds_left).toBe(600)
  const held = await clinic.server.db
    .selectFrom('resource_slots')
    .select('slot_at')
    .where('hold_id', 'is not', null)
    .execute()
  expect(held.length).toBe(14)
  await expectRefused(book(date, '09:00:00', [facial], { practitioner_id: bea }), 409, s.slotTaken)
})

test('every list and search shows all services of a visit, also after one of them is deleted', async () => {
  const client = await clinic.newClient('Luningning Abad')
  const { appointment_id: id } = await book('2026-12-17', '09:00:00', [laser], {}, client)
  const own = clinic.server.as(client.token)
  const names = async () => {
    const mine = (await own(contract.mine, { querystring: {} })).appointments.find(
      (visit) => visit.appointment_id === id,
    )
    const calendar = await clinic.desk(contract.calendar, { querystring: { from: '2026-12-17', to: '2026-12-17' } })
    const found = await clinic.desk(searchContract.find, { querystring: { q: 'Luningning' } })
    const exported = await own(exportContract.read, {})
    return [
      mine?.further_services.map((service) => service.service_name),
      calendar.appointments[0]?.further_services.map((service) => service.service_name),
      found.data.visits.map((visit) => visit.service_name.split(' + ').length),
      exported.appointments.map((visit) => visit.service.split(' + ').length),
    ]
  }
  const all = await names()
  expect(all[2]).toEqual([2])
  expect(all[3]).toEqual([2])
  expect(all[0]).toEqual(all[1])
  await clinic.admin(catalogueContract.deleteService, { params: { id: laser }, body: {} })
  expect(await names()).toEqual(all)
  await clinic.server.db.updateTable('services').set({ deleted_at: null }).where('id', '=', laser).execute()
})

test('a client answers the questions of the services and adds a note; staff read both, and other questions are refused', async () => {
  const { db } = clinic.server
  await db
    .updateTable('services')
    .set({ questions: ['Are you pregnant?'] })
    .where('id', '=', peel)
    .execute()
  await db
    .updateTable('services')
    .set({ questions: ['Any allergy?'] })
    .where('id', '=', facial)
    .execute()
  const client = await clinic.newClient()
  const asClient = clinic.server.as(client.token)
  const note = 'I come with my baby.\nPlease call me first.'
  const answers = [
    { question: 'Are you pregnant?', answer: 'No' },
    { question: 'Any allergy?', answer: 'Latex' },
  ]
  const unasked = body('2026-12-18', '09:00:00', [facial], { answers: [{ question: 'Paid already?', answer: 'Yes' }] })
  const refused = await errorOf(asClient(contract.book, { body: unasked }))
  expect([refused.status, refused.message]).toEqual([409, refusalMessages.questionsChanged])
  expect(errorDataOf(contract.book, 'conflict', refused)).toEqual(['Are you pregnant?', 'Any allergy?'])
  const wanted = body('2026-12-18', '09:00:00', [facial], { answers, client_note: note })
  const { appointment_id: id } = (await asClient(contract.book, { body: wanted })).data
  const { data: seen } = await clinic.desk(visitContract.one, { params: { id } })
  expect(seen.client_note).toBe(`Are you pregnant? No\nAny allergy? Latex\n${note}`)
  const own = await asClient(exportContract.read, {})
  expect(own.appointments).toMatchObject([{ client_note: seen.client_note }])
})
