import { expect, onTestFinished, test } from 'vitest'
import { recoverMessages } from '#server/messages/outbox/outbox.ts'
import { inTransaction } from '#server/db/transactions.ts'
import type { SmsGateway } from '#server/messages/transport/sms-gateway.ts'
import { createUser } from '#server/test/factories.ts'
import { messagesContract } from '#shared/messages/contract.ts'
import { openMailClinic } from './message-fixture.ts'
import { deliver } from './deliver.ts'

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
  const clinic = await openMailClinic({ sms })
  onTestFinished(() => clinic.close())
  const client = await createUser(clinic.server.db, 'client', { contactNumber: '0917 123 4596' })
  const { db: ownerDb, appDb, clock } = clinic.server
  await clinic.admin(messagesContract.saveOccasion, {
    body: { occasion: 'booked', channel: 'sms', is_on: true, subject: null, body: null },
  })
  await clinic.appointment('2026-12-03', '14:00:00', 'pending', client)
  const find = () => ownerDb.selectFrom('messages').selectAll().where('channel', '=', 'sms').executeTakeFirstOrThrow()
  const db = new Proxy(clinic.services.db, {
    get(target, name) {
      if (isAway && name === 'transaction') throw new Error('The database is away.')
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  await deliver({ ...clinic.services, db }, (await find()).id, new AbortController().signal)
  expect(await find()).toMatchObject({ state: 'sent', tries: 1 })
  await inTransaction(appDb, (tx) => recoverMessages(tx, new Date(clock.now.getTime() + 121_000)))
  expect((await find()).state).toBe('sent')
  expect(sent).toBe(1)
})
