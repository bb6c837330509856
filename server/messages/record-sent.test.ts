import { expect, onTestFinished, test } from 'vitest'
import { recoverMessages } from '#server/messages/outbox/outbox.ts'
import { inTransaction } from '#server/db/transactions.ts'
import type { SmsGateway } from '#server/messages/transport/sms-gateway.ts'
import { createUser } from '#server/test/factories.ts'
import { messagesContract } from '#shared/messages/contract.ts'
import { openMailClinic } from './message-fixture.ts'
import { deliver } from './deliver.ts'

/** Opens a clinic with one SMS to send. `isAway` is asked before each transaction: if true, the transaction fails. */
async function openClinicWithSms(sms: SmsGateway, isAway: () => boolean) {
  const clinic = await openMailClinic({ sms })
  onTestFinished(() => clinic.close())
  const client = await createUser(clinic.server.db, 'client', { contactNumber: '0917 123 4596' })
  await clinic.admin(messagesContract.saveOccasion, {
    body: { occasion: 'booked', channel: 'sms', is_on: true, subject: null, body: null },
  })
  await clinic.appointment('2026-12-03', '14:00:00', 'pending', client)
  const find = () =>
    clinic.server.db.selectFrom('messages').selectAll().where('channel', '=', 'sms').executeTakeFirstOrThrow()
  const db = new Proxy(clinic.services.db, {
    get(target, name) {
      if (name === 'transaction' && isAway()) throw new Error('The database is away.')
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  return { clinic, find, services: { ...clinic.services, db } }
}

test('an SMS accepted during a database outage is recorded afterwards, and not sent again', async () => {
  // True while the test makes the database unavailable: for one second after the gateway has accepted the SMS.
  let isAway = false
  let sent = 0
  const sms: SmsGateway = {
    host: 'gateway.example',
    everyMs: 1,
    send: () => {
      sent++
      isAway = true
      setTimeout(() => (isAway = false), 1_000)
      return Promise.resolve()
    },
  }
  const { clinic, find, services } = await openClinicWithSms(sms, () => isAway)
  const { appDb, clock } = clinic.server
  await deliver(services, (await find()).id, new AbortController().signal)
  expect(await find()).toMatchObject({ state: 'sent', tries: 1 })
  await inTransaction(appDb, (tx) => recoverMessages(tx, new Date(clock.now.getTime() + 121_000)))
  expect((await find()).state).toBe('sent')
  expect(sent).toBe(1)
})

test('if the app stops while it waits to record an accepted SMS, the SMS is recorded at once', async () => {
  const closing = new AbortController()
  let failures = 0
  const sms: SmsGateway = {
    host: 'gateway.example',
    everyMs: 1,
    send: () => {
      failures = 1
      return Promise.resolve()
    },
  }
  const { find, services } = await openClinicWithSms(sms, () => {
    if (failures === 0) return false
    failures--
    // The first try to record the SMS fails, and the app stops in the pause before the next try.
    setImmediate(() => closing.abort())
    return true
  })
  await deliver(services, (await find()).id, closing.signal)
  expect((await find()).state).toBe('sent')
})
