import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import { expectRefused, startBookingClinic, type BookingClinic } from './booking-fixture.ts'

let clinic: BookingClinic

beforeAll(async () => {
  clinic = await startBookingClinic()
})
afterAll(() => clinic.server.close())

test('a client has at most five open bookings; staff may book more for the client', async () => {
  const client = await clinic.newClient()
  const own = clinic.server.as(client.token)
  const times = ['08:00:00', '08:30:00', '09:00:00', '09:30:00', '10:00:00']
  for (const time of times) await own(contract.book, { body: clinic.visit('2026-12-02', time) })
  const sixth = clinic.visit('2026-12-02', '10:30:00', client.id)
  await expectRefused(own(contract.book, { body: sixth }), 409, s.tooManyOpen)
  await clinic.desk(contract.book, { body: sixth })
})

test('a client who books and cancels repeatedly is stopped after ten bookings within an hour', async () => {
  const client = await clinic.newClient()
  const own = clinic.server.as(client.token)
  for (let i = 0; i < 10; i++) {
    const { data } = await own(contract.book, { body: clinic.visit('2026-12-03', '08:00:00') })
    await own(contract.cancelMine, { params: { id: data.appointment_id }, body: {} })
  }
  const body = clinic.visit('2026-12-03', '08:00:00')
  await expectRefused(own(contract.book, { body }), 429, s.tooManyInAnHour)
  const { headers } = await clinic.server.app.inject({
    method: 'POST',
    url: '/api/store-appointments',
    headers: { authorization: `Bearer ${client.token}` },
    payload: body,
  })
  expect(headers['retry-after']).toBe('3600')
  clinic.server.clock.now = new Date(clinic.server.clock.now.getTime() + 3_601_000)
  await own(contract.book, { body })
  clinic.server.clock.now = new Date('2026-11-21T09:00:00+08:00')
})

test('twenty simultaneous bookings of one client stay within the limit of open bookings', async () => {
  const client = await createUser(clinic.server.db, 'client')
  const own = clinic.server.as(client.token)
  const tries = Array.from({ length: 20 }, (_, i) => {
    const time = `${String(8 + Math.floor(i / 2)).padStart(2, '0')}:${i % 2 ? '30' : '00'}:00`
    return own(contract.book, { body: clinic.visit('2026-12-04', time) }).then(
      () => 201,
      (error: { status: number }) => error.status,
    )
  })
  const statuses = await Promise.all(tries)
  expect(statuses.filter((status) => status === 201)).toHaveLength(5)
  expect(statuses.filter((status) => status === 409)).toHaveLength(15)
})
