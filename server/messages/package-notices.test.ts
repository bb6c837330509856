import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { httpSmsGateway } from '#server/messages/transport/sms-gateway.ts'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { documentsContract } from '#shared/clinic/documents-contract.ts'
import { messagesContract } from '#shared/messages/contract.ts'
import { ownedPackagesContract } from '#shared/prepaid/owned-packages-contract.ts'
import { writePackageNotices } from './due-messages.ts'
import { openMailClinic, type MailClinic } from './message-fixture.ts'
import { sellPackage } from './sold-package-fixture.ts'

// No server listens on this port, because these tests never send an SMS.
const sms = httpSmsGateway({ kind: 'webhook', url: 'http://127.0.0.1:9/sms', token: undefined })
const channels = { email: true, sms: true }
let clinic: MailClinic
beforeAll(async () => {
  clinic = await openMailClinic({ sms })
})
afterAll(() => clinic.close())
beforeEach(async () => {
  clinic.mail.received.length = 0
  at('2026-11-21T09:00:00')
  await acceptClock('2026-11-21')
})

const at = (instant: string) => {
  clinic.server.clock.now = new Date(`${instant}+08:00`)
}
/** Lets the admin accept the server's clock, because nothing has been entered in the books for months. */
const acceptClock = (date: string) => clinic.admin(documentsContract.acceptClock, { body: { date } })
const write = () =>
  writePackageNotices(clinic.server.appDb, { branchId: MAIN_BRANCH_ID, channels, now: clinic.server.clock.now })
const newClient = (name = 'Nena Cruz') =>
  createUser(clinic.server.db, 'client', { name, contactNumber: '0917 555 0142' })
/** Sells a package of three sessions on November 21, 2026. Without other months its last day is November 21, 2027. */
const sell = (client: TestUser, more: { months?: number; is_transferable?: boolean } = {}) =>
  sellPackage(clinic, { service_id: clinic.catalogue.serviceId, user_id: client.id, sessions: 3, ...more })
const statesOf = async (id: string) => (await clinic.messagesAbout(id)).map(([, state, reason]) => reason ?? state)

test('30 days and 7 days before the last day of a package, a client gets one message each with the number of sessions left', async () => {
  const client = await newClient()
  const { id } = await sell(client)
  at('2027-10-21T10:00:00')
  expect(await write()).toBe(0)
  at('2027-10-22T09:59:00')
  expect(await write()).toBe(0)
  at('2027-10-22T10:00:00')
  expect(await write()).toBe(1)
  expect(await write()).toBe(0)
  await clinic.deliverAll()
  const { email, to } = clinic.mail.received[0]!
  expect(to).toEqual([client.email])
  expect(email.subject).toBe('Your package can be used until Sunday, November 21, 2027')
  expect(email.text).toContain(
    'Your package Glow Package can be used until Sunday, November 21, 2027. You have 3 sessions left.',
  )
  expect(email.text).toContain('https://clinic.example.ph/BookAppointment')
  at('2027-11-13T10:00:00')
  expect(await write()).toBe(0)
  at('2027-11-14T10:00:00')
  expect(await write()).toBe(1)
  await clinic.deliverAll()
  at('2027-11-21T18:00:00')
  expect(await write()).toBe(0)
  expect(clinic.mail.received).toHaveLength(2)
  expect(await statesOf(id)).toEqual(['sent', 'sent'])
})

test('the last day of a refunded package is not announced, even if the message was written before the refund', async () => {
  const { id } = await sell(await newClient())
  at('2027-10-22T10:00:00')
  expect(await write()).toBe(1)
  await acceptClock('2027-10-22')
  const body = { amount: 3000, reason: 'Moved away' }
  await clinic.admin(ownedPackagesContract.refund, { params: { id }, body }, { idempotencyKey: randomUUID() })
  await clinic.deliverAll()
  expect(await statesOf(id)).toEqual(['superseded'])
  at('2027-11-14T10:00:00')
  expect(await write()).toBe(0)
})

test('the last day of an extended package is announced again, and the message about the earlier day is not sent', async () => {
  const { id } = await sell(await newClient())
  at('2027-11-14T10:00:00')
  expect(await write()).toBe(1)
  const body = { expires_on: '2027-12-20', reason: 'Was in hospital' } as const
  await clinic.admin(ownedPackagesContract.extend, { params: { id }, body })
  await clinic.deliverAll()
  expect(await statesOf(id)).toEqual(['superseded'])
  at('2027-11-20T10:00:00')
  expect(await write()).toBe(1)
  await clinic.deliverAll()
  expect(clinic.mail.received[0]!.email.text).toContain('until Monday, December 20, 2027')
})

test('a package that is valid for one month is announced only 7 days before its last day', async () => {
  await sell(await newClient(), { months: 1 })
  at('2026-11-22T10:00:00')
  expect(await write()).toBe(0)
  at('2026-12-13T10:00:00')
  expect(await write()).toBe(0)
  at('2026-12-14T10:00:00')
  expect(await write()).toBe(1)
})

test('the client to whom a package was transferred gets its message, and sees it among the messages on the client’s page', async () => {
  const heir = await newClient('Heidi Heir')
  const { id } = await sell(await newClient(), { is_transferable: true })
  await clinic.admin(ownedPackagesContract.transfer, { params: { id }, body: { user_id: heir.id } })
  at('2027-10-22T10:00:00')
  await write()
  await clinic.deliverAll()
  expect(clinic.mail.received.map(({ to }) => to)).toContainEqual([heir.email])
  const { data } = await clinic.admin(messagesContract.ofClient, { params: { id: heir.clientId! } })
  expect(data).toMatchObject([{ occasion: 'package_expires', state: 'sent', person: 'Heidi Heir' }])
})

test('messages about packages follow the switch of each channel: e-mail is on by default, and SMS off', async () => {
  const turn = (channel: 'email' | 'sms', is_on: boolean) =>
    clinic.admin(messagesContract.saveOccasion, {
      body: { occasion: 'package_expires', channel, is_on, subject: null, body: null },
    })
  const { id } = await sell(await newClient())
  await turn('email', false)
  at('2027-10-22T10:00:00')
  await write()
  expect(await statesOf(id)).toEqual([])
  await turn('sms', true)
  await write()
  const [message] = await clinic.messagesAbout(id)
  expect(message).toEqual(['package_expires', 'queued', null])
  await turn('email', true)
  await turn('sms', false)
})
