import { expect, onTestFinished, test } from 'vitest'
import { expectRefused } from '#server/appointments/booking-fixture.ts'
import { defaultLimits } from '#server/lib/http/limits.ts'
import { httpSmsGateway } from '#server/messages/transport/sms-gateway.ts'
import { createUser } from '#server/test/factories.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { startSmsGateway } from '#server/test/sms-gateway.ts'
import { messagesContract } from '#shared/messages/contract.ts'
import { messagesMessages as s } from '#shared/messages/messages.ts'
import { openMailClinic } from './message-fixture.ts'

test('a test SMS has its own text, arrives even if the clinic’s name begins with TEST, and is logged', async () => {
  const gateway = await startSmsGateway(Infinity)
  onTestFinished(() => gateway.close())
  const settings = { kind: 'semaphore', url: gateway.url, apiKey: 'key', sender: undefined } as const
  const clinic = await openMailClinic({ sms: httpSmsGateway(settings) })
  onTestFinished(() => clinic.close())
  const { db } = clinic.server
  await db.updateTable('branches').set({ name: 'Testa.ph' }).execute()
  const admin = await createUser(db, 'admin', { contactNumber: '0917 123 4567' })
  const send = () => clinic.server.as(admin.token)(messagesContract.test, { body: { channel: 'sms' } })
  expect((await send()).message).toBe(s.testQueued('0917 123 4567'))
  await clinic.deliverAll()
  expect(gateway.taken).toMatchObject([
    { number: '+639171234567', message: '* Testa. ph: This is a test. The clinic can send SMS.' },
  ])
  expect(clinic.mail.received).toEqual([])
  const entries = await logEntries(db)
  expect(entries.find(({ event }) => event === 'messages.test.sent')?.action).toBe('Sent a test SMS')
  // Sends all tests that the limit allows; there is a limit, because each SMS costs money.
  for (let n = 1; n < defaultLimits.messageTestsPerPerson.tries; n++) await send()
  await expectRefused(send(), 429, s.tooManyTests)
  const nobody = clinic.server.as((await createUser(db, 'admin')).token)
  await expectRefused(nobody(messagesContract.test, { body: { channel: 'sms' } }), 409, s.testNeeds.sms)
})

test('an admin can send ten test e-mails an hour, and test SMS are counted separately', async () => {
  const gateway = await startSmsGateway(Infinity)
  onTestFinished(() => gateway.close())
  const settings = { kind: 'semaphore', url: gateway.url, apiKey: 'key', sender: undefined } as const
  const clinic = await openMailClinic({ sms: httpSmsGateway(settings) })
  onTestFinished(() => clinic.close())
  const { clock, db } = clinic.server
  const admin = clinic.server.as((await createUser(db, 'admin', { contactNumber: '0917 123 4567' })).token)
  const send = (channel: 'email' | 'sms', as = admin) => as(messagesContract.test, { body: { channel } })
  expect(defaultLimits.messageTestsPerPerson).toEqual({ tries: 10, windowSeconds: 3600 })
  for (let n = 1; n <= 10; n++) await send('email')
  await expectRefused(send('email'), 429, s.tooManyTests)
  await clinic.deliverAll()
  expect(clinic.mail.received).toHaveLength(10)
  await send('sms')
  await send('email', clinic.admin)
  clock.now = new Date(clock.now.getTime() + 3600_000)
  await send('email')
})
