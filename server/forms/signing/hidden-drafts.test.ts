import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { errorOf } from '#server/appointments/booking-fixture.ts'
import { openMailClinic, type MailClinic } from '#server/messages/message-fixture.ts'
import { createSession, createUser, givePassword, type TestUser } from '#server/test/factories.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import {
  formLinkContract,
  handOverContract,
  ownFormsContract,
  signedFormsContract,
  type SentAnswers,
} from '#shared/forms/signing-contract.ts'
import { signingMessages as s } from '#shared/forms/signing-messages.ts'
import { consent, publishForm, signatureFor, STAFF_PASSWORD } from './signing-fixture.ts'

let clinic: MailClinic
let versionId: string
let client: TestUser
let visitId: string
let hour = 9

/** What the client has typed at home. */
const typed = { skin: 'Dry', allergies: 'Lidocaine' }
const question = (id: string) => ({ id, kind: 'short_text' as const, label: id, hint: '', is_required: false })

beforeAll(async () => {
  clinic = await openMailClinic({ now: new Date('2026-11-21T09:00:00+08:00') })
  await clinic.server.db.updateTable('chart_settings').set({ is_on: true }).execute()
  await givePassword(clinic.server.db, clinic.cashier.id, STAFF_PASSWORD)
  const { title, sections } = consent()
  const [main] = sections
  const fields = [...main!.fields, question('allergies'), question('medicines')]
  versionId = (await publishForm(clinic.server.db, { title, sections: [{ ...main!, fields }] })).versionId
})
afterAll(() => clinic.close())
beforeEach(async () => {
  client = await clinic.newClient('Ana Reyes')
  visitId = await clinic.appointment('2026-11-27', `${String((hour += 1)).padStart(2, '0')}:00:00`, 'confirmed', client)
  await clinic.server.db.deleteFrom('rate_windows').execute()
})

const draft = (answers: SentAnswers) => ({ body: { form_version_id: versionId, answers } })
const me = () => clinic.server.as(client.token)
const saveAtHome = (answers: SentAnswers = typed) => me()(ownFormsContract.saveDraft, draft(answers))
const seenAtHome = async () => (await me()(ownFormsContract.filling, {})).data.forms[0]?.draft

/** Sends the link to the forms to an address and returns the token of the link. */
async function linkSentTo(address: string): Promise<{ token: string }> {
  await clinic.desk(signedFormsContract.sendLink, { params: { id: visitId } })
  await clinic.deliverAll()
  const mail = clinic.mail.received.findLast(({ to }) => to[0] === address)
  return { token: /\/forms#([\w-]+)/.exec(mail?.email.text ?? '')?.[1] ?? '' }
}

test.each([
  ['has a password', 'a password of the client'],
  ['has no password', null],
])(
  'after a cashier has changed the e-mail of a client who %s, the link to the forms shows nothing that the client has typed and does not replace it',
  async (_, password) => {
    const { db, as } = clinic.server
    if (password) await givePassword(db, client.id, password)
    else await db.updateTable('accounts').set({ password_hash: null }).where('person_id', '=', client.id).execute()
    await saveAtHome()
    const email = `cashier-${hour}@example.ph`
    await clinic.desk(clientsContract.update, { params: { id: client.clientId! }, body: { name: client.name, email } })
    const link = await linkSentTo(email)
    const { data } = await as(null)(formLinkContract.see, { body: link })
    expect(data).toMatchObject({ is_draft_on_device: true, forms: [{ form_version_id: versionId, draft: null }] })
    const save = as(null)(formLinkContract.saveDraft, { body: { ...link, ...draft({ skin: 'O' }).body } })
    expect(await errorOf(save)).toMatchObject({ status: 409, message: s.draftOnDevice })
    await db.updateTable('accounts').set({ awaits_confirmation: false }).where('person_id', '=', client.id).execute()
    // The change of the e-mail has ended the client's session.
    client = { ...client, token: await createSession(db, client.id) }
    expect(await seenAtHome()).toEqual(typed)
  },
)

test('a link to the forms that goes to a confirmed e-mail shows and keeps what the client has typed', async () => {
  await saveAtHome()
  const link = await linkSentTo(client.email)
  const anybody = clinic.server.as(null)
  expect((await anybody(formLinkContract.see, { body: link })).data).toMatchObject({ forms: [{ draft: typed }] })
  await anybody(formLinkContract.saveDraft, { body: { ...link, ...draft({ ...typed, medicines: 'None' }).body } })
  expect(await seenAtHome()).toEqual({ ...typed, medicines: 'None' })
})

test('while the account awaits confirmation, what the client types is not stored and replaces no earlier answers, but the form can be signed', async () => {
  await saveAtHome()
  const lock = (awaits_confirmation: boolean) =>
    clinic.server.db.updateTable('accounts').set({ awaits_confirmation }).where('person_id', '=', client.id).execute()
  await lock(true)
  expect((await me()(ownFormsContract.filling, {})).data).toMatchObject({
    is_draft_on_device: true,
    forms: [{ draft: null }],
  })
  expect(await errorOf(saveAtHome({ skin: 'O' }))).toMatchObject({ status: 409, message: s.draftOnDevice })
  await lock(false)
  expect(await seenAtHome()).toEqual(typed)
  await lock(true)
  await me()(ownFormsContract.sign, { body: signatureFor(versionId) })
  await lock(false)
  expect(await seenAtHome()).toBeUndefined()
})

/** Hands the tablet over to the client, by a staff member of a role. */
async function handOver(role: 'cashier' | 'admin', corrects: { id: string; reason: string } | null = null) {
  const by = role === 'cashier' ? clinic.cashier : await createUser(clinic.server.db, 'admin')
  await givePassword(clinic.server.db, by.id, STAFF_PASSWORD)
  const tablet = clinic.server.as(await createSession(clinic.server.db, by.id))
  const body = { client_id: client.clientId!, form_version_ids: [versionId], appointment_id: null, corrects }
  const { id } = (await tablet(handOverContract.start, { body })).data
  return {
    see: async () => (await tablet(handOverContract.current, {})).data.forms[0]?.draft,
    save: (answers: SentAnswers) => tablet(handOverContract.saveDraft, draft(answers)),
    sign: () => tablet(handOverContract.sign, { body: signatureFor(versionId) }),
    end: () => tablet(handOverContract.end, { params: { id }, body: { password: STAFF_PASSWORD } }),
  }
}

test('a tablet that does not show what the client has typed at home does not replace it: when the hand-over ends, only answers to open questions are added', async () => {
  await saveAtHome()
  const tablet = await handOver('cashier')
  expect(await tablet.see()).toBeNull()
  await tablet.save({ skin: 'O', medicines: 'None' })
  expect(await tablet.see()).toEqual({ skin: 'O', medicines: 'None' })
  expect(await seenAtHome()).toEqual(typed)
  await tablet.end()
  expect(await seenAtHome()).toEqual({ ...typed, medicines: 'None' })
  const again = await handOver('cashier')
  expect(await again.see()).toBeNull()
  await again.sign()
  expect(await seenAtHome()).toBeUndefined()
})

test('a tablet that shows what the client has typed at home keeps the changed answers when the hand-over ends', async () => {
  await saveAtHome()
  const tablet = await handOver('admin')
  expect(await tablet.see()).toEqual(typed)
  await tablet.save({ ...typed, skin: 'Oily' })
  await tablet.end()
  expect(await seenAtHome()).toEqual({ ...typed, skin: 'Oily' })
})

test('what was typed on a tablet whose session ended before the hand-over is kept when the next hand-over begins', async () => {
  const lost = await handOver('cashier')
  await lost.save({ medicines: 'None' })
  await clinic.server.db.deleteFrom('sessions').where('hand_over_id', 'is not', null).execute()
  await handOver('cashier')
  expect(await seenAtHome()).toEqual({ medicines: 'None' })
})

test('a correction of a signed copy that the client does not finish leaves no answers, and does not replace what the client has typed since', async () => {
  const { db } = clinic.server
  await (await handOver('cashier')).sign()
  const { id } = (await clinic.admin(signedFormsContract.list, { params: { clientId: client.clientId! } })).data[0]!
  // The client has to sign the form again, so that the client can type answers at home.
  await db.updateTable('forms').set({ frequency: 'every_visit' }).execute()
  await saveAtHome()
  const tablet = await handOver('admin', { id, reason: 'Skin type was wrong' })
  expect(await tablet.see()).toEqual({ skin: 'Dry' })
  await tablet.save({ skin: 'Oily' })
  await tablet.end()
  expect(await seenAtHome()).toEqual(typed)
  await db.updateTable('forms').set({ frequency: 'once' }).execute()
})
