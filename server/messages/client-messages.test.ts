import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectRefused } from '#server/appointments/booking-fixture.ts'
import { createUser } from '#server/test/factories.ts'
import { authContract } from '#shared/auth/contract.ts'
import { messagesContract as contract } from '#shared/messages/contract.ts'
import { messagesMessages as s } from '#shared/messages/messages.ts'
import { openMailClinic, type MailClinic } from './message-fixture.ts'

let clinic: MailClinic
beforeAll(async () => {
  clinic = await openMailClinic()
})
afterAll(() => clinic.close())

const listOf = (id: string | null) => clinic.desk(contract.ofClient, { params: { id: id! } })
const resend = (id: string | null, message: string) =>
  clinic.desk(contract.resendToClient, { params: { id: id!, message } })

test('a cashier sees only the messages to the chosen client, and can send one of them again', async () => {
  const client = await createUser(clinic.server.db, 'client', { name: 'Nena Cruz' })
  const other = await createUser(clinic.server.db, 'client')
  await clinic.appointment('2026-12-01', '14:00:00', 'pending', client)
  await clinic.appointment('2026-12-01', '15:00:00', 'pending', other)
  clinic.mail.refuseWith(550)
  await clinic.deliverAll()
  clinic.mail.refuseWith(null)
  const { data, total } = await listOf(client.clientId)
  expect(total).toBe(1)
  expect(data).toMatchObject([
    { occasion: 'booked', state: 'failed', reason: 'EMESSAGE 550', person: 'Nena Cruz', can_resend: true },
  ])
  const { id } = data[0]!
  await expectRefused(resend(other.clientId, id), 404, s.cannotResend)
  expect((await resend(client.clientId, id)).message).toBe(s.resent)
  await expectRefused(resend(client.clientId, id), 409, s.cannotResend)
  await clinic.deliverAll()
  expect((await listOf(client.clientId)).data).toMatchObject([{ state: 'sent', can_resend: true }])
  expect(clinic.mail.received.map(({ to }) => to[0])).toContain(client.email)
})

test('a message with an access link is listed for a cashier, who cannot send it again', async () => {
  const client = await createUser(clinic.server.db, 'client')
  await clinic.server.as(null)(authContract.forgotPassword, { body: { email: client.email } })
  await expect.poll(async () => (await listOf(client.clientId)).total).toBe(1)
  await clinic.deliverAll()
  const { data } = await listOf(client.clientId)
  expect(data).toMatchObject([{ occasion: 'password_reset', state: 'sent', can_resend: false }])
  await expectRefused(resend(client.clientId, data[0]!.id), 409, s.notForStaff)
})

test('the messages of a client who does not exist get a 404', async () => {
  await expect(listOf('01900000-0000-7000-8000-00000000ffff')).rejects.toMatchObject({ status: 404 })
})
