import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '#server/backup/backup-fixture.ts'
import { defaultLimits } from '#server/lib/http/limits.ts'
import { lineMakers, orderOf } from '#server/sales/till-fixture.ts'
import { createUser } from '#server/test/factories.ts'
import { fingerprintTables } from '#server/test/fingerprint.ts'
import { offerFreeTimes } from '#server/waitlist/offer-runner.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { contactContract, authContract } from '#shared/auth/contract.ts'
import { invitationsContract } from '#shared/users/contract.ts'
import { NO_CHANNELS, type MessageType } from '#shared/messages/message-types.ts'
import { messagesContract } from '#shared/messages/contract.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { ownWaitlistContract } from '#shared/waitlist/contract.ts'
import { openMailClinic, type MailClinic } from './message-fixture.ts'

let clinic: MailClinic
beforeAll(async () => {
  // The test itself calls the job that offers freed times to the waitlist.
  clinic = await openMailClinic({ offersAtOnce: false })
})
afterAll(() => clinic.close())

const offer = (channels = { email: true, sms: false }) =>
  offerFreeTimes({
    db: clinic.server.appDb,
    clock: () => clinic.server.clock.now,
    limits: defaultLimits.waitlist,
    channels,
    publish: () => undefined,
    warn: (error) => {
      throw error
    },
  })
/** Adds a waitlist entry for a morning in which a visit was cancelled. */
async function waitFor(date: string): Promise<void> {
  const id = await clinic.appointment(date, '10:00:00', 'confirmed')
  const client = await clinic.newClient()
  const { serviceId: service_id } = clinic.catalogue
  await clinic.server.as(client.token)(ownWaitlistContract.join, {
    body: { service_id, first_date: date, last_date: date, day_parts: ['morning'] },
  })
  await clinic.desk(appointmentsContract.updateStatus, {
    params: { id },
    body: { status: 'cancelled', reason: 'other' },
  })
}
async function sell(): Promise<string> {
  const client = await clinic.newClient()
  const body = orderOf(client, [lineMakers(clinic.catalogue).peel()])
  return (await clinic.desk(salesContract.checkout, { body }, { idempotencyKey: randomUUID() })).data.id
}

type Change = () => Promise<unknown>
/** For each message type a function that prepares the test data and returns the change that causes the message. */
const changes: [occasion: MessageType, ready: () => Promise<Change>][] = [
  [
    'booked',
    async () => {
      const client = await clinic.newClient()
      return () => clinic.desk(appointmentsContract.book, { body: clinic.visit('2026-12-01', '10:00:00', client.id) })
    },
  ],
  [
    'confirmed',
    async () => {
      const id = await clinic.appointment('2026-12-02', '10:00:00')
      return () => clinic.desk(appointmentsContract.updateStatus, { params: { id }, body: { status: 'confirmed' } })
    },
  ],
  [
    'receipt',
    async () => {
      const id = await sell()
      return () => clinic.desk(messagesContract.emailReceipt, { params: { id } })
    },
  ],
  [
    'invitation',
    async () => () =>
      clinic.admin(invitationsContract.invite, {
        body: { name: 'Liza Ramos', email: 'liza@example.ph', role: 'cashier' },
      }),
  ],
  [
    'email_verification',
    async () => {
      const { token } = await clinic.newClient()
      return () => clinic.server.as(token)(contactContract.sendLink, {})
    },
  ],
  [
    'offer',
    async () => {
      await waitFor('2026-12-03')
      return () => offer()
    },
  ],
]

const rows = (occasion: string) =>
  clinic.server.db.selectFrom('messages').select('state').where('occasion', '=', occasion).execute()

test.each(changes)(
  'the message %s is written to the outbox in the transaction of its change, and not sent within this transaction',
  async (occasion, ready) => {
    const change = await ready()
    const before = (await rows(occasion)).length
    const whole = await fingerprintTables(clinic.server.db)
    // If the message cannot be written, the change is rolled back.
    await withClient(clinic.server.database.ownerUrl, async (owner) => {
      await owner.query(`alter table messages add constraint none check (occasion <> '${occasion}') not valid`)
      await expect(change()).rejects.toThrow()
      await owner.query('alter table messages drop constraint none')
    })
    expect(await fingerprintTables(clinic.server.db)).toEqual(whole)
    await change()
    const stored = await rows(occasion)
    expect(stored).toHaveLength(before + 1)
    expect(stored.every(({ state }) => state === 'queued')).toBe(true)
    expect(clinic.mail.offered()).toBe(0)
  },
)

test('the e-mail about a forgotten password is also written to the outbox, after the request was answered', async () => {
  const cashier = await createUser(clinic.server.db, 'cashier')
  await clinic.server.as(null)(authContract.forgotPassword, { body: { email: cashier.email } })
  await expect.poll(() => clinic.messagesAbout(cashier.id)).toEqual([['password_reset', 'queued', null]])
  expect(clinic.mail.offered()).toBe(0)
})

test('if the clinic has no mail server, the e-mail about a waitlist offer is skipped, and the missing mail server is stored as the reason', async () => {
  await waitFor('2026-12-04')
  await offer(NO_CHANNELS)
  const stored = await clinic.server.db
    .selectFrom('messages')
    .select(['state', 'reason'])
    .where('occasion', '=', 'offer')
    .where('channel', '=', 'email')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  expect(stored[0]).toEqual({ state: 'skipped', reason: 'no-email-server' })
})
