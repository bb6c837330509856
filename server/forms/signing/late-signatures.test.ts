import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { errorOf } from '#server/appointments/booking-fixture.ts'
import { openMailClinic, type MailClinic } from '#server/messages/message-fixture.ts'
import { createSession, givePassword, type TestUser } from '#server/test/factories.ts'
import { formLinkContract, handOverContract, ownFormsContract, type Signature } from '#shared/forms/signing-contract.ts'
import { signingMessages as s } from '#shared/forms/signing-messages.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { consent, publishForm, signatureFor, STAFF_PASSWORD } from './signing-fixture.ts'

let clinic: MailClinic
let form: { formId: string; versionId: string }
let client: TestUser
/** The token of the cashier's session, which hands the tablet over. */
let token: string
const NOW = new Date('2026-11-21T09:00:00+08:00')
const after = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)

beforeAll(async () => {
  clinic = await openMailClinic({ now: NOW })
  await clinic.server.db.updateTable('chart_settings').set({ is_on: true }).execute()
  await givePassword(clinic.server.db, clinic.cashier.id, STAFF_PASSWORD)
  form = await publishForm(clinic.server.db, consent())
})
afterAll(() => clinic.close())
beforeEach(async () => {
  clinic.server.clock.now = NOW
  client = await clinic.newClient('Ana Reyes')
  token = await createSession(clinic.server.db, clinic.cashier.id)
  await clinic.server.db.deleteFrom('rate_windows').execute()
})

const tablet = () => clinic.server.as(token)
async function handOver() {
  const form_version_ids = [form.versionId]
  const body = { client_id: client.clientId!, form_version_ids, appointment_id: null, corrects: null }
  return (await tablet()(handOverContract.start, { body })).data
}
const signLate = (late_token: string, body: Signature) =>
  clinic.server.as(null)(handOverContract.signLate, { body: { ...body, token: late_token } })

test('a form signed during a tablet hand-over is accepted once, up to a day later, even if the session has ended and the tablet’s clock is wrong', async () => {
  const { id, late_token } = await handOver()
  // Deleting the session has the effect of a new password on another device: the session ends, but the hand-over does
  // not.
  await clinic.server.db.deleteFrom('sessions').where('hand_over_id', '=', id).execute()
  const inTime = signatureFor(form.versionId)
  expect(await errorOf(tablet()(handOverContract.sign, { body: inTime }))).toMatchObject({ status: 401 })
  clinic.server.clock.now = after(600)
  // The clock of the tablet is a year behind: the form was signed 590 minutes before it was sent.
  const body = signatureFor(form.versionId, {
    signed_at: '2025-11-21T09:10:00+08:00',
    sent_at: '2025-11-21T19:00:00+08:00',
  })
  expect(await errorOf(signLate(`${late_token.slice(0, -2)}AA`, body))).toMatchObject({ status: 404 })
  const first = await signLate(late_token, body)
  expect(first.data.signed_at).toBe(isoInManila(after(10)))
  expect(await signLate(late_token, body)).toEqual(first)
  const again = signatureFor(form.versionId, { signed_at: after(5).toISOString() })
  expect(await errorOf(signLate(late_token, again))).toMatchObject({ status: 409, message: s.formChanged })
  const copies = await clinic.server.db
    .selectFrom('signed_forms')
    .select(['id', 'channel', 'handed_over_by'])
    .where('client_id', '=', client.clientId)
    .execute()
  expect(copies).toEqual([{ id: body.id, channel: 'tablet', handed_over_by: clinic.cashier.id }])
})

test('a form that the tablet sends after its hand-over to the client is refused if it was not signed during the hand-over, was not part of it, or arrives more than a day after its end', async () => {
  const { id, late_token } = await handOver()
  clinic.server.clock.now = after(30)
  await tablet()(handOverContract.end, { params: { id }, body: { password: STAFF_PASSWORD } })
  const signedAt = (minutes: number, versionId = form.versionId) =>
    signLate(late_token, signatureFor(versionId, { signed_at: after(minutes).toISOString() }))
  clinic.server.clock.now = after(60)
  expect(await errorOf(signedAt(45))).toMatchObject({ status: 404, message: s.tooLate })
  expect(await errorOf(signedAt(-5))).toMatchObject({ status: 404, message: s.tooLate })
  // A signing time in the future is replaced by the time of receipt, which is after the tablet’s session with the
  // client has ended.
  expect(await errorOf(signedAt(9_000))).toMatchObject({ status: 404, message: s.tooLate })
  const other = await publishForm(clinic.server.db, consent('By hand'))
  expect(await errorOf(signedAt(20, other.versionId))).toMatchObject({ status: 404, message: s.formUnknown })
  clinic.server.clock.now = after(30 + 24 * 60 + 1)
  expect(await errorOf(signedAt(20))).toMatchObject({ status: 404, message: s.tooLate })
  clinic.server.clock.now = after(30 + 24 * 60 - 1)
  expect((await signedAt(20)).data.signed_at).toBe(isoInManila(after(20)))
  await clinic.server.db.updateTable('forms').set({ frequency: 'by_hand' }).where('id', '=', other.formId).execute()
})

test('a form signed before a visit is accepted up to a day after the visit’s start, by the link and in the profile', async () => {
  await clinic.appointment('2026-11-27', '10:00:00', 'confirmed', client)
  await clinic.deliverAll()
  const mail = clinic.mail.received.findLast(({ email }) => email.to?.[0]?.address === client.email)
  const link = /\/forms#([\w-]+)/.exec(mail?.email.text ?? '')?.[1] ?? ''
  const signByLink = (body: Signature) =>
    clinic.server.as(null)(formLinkContract.sign, { body: { ...body, token: link } })
  const signInProfile = (body: Signature) => clinic.server.as(client.token)(ownFormsContract.sign, { body })
  const begin = new Date('2026-11-27T10:00:00+08:00')
  const minutesLater = (minutes: number) => new Date(begin.getTime() + minutes * 60_000)
  const before = { signed_at: minutesLater(-20).toISOString() }
  clinic.server.clock.now = minutesLater(24 * 60 + 1)
  expect(await errorOf(signByLink(signatureFor(form.versionId, before)))).toMatchObject({ message: s.linkVoid })
  clinic.server.clock.now = minutesLater(180)
  // The clock of the device is a day behind. The form was sent right after it was signed, so it counts as signed now
  // and not before the visit.
  const wrong = minutesLater(180 - 24 * 60).toISOString()
  const signedNow = signatureFor(form.versionId, { signed_at: wrong, sent_at: wrong })
  expect(await errorOf(signByLink(signedNow))).toMatchObject({ status: 404, message: s.linkVoid })
  expect(await errorOf(signInProfile(signedNow))).toMatchObject({ status: 404 })
  expect((await signByLink(signatureFor(form.versionId, before))).data.signed_at).toBe(isoInManila(minutesLater(-20)))
  client = await clinic.newClient()
  clinic.server.clock.now = NOW
  const visit = await clinic.appointment('2026-11-27', '11:00:00', 'confirmed', client)
  clinic.server.clock.now = minutesLater(60 + 180)
  const inProfile = signatureFor(form.versionId, before)
  await signInProfile(inProfile)
  const copy = await clinic.server.db
    .selectFrom('signed_forms')
    .select('appointment_id')
    .where('id', '=', inProfile.id)
    .executeTakeFirst()
  expect(copy).toEqual({ appointment_id: visit })
})

test.each(['by the link', 'in the profile'])(
  'when a form is signed %s, a draft saved at the same time or later is not kept',
  async (way) => {
    const { db, as } = clinic.server
    await clinic.appointment('2026-11-28', way === 'by the link' ? '10:00:00' : '11:00:00', 'confirmed', client)
    await clinic.deliverAll()
    const mail = clinic.mail.received.findLast(({ email }) => email.to?.[0]?.address === client.email)
    const link = { token: /\/forms#([\w-]+)/.exec(mail?.email.text ?? '')?.[1] ?? '' }
    const draft = { form_version_id: form.versionId, answers: { skin: 'Oily' } }
    const isByLink = way === 'by the link'
    const save = () =>
      isByLink
        ? as(null)(formLinkContract.saveDraft, { body: { ...link, ...draft } })
        : as(client.token)(ownFormsContract.saveDraft, { body: draft })
    const sign = (body: Signature) =>
      isByLink
        ? as(null)(formLinkContract.sign, { body: { ...link, ...body } })
        : as(client.token)(ownFormsContract.sign, { body })
    const drafts = () =>
      db.selectFrom('form_answer_drafts').select('client_id').where('client_id', '=', client.clientId).execute()
    await save()
    expect(await drafts()).toHaveLength(1)
    // The saves and the signature all wait for the lock of the client's record, so that they can run in any order.
    const saves = [save(), save()]
    const signed = sign(signatureFor(form.versionId))
    await Promise.allSettled([...saves, signed, save(), save(), save()])
    await signed
    await save().catch(() => undefined)
    expect(await drafts()).toEqual([])
  },
)
