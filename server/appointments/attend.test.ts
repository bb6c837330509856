import { afterAll, beforeAll, expect, test } from 'vitest'
import { logEntries } from '#server/test/log-entries.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { appointmentMessages as s, refusalMessages } from '#shared/appointments/messages.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { requestRefusals } from '#shared/lib/messages.ts'
import { expectRefused, startBookingClinic, type BookingClinic } from './booking-fixture.ts'

const TODAY = '2026-11-21'
let clinic: BookingClinic

beforeAll(async () => {
  clinic = await startBookingClinic()
})
afterAll(() => clinic.server.close())

const setArrived = (id: string, arrived = true) =>
  clinic.desk(visitContract.setArrived, { params: { id }, body: { arrived } })
const note = (id: string, text: string, version?: number) =>
  clinic.desk(
    visitContract.changeNote,
    { params: { id }, body: { note: text } },
    version === undefined ? {} : { headers: { 'if-match': `"${version}"` } },
  )

test('an arrival is recorded once with its time, appears in every list, and can be undone', async () => {
  const id = await clinic.appointment(TODAY, '10:00:00', 'confirmed', await clinic.newClient('Nena Cruz'))
  const { data } = await setArrived(id)
  expect(data).toMatchObject({ status: 'confirmed', version: 2, arrived_at: '2026-11-21T09:00:00+08:00' })
  clinic.server.clock.now = new Date('2026-11-21T09:05:00+08:00')
  expect((await setArrived(id)).data.arrived_at).toBe('2026-11-21T09:00:00+08:00')
  const calendar = await clinic.desk(contract.calendar, { querystring: { from: TODAY, to: TODAY } })
  expect(calendar.appointments.find((row) => row.id === id)?.arrived_at).toBe('2026-11-21T09:00:00+08:00')
  expect((await clinic.read(id)).arrived_at).toBe('2026-11-21T09:00:00+08:00')
  expect((await setArrived(id, false)).data.arrived_at).toBeNull()
  expect((await clinic.logs(id)).slice(-2)).toEqual([
    'Marked that Nena Cruz has arrived for the appointment on November 21, 2026, 10:00 AM',
    'Took back that Nena Cruz has arrived for the appointment on November 21, 2026, 10:00 AM',
  ])
  clinic.server.clock.now = new Date('2026-11-21T09:00:00+08:00')
})

test('an arrival recorded on another day than the visit’s, or after the treatment has begun, is rejected and changes nothing', async () => {
  const tomorrow = await clinic.appointment('2026-11-22', '10:00:00', 'confirmed')
  await expectRefused(setArrived(tomorrow), 409, refusalMessages.arrivalOnlyOnDate('Sunday, November 22, 2026'))
  const begun = await clinic.appointment(TODAY, '11:00:00', 'on-going')
  const error = await expectRefused(setArrived(begun), 409, refusalMessages.arrivalNotBegun)
  expect(error.data).toMatchObject({ id: begun, status: 'on-going', arrived_at: null })
  expect(await clinic.logs(begun)).toHaveLength(3)
  await expectRefused(setArrived('01900000-0000-7000-8000-00000000dead'), 404, s.notFound)
})

test('an arrival for a visit at the midnight that ends today can be recorded until after midnight', async () => {
  const id = await clinic.appointment(TODAY, '00:00:00', 'confirmed')
  clinic.server.clock.now = new Date('2026-11-22T00:05:00+08:00')
  expect((await setArrived(id)).data.arrived_at).toBe('2026-11-22T00:05:00+08:00')
  clinic.server.clock.now = new Date('2026-11-21T09:00:00+08:00')
})

test('moving a visit to another day removes the mark that the client has arrived, and moving it within the day keeps the mark', async () => {
  const id = await clinic.appointment(TODAY, '12:00:00', 'confirmed')
  await setArrived(id)
  const move = (appointment_date: string, appointment_time: string) =>
    clinic.desk(contract.reschedule, {
      params: { id },
      body: { appointment_id: id, appointment_date, appointment_time },
    })
  expect((await move(TODAY, '12:30:00')).data.arrived_at).not.toBeNull()
  expect((await move('2026-11-24', '12:30:00')).data.arrived_at).toBeNull()
})

test('a note about a visit is visible to staff, has its own version, and its text is in no log', async () => {
  const client = await clinic.newClient()
  const id = await clinic.appointment(TODAY, '13:00:00', 'confirmed', client)
  expect((await note(id, 'Prefers the quiet room', 1)).data).toEqual({ text: 'Prefers the quiet room', version: 2 })
  const stale = await expectRefused(note(id, 'Bring the laser', 1), 409, requestRefusals.stale)
  expect(stale.data).toEqual({ text: 'Prefers the quiet room', version: 2 })
  expect(await clinic.read(id)).toMatchObject({ note: { text: 'Prefers the quiet room', version: 2 }, version: 2 })
  const mine = await clinic.server.as(client.token)(contract.mine, { querystring: {} })
  expect(JSON.stringify(mine)).not.toContain('quiet room')
  expect((await note(id, '  ', 2)).data).toEqual({ text: null, version: 3 })
  const events = await logEntries(clinic.server.db, { subject_id: id })
  expect(events.filter(({ action }) => action.startsWith('Changed the note'))).toHaveLength(2)
  expect(JSON.stringify(events)).not.toContain('quiet room')
})

test('a note written between two status changes of a visit makes neither of them stale', async () => {
  const id = await clinic.appointment(TODAY, '14:00:00', 'confirmed')
  await note(id, 'Runs late')
  await setArrived(id)
  const started = await clinic.desk(
    contract.updateStatus,
    { params: { id }, body: { status: 'on-going' } },
    { headers: { 'if-match': '"2"' } },
  )
  expect(started.data).toMatchObject({ status: 'on-going', note: { text: 'Runs late' } })
})

test('a client’s no-shows are counted, with the date of the last one; other cancellations and undone no-shows do not count', async () => {
  const client = await clinic.newClient()
  const cancel = (id: string, reason: 'no-show' | 'client') =>
    clinic.desk(contract.updateStatus, { params: { id }, body: { status: 'cancelled', reason } })
  const read = async () => (await clinic.desk(visitContract.noShows, { params: { id: client.clientId! } })).data
  expect(await read()).toEqual({ no_shows: 0, last_date: null })
  const ids = await Promise.all(
    ['15:00:00', '15:30:00', '16:00:00'].map((time) => clinic.appointment(TODAY, time, 'confirmed', client)),
  )
  await cancel(ids[0]!, 'no-show')
  await cancel(ids[1]!, 'client')
  await cancel(ids[2]!, 'no-show')
  expect(await read()).toEqual({ no_shows: 2, last_date: TODAY })
  await clinic.desk(visitContract.undo, { params: { id: ids[2]! }, body: {} })
  expect(await read()).toEqual({ no_shows: 1, last_date: TODAY })
})
