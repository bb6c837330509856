import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { errorOf } from '#server/sales/till-fixture.ts'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { httpSmsGateway } from '#server/messages/transport/sms-gateway.ts'
import type { ReceivedMail } from '#server/test/mail-server.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { slotInstant } from '#shared/appointments/slots.ts'
import { messagesContract } from '#shared/messages/contract.ts'
import type { Channel } from '#shared/messages/message-types.ts'
import { unsubscribeContract as contract } from '#shared/messages/unsubscribe-contract.ts'
import { newsContract } from '#shared/privacy/news-contract.ts'
import { newsMessages as s } from '#shared/privacy/messages.ts'
import { openMailClinic, type MailClinic } from './message-fixture.ts'
import { writeFollowUps } from './due-messages.ts'

// No server listens on this port, because these tests never send an SMS.
const sms = httpSmsGateway({ kind: 'webhook', url: 'http://127.0.0.1:9/sms', token: undefined })
const channels = { email: true, sms: true }
let clinic: MailClinic
beforeAll(async () => {
  clinic = await openMailClinic({ sms, limits: { mailLinksPerAddress: { tries: 60, windowSeconds: 900 } } })
})
afterAll(() => clinic.close())
beforeEach(async () => {
  at('2026-11-21T09:00:00')
  await turn('email', true)
  await turn('sms', false)
})

const at = (instant: string) => {
  clinic.server.clock.now = new Date(`${instant}+08:00`)
}
const turn = (channel: Channel, is_on: boolean) =>
  clinic.admin(messagesContract.saveOccasion, {
    body: { occasion: 'follow_up', channel, is_on, subject: null, body: null },
  })
const write = () =>
  writeFollowUps(clinic.server.appDb, { branchId: MAIN_BRANCH_ID, channels, now: clinic.server.clock.now })
const chooseNews = (client: TestUser, channel: Channel, is_wanted: boolean) =>
  clinic.server.as(client.token)(newsContract.chooseMine, { body: { channel, is_wanted } })

/** Creates a client who wants news and has a past visit on the date. */
async function visited(date: string, { wants = ['email'] as Channel[], name = 'Nena Cruz', time = '10:00:00' } = {}) {
  const client = await createUser(clinic.server.db, 'client', { name, contactNumber: '0917 555 0142' })
  for (const channel of wants) await chooseNews(client, channel, true)
  return { client, id: await visitOf(client, date, time) }
}
async function visitOf(client: TestUser, date: string, time: string): Promise<string> {
  const id = await clinic.appointment(date, time, 'confirmed', client)
  const { now } = clinic.server.clock
  clinic.server.clock.now = slotInstant(date, time)
  for (const status of ['on-going', 'completed'] as const)
    await clinic.desk(appointmentsContract.updateStatus, { params: { id }, body: { status } })
  clinic.server.clock.now = now
  return id
}
const followUpsOf = async (id: string) =>
  (await clinic.messagesAbout(id))
    .filter(([occasion]) => occasion === 'follow_up')
    .map(([, state, reason]) => [state, reason])
const mailsTo = ({ email }: TestUser) => clinic.mail.received.filter(({ to }) => to[0] === email)
const followUpMail = async (client: TestUser) => {
  await clinic.deliverAll()
  return mailsTo(client).findLast(({ email }) => email.subject === 'How are you after your visit?')!
}
const header = ({ email }: ReceivedMail, name: string) =>
  email.headers.find(({ key }) => key === name.toLowerCase())?.value

/** Returns the unsubscribe links of a follow-up: the page for people, and the address that mail programs call. */
async function linksOf(client: TestUser) {
  const mail = await followUpMail(client)
  const oneClick = /^<https:\/\/clinic\.example\.ph(.+)>$/.exec(header(mail, 'List-Unsubscribe')!)![1]!
  const token = /\/unsubscribe#([\w-]{64})/.exec(mail.email.text!)![1]!
  return { mail, oneClick, token }
}
const visitor = () => clinic.server.as(null)

test('only clients who want news get a follow-up message, one on the day after a visit, and only if the clinic has enabled it', async () => {
  const { client, id } = await visited('2026-11-23')
  const without = await visited('2026-11-23', { wants: [], time: '11:00:00' })
  const other = await visited('2026-11-23', { wants: ['sms'], time: '12:00:00' })
  at('2026-11-24T09:59:00')
  await write()
  expect(await followUpsOf(id)).toEqual([])
  at('2026-11-24T10:00:00')
  await turn('email', false)
  await write()
  expect(await followUpsOf(id)).toEqual([])
  await turn('email', true)
  expect(await write()).toBe(1)
  expect(await write()).toBe(0)
  const { email } = await followUpMail(client)
  expect(email.text).toContain('Hello Nena Cruz,\n\nThank you for coming to us yesterday.')
  expect(await followUpsOf(id)).toEqual([['sent', null]])
  for (const each of [without, other]) expect(await followUpsOf(each.id)).toEqual([])
})

test('follow-ups by e-mail and by SMS are off by default', async () => {
  const fresh = await openMailClinic()
  const { occasions } = (await fresh.admin(messagesContract.settings, {})).data
  await fresh.close()
  expect(occasions.filter(({ occasion, is_on }) => occasion === 'follow_up' && is_on)).toEqual([])
})

test('the follow-up by SMS goes to clients who want news by SMS, and contains no link and no treatment', async () => {
  const { id } = await visited('2026-11-23', { wants: ['sms'], time: '13:00:00' })
  await turn('sms', true)
  at('2026-11-24T11:00:00')
  await write()
  const rows = await clinic.server.db
    .selectFrom('messages')
    .select(['channel', 'state'])
    .where('subject_id', '=', id)
    .where('occasion', '=', 'follow_up')
    .execute()
  expect(rows).toEqual([{ channel: 'sms', state: 'queued' }])
})

test('after several visits of a client on one day the follow-up message is about the last of them', async () => {
  const { client, id } = await visited('2026-11-26')
  const last = await visitOf(client, '2026-11-26', '14:00:00')
  at('2026-11-27T10:00:00')
  await write()
  await write()
  expect(await followUpsOf(last)).toEqual([['queued', null]])
  expect(await followUpsOf(id)).toEqual([])
})

test('a client whose visit began at midnight gets one follow-up, on the day after the date that midnight ends', async () => {
  const { id } = await visited('2026-12-17', { time: '00:00:00' })
  at('2026-12-18T10:00:00')
  expect(await write()).toBe(1)
  expect(await followUpsOf(id)).toEqual([['queued', null]])
  at('2026-12-19T10:00:00')
  expect(await write()).toBe(0)
  expect(await followUpsOf(id)).toEqual([['queued', null]])
})

test('a follow-up message that could not be sent on the day after the visit is skipped, with the reason that its time has passed', async () => {
  await turn('sms', true)
  const evening = await visited('2026-11-28', { wants: ['sms'], time: '09:00:00' })
  const old = await visited('2026-11-27', { time: '15:00:00' })
  at('2026-11-29T20:00:00')
  await write()
  expect(await followUpsOf(evening.id)).toEqual([['skipped', 'passed']])
  expect(await followUpsOf(old.id)).toEqual([['skipped', 'passed']])
  const queued = await visited('2026-11-30', { time: '09:00:00' })
  at('2026-12-01T19:59:00')
  await write()
  at('2026-12-02T08:00:00')
  await clinic.deliverAll()
  expect(await followUpsOf(queued.id)).toEqual([['skipped', 'passed']])
})

test('unsubscribing, or undoing the visit, cancels a queued follow-up', async () => {
  const ended = await visited('2026-12-01', { time: '09:00:00' })
  const undone = await visited('2026-12-01', { time: '10:00:00' })
  at('2026-12-02T10:00:00')
  await write()
  await chooseNews(ended.client, 'email', false)
  await clinic.server.db
    .updateTable('appointments')
    .set({ status: 'on-going', done_at: null })
    .where('id', '=', undone.id)
    .execute()
  await clinic.deliverAll()
  expect(await followUpsOf(ended.id)).toEqual([['skipped', 'no-opt-in']])
  expect(await followUpsOf(undone.id)).toEqual([['skipped', 'superseded']])
})

test('a follow-up has a one-click List-Unsubscribe header and a visible link; messages about a visit have neither', async () => {
  const { client } = await visited('2026-12-03')
  at('2026-12-04T10:00:00')
  await write()
  const { mail, oneClick, token } = await linksOf(client)
  expect(header(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  expect(oneClick).toBe(`/api/unsubscribe/${token}`)
  expect(mail.email.html).toContain(`href="https://clinic.example.ph/unsubscribe#${token}"`)
  expect(mail.email.text).toContain('You get this e-mail because you agreed to news.')
  await clinic.appointment('2026-12-11', '10:00:00', 'confirmed', client)
  await clinic.deliverAll()
  const others = clinic.mail.received.filter((each) => header(each, 'List-Unsubscribe') === undefined)
  expect(others.some(({ email }) => email.subject?.startsWith('Confirmed'))).toBe(true)
  for (const { raw } of others) expect(raw).not.toMatch(/unsubscribe/i)
})

test.each([
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
  ],
])(
  'a mail program unsubscribes with one click (%s), without a log-in; opening the same URL changes nothing',
  async (type, payload) => {
    const day = type.startsWith('app') ? '2026-12-07' : '2026-12-09'
    const { client } = await visited(day)
    at(`${day.slice(0, 8)}${String(Number(day.slice(8)) + 1).padStart(2, '0')}T10:00:00`)
    await write()
    const { oneClick, token } = await linksOf(client)
    const opened = await clinic.server.app.inject({ url: oneClick })
    expect([opened.statusCode, opened.headers.location]).toEqual([303, `/unsubscribe#${token}`])
    const wants = async () => (await clinic.server.as(client.token)(newsContract.mine, {})).data[0]!.is_wanted
    expect(await wants()).toBe(true)
    const send = (body: string) =>
      clinic.server.app.inject({ method: 'POST', url: oneClick, headers: { 'content-type': type }, payload: body })
    expect((await send(payload.replace('One-Click', 'Twice'))).statusCode).toBe(422)
    expect(await wants()).toBe(true)
    for (let i = 0; i < 2; i++) expect((await send(payload)).statusCode).toBe(200)
    expect(await wants()).toBe(false)
    const logs = (await logEntries(clinic.server.db, { subject_id: client.id })).filter(
      ({ event }) => event === 'privacy.news.changed',
    )
    expect(logs.at(-1)).toMatchObject({
      action: 'News by e-mail for Nena Cruz: no more (by the link in an e-mail)',
      user_name: 'Nena Cruz',
    })
    expect(logs).toHaveLength(2)
  },
)

test('the page of an unsubscribe link unsubscribes the client at once, says so, and can subscribe the client again', async () => {
  const { client } = await visited('2026-12-10')
  at('2026-12-11T10:00:00')
  await write()
  const { token } = await linksOf(client)
  const { data } = await visitor()(contract.unsubscribe, { body: { token } })
  expect(data).toEqual({
    is_wanted: false,
    clinic: 'Perlas <Clinic> & Spa',
    address: client.email.replace(/^(.)[^@]*/, '$1…'),
    may_undo: true,
  })
  expect((await visitor()(contract.undo, { body: { token } })).data.is_wanted).toBe(true)
  const [mine] = (await clinic.server.as(client.token)(newsContract.mine, {})).data
  expect(mine).toMatchObject({ is_wanted: true, given_where: 'link' })
})

test('an altered unsubscribe link, or one for a client’s former e-mail, does nothing', async () => {
  const { client } = await visited('2026-12-14')
  at('2026-12-15T10:00:00')
  await write()
  const { token } = await linksOf(client)
  const tryIt = (wrong: string) => errorOf(visitor()(contract.unsubscribe, { body: { token: wrong } }))
  for (const wrong of ['x', `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`, token.slice(2)])
    expect(await tryIt(wrong)).toMatchObject({ status: 404, message: s.linkVoid })
  await clinic.server.db.updateTable('people').set({ email: 'other@example.ph' }).where('id', '=', client.id).execute()
  expect(await tryIt(token)).toMatchObject({ status: 404 })
  for (let i = 0; i < 60; i++) await tryIt('x')
  expect((await tryIt(token)).status).toBe(429)
})
