import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { errorOf, expectRefused } from '#server/appointments/booking-fixture.ts'
import { defaultLimits } from '#server/lib/http/limits.ts'
import { addDepositRow } from '#server/test/deposit-row.ts'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { fileOf, picture } from '#server/test/pictures.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { visitLinkMessages } from '#shared/appointments/messages.ts'
import { depositsContract } from '#shared/deposits/contract.ts'
import { depositLinkContract as contract } from '#shared/deposits/link-contract.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import { ownDepositsContract } from '#shared/deposits/own-contract.ts'
import { depositSettingsContract } from '#shared/deposits/settings-contract.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { openMailClinic, type MailClinic } from './message-fixture.ts'

let clinic: MailClinic
beforeAll(async () => {
  clinic = await openMailClinic({ limits: { mailLinksPerAddress: { tries: 60, windowSeconds: 900 } } })
  const asAdmin = clinic.server.as((await createUser(clinic.server.db, 'admin')).token)
  const methods = ['cash' as const, 'gcash' as const, 'prepaid' as const]
  await asAdmin(paymentSettingsContract.save, { body: { methods, discount_limit: null } })
  const accounts = { gcash: '0917 555 0101, Ana Reyes', maya: null, bank_transfer: null }
  const rules = {
    services: [],
    no_shows: null,
    no_show_rule: null,
    hold_hours: 24,
    return_notice_hours: 24,
    note: null,
  }
  await asAdmin(depositSettingsContract.save, { body: { is_on: false, ...rules, ...accounts } })
})
afterAll(() => clinic.close())
beforeEach(async () => {
  clinic.server.clock.now = new Date('2026-11-21T09:00:00+08:00')
  await clinic.server.db.deleteFrom('rate_windows').execute()
})

const nobody = () => clinic.server.as(null)
const see = (token: string) => nobody()(contract.see, { body: { token } })
const report = async (token: string, reference_number = 'GC 5501') =>
  (await nobody()(contract.report, { body: { token, method: 'gcash', reference_number } })).data
const addPicture = async (token: string) =>
  (await nobody()(contract.addPicture, { body: { token, picture: fileOf(await picture('png', 60, 120)) } })).data
const verify = (id: string) =>
  clinic.desk(
    depositsContract.verify,
    { params: { id }, body: { method: 'gcash', reference_number: id } },
    { idempotencyKey: randomUUID() },
  )

/**
 * Books a visit for a client with an unpaid deposit of ₱500, and returns it with its e-mail and the token of its link.
 */
async function askedByMail(time: string, client?: TestUser) {
  const { db } = clinic.server
  const owner = client ?? (await createUser(db, 'client', { name: 'Nena Cruz' }))
  const visit = await clinic.appointment('2026-12-01', time, 'confirmed', owner)
  const deposit = await addDepositRow(db, owner, visit, null)
  await clinic.deliverAll()
  const text = clinic.mail.received.findLast(({ to }) => to[0] === owner.email)!.email.text!
  return { visit, deposit, owner, text, token: /\/visit#([\w-]{64})/.exec(text)![1]! }
}

test('a client without a log-in reads the deposit of a visit by the link of its e-mail, reports it and adds a screenshot', async () => {
  const { db } = clinic.server
  const { visit, deposit, owner, text, token } = await askedByMail('09:00:00')
  expect(text).toContain('Please pay the deposit of ₱500.00, and tell us the reference number.')
  expect(text).toContain(`Pay the deposit:\nhttps://clinic.example.ph/visit#${token}`)
  await db.deleteFrom('sessions').where('user_id', '=', owner.id).execute()
  await db.deleteFrom('accounts').where('person_id', '=', owner.id).execute()
  expect(await see(token)).toMatchObject({
    data: { appointment_id: visit, status: 'requested', amount: 500, report: null },
    ways: { gcash: '0917 555 0101, Ana Reyes', maya: null, qr_ph: null },
  })
  await expectRefused(addPicture(token), 409, s.notReportedYet)
  expect(await report(token)).toMatchObject({ status: 'reported', report: { reference_number: 'GC 5501' } })
  expect(await addPicture(token)).toMatchObject({ report: { has_picture: true } })
  expect((await see(token)).data).toMatchObject({ status: 'reported', report: { has_picture: true } })
  const entries = await logEntries(db, { subject_id: deposit })
  expect(entries.map(({ user_name }) => user_name)).toEqual(['Nena Cruz'])
  expect(JSON.stringify(entries)).not.toContain(token)
})

test('the link of a visit shows no deposit of another visit, and with an altered token nobody can see a deposit or report its payment', async () => {
  const { token, deposit } = await askedByMail('10:00:00')
  const client = await createUser(clinic.server.db, 'client', { name: 'Nena Cruz' })
  const other = await askedByMail('11:00:00', client)
  await clinic.server.db.deleteFrom('deposits').where('id', '=', other.deposit).execute()
  expect((await see(other.token)).data).toBeNull()
  await expectRefused(report(other.token), 404, s.noDeposit)
  const mixed = Buffer.concat([
    Buffer.from(token, 'base64url').subarray(0, 16),
    Buffer.from(other.token, 'base64url').subarray(16),
  ]).toString('base64url')
  for (const wrong of [mixed, 'x', `${token}AA`])
    for (const call of [see, report, addPicture]) await expectRefused(call(wrong), 404, visitLinkMessages.linkVoid)
  expect(await logEntries(clinic.server.db, { subject_id: deposit })).toEqual([])
})

test('a deposit that is paid already, or whose visit was cancelled or has started, cannot be reported by its link', async () => {
  const paid = await askedByMail('13:00:00')
  await verify(paid.deposit)
  expect((await see(paid.token)).data).toMatchObject({ status: 'paid' })
  await expectRefused(report(paid.token), 409, s.alreadyPaid)
  await expectRefused(addPicture(paid.token), 409, s.alreadyPaid)
  const { visit, token } = await askedByMail('14:00:00')
  const body = { status: 'cancelled', reason: 'client' } as const
  await clinic.desk(appointmentsContract.updateStatus, { params: { id: visit }, body })
  expect((await see(token)).data).toBeNull()
  await expectRefused(report(token), 409, s.visitCancelled)
  clinic.server.clock.now = new Date('2026-12-01T14:00:00+08:00')
  for (const call of [see, report, addPicture]) await expectRefused(call(token), 404, visitLinkMessages.linkVoid)
})

test('calls for deposits by link share the rate limit of the other calls of visit links, so that nobody can guess tokens', async () => {
  const { token } = await askedByMail('15:00:00')
  for (let i = 0; i < 60; i++) await see(i % 2 ? token : 'x').catch(() => undefined)
  for (const call of [see, report, addPicture]) expect((await errorOf(call(token))).status).toBe(429)
})

test('the payment of a deposit can be reported ten times an hour for each visit; reports by the link of the visit and in the profile are counted together', async () => {
  const { visit, deposit, owner, token } = await askedByMail('16:00:00')
  const { tries, windowSeconds } = defaultLimits.depositReportsPerVisit
  expect({ tries, windowSeconds }).toEqual({ tries: 10, windowSeconds: 3600 })
  const own = () =>
    clinic.server.as(owner.token)(ownDepositsContract.report, {
      params: { id: visit },
      body: { method: 'gcash', reference_number: 'GC 1' },
    })
  for (let n = 0; n < tries / 2; n++) {
    await report(token)
    await own()
  }
  for (const call of [() => report(token), own]) await expectRefused(call(), 429, s.reportedTooOften)
  const payload = { token, method: 'gcash', reference_number: 'GC 1' }
  const { headers } = await clinic.server.app.inject({ method: 'POST', url: contract.report.url, payload })
  expect(headers['retry-after']).toBe(String(windowSeconds))
  expect(await logEntries(clinic.server.db, { subject_id: deposit })).toHaveLength(tries)
  expect(await report((await askedByMail('17:00:00')).token)).toMatchObject({ status: 'reported' })
  clinic.server.clock.now = new Date('2026-11-21T10:00:01+08:00')
  expect(await report(token)).toMatchObject({ status: 'reported' })
})
