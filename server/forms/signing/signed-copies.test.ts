import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { errorOf } from '#server/appointments/booking-fixture.ts'
import { newId } from '#server/lib/new-id.ts'
import { createResource, createUser, linkPractitioner, type TestUser } from '#server/test/factories.ts'
import { executeWithoutTriggers } from '#server/test/execute-without-triggers.ts'
import { openMailClinic, type MailClinic } from '#server/messages/message-fixture.ts'
import { formLinkContract, ownFormsContract, signedFormsContract } from '#shared/forms/signing-contract.ts'
import { signingMessages as s } from '#shared/forms/signing-messages.ts'
import { exportContract } from '#shared/profile/contract.ts'
import { answers, consent, publishForm, signatureFor } from './signing-fixture.ts'

let clinic: MailClinic
let form: { formId: string; versionId: string }
let client: TestUser
const NOW = new Date('2026-11-21T09:00:00+08:00')

beforeAll(async () => {
  clinic = await openMailClinic({ now: NOW })
  await clinic.server.db.updateTable('chart_settings').set({ is_on: true }).execute()
  form = await publishForm(clinic.server.db, consent())
})
afterAll(() => clinic.close())
beforeEach(async () => {
  clinic.server.clock.now = NOW
  client = await clinic.newClient('Ana Reyes')
  await clinic.server.db.deleteFrom('rate_windows').execute()
})

const nobody = () => clinic.server.as(null)
const me = (user = client) => clinic.server.as(user.token)
const see = (token: string) => nobody()(formLinkContract.see, { body: { token } })
const signByLink = (token: string, body = signatureFor(form.versionId)) =>
  nobody()(formLinkContract.sign, { body: { token, ...body } })
let hour = 9
/** Books a confirmed visit in a week; each call books a time one hour later than the call before. */
const newVisit = () => clinic.appointment('2026-11-28', `${String(++hour).padStart(2, '0')}:00:00`, 'confirmed', client)

/** The token of the link in the newest e-mail to the client. */
async function tokenFromMail(): Promise<string> {
  await clinic.deliverAll()
  const mail = clinic.mail.received.findLast(({ email }) => email.to?.[0]?.address === client.email)
  const token = /\/forms#([\w-]+)/.exec(mail?.email.text ?? '')?.[1]
  if (token === undefined) throw new Error('the e-mail has no link to the forms')
  return token
}

test('the confirmation of a visit has a link to the missing forms, which shows nothing but the forms and the first name', async () => {
  await newVisit()
  const shown = await see(await tokenFromMail())
  expect(shown).toEqual({
    data: {
      first_name: 'Ana Reyes',
      is_adult: null,
      forms: [{ form_version_id: form.versionId, title: 'Peel consent', content: consent(), draft: null }],
    },
  })
})

test('a form sent twice by the link is stored once, and the link then asks for no form', async () => {
  await newVisit()
  const token = await tokenFromMail()
  await nobody()(formLinkContract.saveDraft, {
    body: { token, form_version_id: form.versionId, answers: { skin: 'Oily' } },
  })
  expect((await see(token)).data.forms[0]!.draft).toEqual({ skin: 'Oily' })
  const body = signatureFor(form.versionId, { signed_at: '2026-11-20T20:00:00+08:00' })
  const both = await Promise.all([signByLink(token, body), signByLink(token, body)])
  expect(both[0]).toEqual(both[1])
  expect(both[0].data.signed_at).toBe('2026-11-20T20:00:00+08:00')
  expect((await see(token)).data.forms).toEqual([])
  const rows = await clinic.server.db
    .selectFrom('signed_forms')
    .select('id')
    .where('client_id', '=', client.clientId)
    .execute()
  expect(rows).toEqual([{ id: body.id }])
})

test('a link to forms is refused if it is forged, for a form that the visit does not need, after the visit began, and after the e-mail changed', async () => {
  await newVisit()
  const token = await tokenFromMail()
  const forged = `${token.slice(0, -2)}AA`
  for (const wrong of [forged, 'x', token.slice(0, 40)])
    expect(await errorOf(see(wrong))).toMatchObject({ status: 404, message: s.linkVoid })
  const another = await publishForm(clinic.server.db, consent('By hand'))
  await clinic.server.db.updateTable('forms').set({ frequency: 'by_hand' }).where('id', '=', another.formId).execute()
  expect(await errorOf(signByLink(token, signatureFor(another.versionId)))).toMatchObject({
    status: 404,
    message: s.formUnknown,
  })
  await clinic.server.db.updateTable('people').set({ email: 'new@example.ph' }).where('id', '=', client.id).execute()
  expect(await errorOf(see(token))).toMatchObject({ status: 404 })
  await clinic.server.db.updateTable('people').set({ email: client.email }).where('id', '=', client.id).execute()
  expect((await see(token)).data.forms).toHaveLength(1)
  const begin = new Date(`2026-11-28T${String(hour).padStart(2, '0')}:00:00+08:00`)
  clinic.server.clock.now = begin
  expect(await errorOf(see(token))).toMatchObject({ status: 404, message: s.linkVoid })
  const draft = { token, form_version_id: form.versionId, answers }
  expect(await errorOf(nobody()(formLinkContract.saveDraft, { body: draft }))).toMatchObject({ status: 404 })
  const at = (time: Date) => signByLink(token, signatureFor(form.versionId, { signed_at: time.toISOString() }))
  expect(await errorOf(at(begin))).toMatchObject({ status: 404, message: s.linkVoid })
})

test('while the clinical record is off, no link to forms is sent, and earlier links do not work', async () => {
  await newVisit()
  const token = await tokenFromMail()
  const setOn = (is_on: boolean) => clinic.server.db.updateTable('chart_settings').set({ is_on }).execute()
  await setOn(false)
  expect(await errorOf(see(token))).toMatchObject({ status: 404 })
  expect(await me()(ownFormsContract.filling, {})).toMatchObject({ data: { forms: [] }, signed: [] })
  const visit = await newVisit()
  await expect(tokenFromMail()).rejects.toThrow('the e-mail has no link')
  expect(await errorOf(clinic.desk(signedFormsContract.sendLink, { params: { id: visit } }))).toMatchObject({
    status: 404,
  })
  await setOn(true)
})

test('staff can send the link to a visit’s forms again while forms are missing, and not once all are signed', async () => {
  const visit = await newVisit()
  const first = await tokenFromMail()
  await clinic.desk(signedFormsContract.sendLink, { params: { id: visit } })
  expect(await tokenFromMail()).toBe(first)
  await signByLink(first)
  expect(await errorOf(clinic.desk(signedFormsContract.sendLink, { params: { id: visit } }))).toMatchObject({
    status: 409,
    message: s.nothingMissing,
  })
})

test('clients sign forms in their profile, and cannot read the signed copies of other clients', async () => {
  await newVisit()
  expect((await me()(ownFormsContract.filling, {})).data.forms).toHaveLength(1)
  const body = signatureFor(form.versionId)
  await me()(ownFormsContract.sign, { body })
  const own = await me()(ownFormsContract.filling, {})
  expect(own.data.forms).toEqual([])
  expect(own.signed).toMatchObject([{ id: body.id, channel: 'profile', signer_name: 'Ana Reyes' }])
  expect((await me()(ownFormsContract.copy, { params: { id: body.id } })).data).toMatchObject({
    content: consent(),
    answers,
    is_unaltered: true,
  })
  const other = await clinic.newClient()
  expect(await errorOf(me(other)(ownFormsContract.copy, { params: { id: body.id } }))).toMatchObject({ status: 404 })
  expect(await errorOf(me(other)(ownFormsContract.sign, { body: signatureFor(form.versionId) }))).toMatchObject({
    status: 404,
  })
  const { further } = await me()(exportContract.read, {})
  expect(further['signed_forms']).toMatchObject([{ title: 'Peel consent', answers }])
})

test('a guardian must sign for a client who is under 18 by the birth date in the client card or, if the clinic has no birth date, by the client’s own statement', async () => {
  await newVisit()
  const token = await tokenFromMail()
  const guardian = { name: 'Rosa Reyes', relation: 'Mother' }
  const send = (more: object) => signByLink(token, signatureFor(form.versionId, more))
  expect(await errorOf(send({ is_adult: false }))).toMatchObject({ status: 422, message: s.guardianNeeded })
  expect(await errorOf(send({ guardian }))).toMatchObject({ status: 422, message: s.noGuardianNeeded })
  const card = { kind: 'pwd' as const, id_number: '1', name: 'Ana Reyes', birth_date: '2008-11-22', seen_at: NOW }
  await clinic.server.db
    .insertInto('client_cards')
    .values({ client_id: client.clientId!, ...card })
    .execute()
  expect((await see(token)).data.is_adult).toBe(false)
  expect(await errorOf(send({ is_adult: true }))).toMatchObject({ status: 422, message: s.guardianNeeded })
  // The birth date on the client card takes precedence over that on the PWD card.
  const details = { client_id: client.clientId!, birth_date: '2000-01-01', saved_at: NOW, version: 1 }
  await clinic.server.db.insertInto('client_details').values(details).execute()
  expect((await see(token)).data.is_adult).toBe(true)
  await clinic.server.db
    .updateTable('client_details')
    .set({ birth_date: '2010-01-01' })
    .where('client_id', '=', client.clientId)
    .execute()
  const body = { ...signatureFor(form.versionId), is_adult: false, guardian }
  await signByLink(token, body)
  const copy = await clinic.admin(signedFormsContract.copy, { params: { clientId: client.clientId!, id: body.id } })
  expect(copy.data).toMatchObject({ signer_name: 'Rosa Reyes', guardian_relation: 'Mother', client_name: 'Ana Reyes' })
})

test('a new version of a form must be signed again, and the old copy keeps the words that were signed', async () => {
  await newVisit()
  const own = await publishForm(clinic.server.db, consent('Laser consent'))
  const body = signatureFor(own.versionId)
  await me()(ownFormsContract.sign, { body })
  const changed = consent('Laser consent')
  changed.sections[0]!.title = 'New words'
  await publishForm(clinic.server.db, changed, { formId: own.formId, number: 2 })
  const missing = (await me()(ownFormsContract.filling, {})).data.forms
  expect(missing.map((each) => each.content.sections[0]!.title)).toContain('New words')
  const copy = await me()(ownFormsContract.copy, { params: { id: body.id } })
  expect(copy.data).toMatchObject({ version_number: 1, content: consent('Laser consent') })
  await clinic.server.db.updateTable('forms').set({ frequency: 'by_hand' }).where('id', '=', own.formId).execute()
})

/** Signs a form in the profile; returns the id of the signed copy. */
async function signOwn(): Promise<string> {
  await newVisit()
  const body = signatureFor(form.versionId)
  await me()(ownFormsContract.sign, { body })
  return body.id
}

test('neither the app nor the owner of the database can change or delete a signed copy', async () => {
  const id = await signOwn()
  const { db } = clinic.server
  await expect(db.updateTable('signed_forms').set({ title: 'Other' }).where('id', '=', id).execute()).rejects.toThrow(
    'permission denied',
  )
  await expect(db.deleteFrom('signed_forms').where('id', '=', id).execute()).rejects.toThrow('permission denied')
  const other = await clinic.newClient()
  // The app may assign a signed copy to another client only in a merge.
  await expect(
    db.updateTable('signed_forms').set({ client_id: other.clientId! }).where('id', '=', id).execute(),
  ).rejects.toThrow('append-only')
  const owner = new pg.Client({ connectionString: clinic.server.database.ownerUrl })
  await owner.connect()
  await expect(owner.query(`update signed_forms set title = 'Other'`)).rejects.toThrow('append-only')
  await expect(owner.query('delete from signed_forms')).rejects.toThrow('append-only')
  await owner.end()
})

test('a signed copy is marked as altered when the database owner has changed it with triggers off', async () => {
  const id = await signOwn()
  await executeWithoutTriggers(
    clinic.server.database,
    'signed_forms',
    `update signed_forms set answers = jsonb_set(answers, '{skin}', '"Oily"') where id = '${id}'`,
  )
  const params = { clientId: client.clientId!, id }
  expect((await clinic.admin(signedFormsContract.copy, { params })).data.is_unaltered).toBe(false)
})

test('each opening of a signed copy is in the read log; a practitioner without a visit with the client is refused', async () => {
  const id = await signOwn()
  const params = { clientId: client.clientId!, id }
  await clinic.admin(signedFormsContract.copy, { params })
  await clinic.admin(signedFormsContract.copy, { params })
  const reads = await clinic.server.db
    .selectFrom('chart_reads')
    .select('kind')
    .where('client_id', '=', client.clientId)
    .where('subject_id', '=', id)
    .execute()
  expect(reads).toEqual([{ kind: 'form' }, { kind: 'form' }])
  const stranger = await createUser(clinic.server.db, 'practitioner')
  await linkPractitioner(
    clinic.server.db,
    stranger.id,
    await createResource(clinic.server.db, 'practitioner', 'Dr. Cruz'),
  )
  expect(await errorOf(clinic.server.as(stranger.token)(signedFormsContract.copy, { params }))).toMatchObject({
    status: 403,
  })
  expect(await errorOf(clinic.admin(signedFormsContract.copy, { params: { ...params, id: newId() } }))).toMatchObject({
    status: 404,
  })
})

test('the desk sees the missing forms of several visits at once, without the forms that are already signed', async () => {
  const visit = await newVisit()
  const read = async () =>
    (await clinic.desk(signedFormsContract.missing, { querystring: { appointment_ids: `${visit},${newId()}` } })).data
  expect(await read()).toEqual([
    {
      appointment_id: visit,
      client_id: client.clientId,
      forms: [{ form_version_id: form.versionId, title: 'Peel consent' }],
    },
  ])
  const ofClient = await clinic.desk(signedFormsContract.missingOfClient, { params: { id: client.clientId! } })
  expect(ofClient.data).toMatchObject({ appointment_id: visit, forms: [{ title: 'Peel consent' }] })
  await me()(ownFormsContract.sign, { body: signatureFor(form.versionId) })
  expect(await read()).toEqual([])
})
