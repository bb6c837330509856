import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBookingClinic, type BookingClinic } from '#server/appointments/booking-fixture.ts'
import { usersContract } from '#shared/users/contract.ts'
import { userMessages } from '#shared/users/messages.ts'

let clinic: BookingClinic
beforeAll(async () => {
  clinic = await startBookingClinic()
})
afterAll(() => clinic.server.close())

const ahead = async (id: string) =>
  (await clinic.admin(usersContract.appointmentsAhead, { params: { id } })).data.appointments_ahead

test('when an account is closed, visits from today on that are neither completed nor cancelled stay booked', async () => {
  const client = await clinic.newClient('Bianca Garcia')
  expect(await ahead(client.id)).toBe(0)
  await clinic.appointment('2026-11-21', '10:00:00', 'on-going', client)
  await clinic.appointment('2026-11-21', '11:00:00', 'completed', client)
  await clinic.appointment('2026-11-22', '10:00:00', 'pending', client)
  await clinic.appointment('2026-11-23', '10:00:00', 'confirmed', client)
  await clinic.appointment('2026-11-24', '10:00:00', 'resched', client)
  await clinic.appointment('2026-11-25', '10:00:00', 'cancelled', client)
  await clinic.appointment('2026-11-22', '12:00:00')
  expect(await ahead(client.id)).toBe(4)
  // One minute before midnight in Manila it is still the same day; afterwards the visit is past.
  clinic.server.clock.now = new Date('2026-11-22T23:59:00+08:00')
  expect(await ahead(client.id)).toBe(3)
  clinic.server.clock.now = new Date('2026-11-23T00:00:00+08:00')
  expect(await ahead(client.id)).toBe(2)
})

test('closing an account leaves its upcoming visits booked, and the log has their number', async () => {
  clinic.server.clock.now = new Date('2026-11-21T09:00:00+08:00')
  const client = await clinic.newClient('Rosa Lim')
  const id = await clinic.appointment('2026-11-27', '10:00:00', 'confirmed', client)
  await clinic.admin(usersContract.remove, { params: { id: client.id } })
  expect((await clinic.read(id)).status).toBe('confirmed')
  expect(await clinic.logs(client.id)).toContain('Closed the account of Rosa Lim (appointments that stay booked: 1)')
})

test('an admin who asks for the number of a person’s upcoming visits gets 0 if the person is staff, and a 404 if the account is unknown or closed', async () => {
  expect(await ahead(clinic.cashier.id)).toBe(0)
  const gone = await clinic.newClient()
  await clinic.admin(usersContract.remove, { params: { id: gone.id } })
  for (const id of [gone.id, '01900000-0000-7000-8000-00000000ffff'])
    await expect(ahead(id)).rejects.toMatchObject({ status: 404, message: userMessages.notFound })
  await expect(ahead('1')).rejects.toMatchObject({ status: 422 })
})

test('the confirmation of closing an account uses singular or plural correctly', () => {
  expect(userMessages.staysBooked('Ana', 1)).toBe(
    'Ana has 1 appointment from today on, which stays booked. Cancel it first if it will not take place.',
  )
  expect(userMessages.staysBooked('Ana', 2)).toBe(
    'Ana has 2 appointments from today on, which stay booked. Cancel them first if they will not take place.',
  )
})
