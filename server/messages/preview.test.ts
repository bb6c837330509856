import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { saveMessages } from '#server/messages/outbox/outbox.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { expireFirstVisits } from '#server/jobs/job-list.ts'
import { defaultLimits } from '#server/lib/http/limits.ts'
import { httpSmsGateway } from '#server/messages/transport/sms-gateway.ts'
import { addDepositRow } from '#server/test/deposit-row.ts'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { startSmsGateway, type SmsGatewayServer } from '#server/test/sms-gateway.ts'
import { offerFreeTimes } from '#server/waitlist/offer-runner.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { contactContract } from '#shared/auth/contract.ts'
import { depositsContract } from '#shared/deposits/contract.ts'
import { invitationsContract } from '#shared/users/contract.ts'
import { messagesContract, type MessageSettings } from '#shared/messages/contract.ts'
import { durationOf } from '#shared/messages/mail-frame.ts'
import { mailMessages } from '#shared/messages/sent-messages.ts'
import { channelsOf, TEMPLATE_TYPES, type EmailMessageType, type TemplateType } from '#shared/messages/message-types.ts'
import { previewMail } from '#shared/messages/preview.ts'
import { composeSms, namesLink, smsParts } from '#shared/messages/template.ts'
import { newsContract } from '#shared/privacy/news-contract.ts'
import { userMessages } from '#shared/users/messages.ts'
import { ownWaitlistContract } from '#shared/waitlist/contract.ts'
import { openMailClinic, type MailClinic } from './message-fixture.ts'
import { makePaper } from './paper-fixture.ts'
import { both, depositValues, valuesOf, type Values } from './preview-fixture.ts'
import { sellPackage } from './sold-package-fixture.ts'
import { writeFollowUps, writePackageNotices, writeReminders, writeRequestAlert } from './due-messages.ts'

const CHANNELS = { email: true, sms: true }
const MORNING = '2026-11-21T09:00:00'
let gateway: SmsGatewayServer
let clinic: MailClinic
beforeAll(async () => {
  gateway = await startSmsGateway(Infinity)
  const settings = { kind: 'semaphore', url: gateway.url, apiKey: 'key', sender: undefined } as const
  clinic = await openMailClinic({ sms: { ...httpSmsGateway(settings), everyMs: 1 }, offersAtOnce: false })
  const { db } = clinic.server
  // Names that contain links, which an SMS must never deliver.
  await db.updateTable('branches').set({ name: 'Perlas.ph & Spa', email: 'desk@perlas.example' }).execute()
  await db
    .updateTable('services')
    .set({ name: 'www.diamond-peel.ph' })
    .where('id', '=', clinic.catalogue.serviceId)
    .execute()
  for (const occasion of TEMPLATE_TYPES)
    for (const channel of channelsOf(occasion))
      await clinic.admin(messagesContract.saveOccasion, {
        body: { occasion, channel, is_on: true, subject: null, body: null },
      })
})
afterAll(async () => {
  await clinic.close()
  await gateway.close()
})
beforeEach(async () => {
  at(MORNING)
  await clinic.server.db.deleteFrom('messages').execute()
  await clinic.server.db.deleteFrom('message_pace').execute()
  clinic.mail.received.length = 0
  gateway.taken.length = 0
})

const at = (instant: string) => {
  clinic.server.clock.now = new Date(`${instant}+08:00`)
}
const newClient = (options: { isUnknown?: boolean } = {}) =>
  createUser(clinic.server.db, 'client', { name: 'Nena Cruz', contactNumber: '0917 123 4567', ...options })
const cancel = (id: string, reason: 'clinic' | 'other') =>
  clinic.desk(appointmentsContract.updateStatus, { params: { id }, body: { status: 'cancelled', reason } })
const write = (occasion: TemplateType, subjectId: string, parameters = {}) =>
  inTransaction(clinic.server.appDb, (tx) =>
    saveMessages(tx, {
      messages: [{ branchId: MAIN_BRANCH_ID, occasion, subjectId, version: 1, parameters }],
      channels: CHANNELS,
      now: clinic.server.clock.now,
    }),
  )
const visitOf = (date: string, time: string, client?: TestUser) => clinic.appointment(date, time, 'confirmed', client)
const nothing = both({})

async function toNena(occasion: TemplateType, parameters = {}): Promise<Values> {
  await write(occasion, (await newClient()).id, parameters)
  return both({ name: 'Nena Cruz' })
}

async function mailPaper(kind: 'receipt' | 'void' | 'refund'): Promise<Values> {
  const { id } = await makePaper(clinic, kind, await newClient())
  await clinic.desk(messagesContract.emailReceipt, { params: { id } })
  return both({ client: 'Nena Cruz' })
}

/** A new client's visit, and the values of messages about a deposit of ₱500.00 for it. */
async function visitWithDeposit(date: string) {
  const user = await newClient()
  return { user, visit: await visitOf(date, '10:00:00', user), values: depositValues(date, '₱500.00') }
}

/** Functions that trigger a message of each type, and return the values that its preview shows as examples. */
const ways: Record<TemplateType, () => Promise<Values>> = {
  booked: async () => {
    await clinic.appointment('2026-12-01', '10:00:00', 'pending', await newClient())
    return nothing
  },
  confirmed: async () => {
    await visitOf('2026-12-02', '10:00:00', await newClient())
    return nothing
  },
  declined: async () => {
    await cancel(await clinic.ownVisit(await newClient(), '2026-12-03', '10:00:00', 'pending'), 'clinic')
    return valuesOf('2026-12-03', '10:00:00')
  },
  lapsed: async () => {
    const stranger = await newClient({ isUnknown: true })
    const body = clinic.visit('2026-12-04', '14:00:00')
    await clinic.server.as(stranger.token)(appointmentsContract.book, { body })
    at('2026-11-23T09:00:00')
    await expireFirstVisits(clinic.server.appDb, clinic.server.clock.now, () => undefined, CHANNELS)
    return valuesOf('2026-12-04', '14:00:00')
  },
  moved: async () => {
    // The preview's sample shows 8:00 AM as the old time, but this visit was at 10:00 AM.
    const id = await clinic.ownVisit(await newClient(), '2026-12-07', '10:00:00', 'confirmed')
    const body = { appointment_id: id, appointment_date: '2026-12-07', appointment_time: '15:00:00' }
    await clinic.desk(appointmentsContract.reschedule, { params: { id }, body })
    return both({ old_time: '10:00 AM' })
  },
  must_move: async () => {
    const id = await visitOf('2026-12-07', '16:00:00', await newClient())
    await clinic.desk(messagesContract.askToMove, { params: { id } })
    return nothing
  },
  cancelled: async () => {
    await cancel(await clinic.ownVisit(await newClient(), '2026-12-17', '10:00:00', 'confirmed'), 'other')
    return valuesOf('2026-12-17', '10:00:00')
  },
  reminder_24h: async () => {
    await visitOf('2026-12-09', '14:00:00', await newClient())
    at('2026-12-08T14:00:00')
    await writeReminders(clinic.server.appDb, CHANNELS, clinic.server.clock.now)
    return nothing
  },
  reminder_2h: async () => {
    await visitOf('2026-12-10', '14:00:00', await newClient())
    at('2026-12-10T12:00:00')
    await writeReminders(clinic.server.appDb, CHANNELS, clinic.server.clock.now)
    return nothing
  },
  offer: async () => {
    const visit = await visitOf('2026-12-11', '10:00:00')
    const { serviceId: service_id } = clinic.catalogue
    const body = { service_id, first_date: '2026-12-11', last_date: '2026-12-11', day_parts: ['morning' as const] }
    await clinic.server.as((await newClient()).token)(ownWaitlistContract.join, { body })
    await cancel(visit, 'other')
    await offerFreeTimes({
      db: clinic.server.appDb,
      clock: () => clinic.server.clock.now,
      limits: defaultLimits.waitlist,
      channels: CHANNELS,
      publish: () => undefined,
      warn: (error) => {
        throw error
      },
    })
    const { email, sms } = valuesOf('2026-12-11', '10:00:00')
    return { email: { ...email, until: '9:30 AM' }, sms: { ...sms, until: '9:30 AM' } }
  },
  follow_up: async () => {
    const client = await newClient()
    for (const channel of ['email', 'sms'] as const)
      await clinic.server.as(client.token)(newsContract.chooseMine, { body: { channel, is_wanted: true } })
    const id = await visitOf('2026-12-14', '10:00:00', client)
    at('2026-12-14T10:00:00')
    for (const status of ['on-going', 'completed'] as const)
      await clinic.desk(appointmentsContract.updateStatus, { params: { id }, body: { status } })
    at('2026-12-15T10:00:00')
    const now = clinic.server.clock.now
    await writeFollowUps(clinic.server.appDb, { branchId: MAIN_BRANCH_ID, channels: CHANNELS, now })
    return valuesOf('2026-12-14', '10:00:00')
  },
  package_expires: async () => {
    const { serviceId: service_id } = clinic.catalogue
    const { id: user_id } = await newClient()
    await sellPackage(clinic, { service_id, user_id, sessions: 3 })
    at('2027-10-22T10:00:00')
    const now = clinic.server.clock.now
    await writePackageNotices(clinic.server.appDb, { branchId: MAIN_BRANCH_ID, channels: CHANNELS, now })
    const { email, sms } = valuesOf('2027-11-21', '10:00:00')
    return { email: { client: email.client, date: email.date }, sms: { client: sms.client, date: sms.date } }
  },
  deposit_asked: async () => {
    const { visit, values } = await visitWithDeposit('2026-12-17')
    await clinic.admin(depositsContract.request, { body: { appointment_id: visit, amount: 500 } })
    return values
  },
  deposit_refused: async () => {
    const { user, visit, values } = await visitWithDeposit('2026-12-18')
    const id = await addDepositRow(clinic.server.db, user, visit)
    const reason = 'No payment has this number.'
    await clinic.admin(depositsContract.refuse, { params: { id }, body: { reason } })
    return { ...values, email: { ...values.email, reason } }
  },
  receipt: () => mailPaper('receipt'),
  void: () => mailPaper('void'),
  refund: () => mailPaper('refund'),
  requests_waiting: async () => {
    await clinic.appointment('2026-12-16', '10:00:00', 'pending', await newClient())
    at('2026-11-21T13:30:00')
    await writeRequestAlert(clinic.server.appDb, CHANNELS, MAIN_BRANCH_ID, clinic.server.clock.now)
    const open = clinic.server.db.selectFrom('appointments').select('id').where('status', '=', 'pending')
    const { length } = await open.execute()
    return both({ requests: mailMessages.requests(length), oldest: 'Nov 21, 2026, 9:00 AM' })
  },
  password_reset: () => toNena('password_reset'),
  email_verification: async () => {
    await clinic.server.as((await newClient()).token)(contactContract.sendLink, {})
    return both({ name: 'Nena Cruz' })
  },
  email_known: () => toNena('email_known'),
  email_changed: () => toNena('email_changed', { to: 'nena@example.ph' }),
  phone_code: async () => write('phone_code', (await newClient()).id).then(() => nothing),
  invitation: async () => {
    const owner = clinic.server.as((await createUser(clinic.server.db, 'admin', { name: 'Isabel Reyes' })).token)
    await owner(invitationsContract.invite, { body: { name: 'Liza Ramos', email: 'liza@example.ph', role: 'cashier' } })
    return both({
      name: 'Liza Ramos',
      email: 'liza@example.ph',
      inviter: 'Isabel Reyes',
      role: userMessages.roles.cashier,
    })
  },
}

async function settingsOf(occasion: TemplateType) {
  const { data } = await clinic.admin(messagesContract.settings, {})
  return { sample: data.sample, of: data.occasions.filter((each) => each.occasion === occasion) }
}
const fill = (sample: MessageSettings['sample'], values: Values): MessageSettings['sample'] => ({
  ...sample,
  email: { ...sample.email, ...values.email },
  sms: { ...sample.sms, ...values.sms },
})
/** Replaces the secret tokens in the links of an e-mail, which differ in each e-mail. */
const withoutSecrets = (html: string) => html.replaceAll(/#[\w%-]{12,}/g, '#secret')
const idOf = async (occasion: string, channel: string) =>
  (
    await clinic.server.db
      .selectFrom('messages')
      .select('id')
      .where('occasion', '=', occasion)
      .where('channel', '=', channel)
      // Messages about other visits were skipped, because those visits are in the past.
      .where('state', '=', 'sent')
      .executeTakeFirstOrThrow()
  ).id

async function expectMail(occasion: EmailMessageType, values: Values): Promise<void> {
  const { sample, of } = await settingsOf(occasion)
  await clinic.deliverAll()
  const id = await idOf(occasion, 'email')
  const { email } = clinic.mail.received.find((each) => each.email.messageId?.startsWith(`<${id}@`))!
  const preview = previewMail(
    occasion,
    of.find(({ channel }) => channel === 'email')!,
    fill(sample, values),
  )
  expect(preview.subject).toBe(email.subject)
  expect(withoutSecrets(preview.html)).toBe(withoutSecrets(email.html!.trim()))
  // Every placeholder of the text was filled in.
  expect(email.subject! + email.text!).not.toMatch(/\{\w+\}|undefined/)
}

/** Checks that the SMS equals its preview and is one part, without link, treatment and peso sign. */
async function expectSms(occasion: TemplateType, values: Values): Promise<void> {
  const { sample, of } = await settingsOf(occasion)
  await clinic.deliverAll()
  const { message } = gateway.taken.at(-1)!
  const { body } = of.find(({ channel }) => channel === 'sms')!
  const code = /\d{6}/.exec(message)?.[0] ?? ''
  const filled = {
    ...fill(sample, values).sms,
    duration: durationOf(occasion),
    ...(occasion === 'phone_code' && { code }),
  }
  expect(message).toBe(composeSms(occasion, body, filled))
  expect([message, namesLink(message), smsParts(message)]).toEqual([message, false, 1])
  expect(message).toContain('Perlas. ph & Spa')
  expect(message).not.toMatch(/diamond|₱|\{\w+\}|undefined/i)
}

test.each(TEMPLATE_TYPES)(
  'the preview of %s equals the sent message to the letter; an SMS is one part without link, treatment and peso sign',
  async (occasion) => {
    const values = await ways[occasion]()
    const channels = channelsOf(occasion)
    if (occasion !== 'phone_code') await expectMail(occasion, values)
    if (channels.includes('sms')) await expectSms(occasion, values)
  },
)
