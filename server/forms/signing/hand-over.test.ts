import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { errorOf } from '#server/appointments/booking-fixture.ts'
import { newId } from '#server/lib/new-id.ts'
import { createSession, createUser, givePassword, type TestUser } from '#server/test/factories.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { everyEndpoint } from '#shared/contracts.ts'
import { handOverContract, signedFormsContract } from '#shared/forms/signing-contract.ts'
import { signingMessages as s } from '#shared/forms/signing-messages.ts'
import { sessionContract } from '#shared/auth/session-contract.ts'
import { requestRefusals } from '#shared/lib/messages.ts'
import { answers, signatureFor, STAFF_PASSWORD, startSigningClinic, type SigningClinic } from './signing-fixture.ts'

let clinic: SigningClinic
let client: TestUser
/** The token of the cashier's session, which hands the tablet over. */
let token: string

beforeAll(async () => {
  clinic = await startSigningClinic()
})
afterAll(() => clinic.server.close())
beforeEach(async () => {
  client = await clinic.newClient('Ana Reyes')
  token = await createSession(clinic.server.db, clinic.cashier.id)
  await clinic.server.db.deleteFrom('rate_windows').execute()
})

const tablet = () => clinic.server.as(token)
const start = (more: object = {}) =>
  tablet()(handOverContract.start, {
    body: {
      client_id: client.clientId!,
      form_version_ids: [clinic.versionId],
      appointment_id: null,
      corrects: null,
      ...more,
    },
  })
const end = (id: string, password: string, email?: string) =>
  tablet()(handOverContract.end, { params: { id }, body: { password, ...(email && { email }) } })

test('while the tablet is handed over to a client, its session is limited to the hand-over: every other call is refused, also public calls that change data', async () => {
  await start()
  const allowed = everyEndpoint.filter((e) => 'duringHandOver' in e).map(({ method, url }) => `${method} ${url}`)
  expect(allowed).toEqual([
    'GET /api/form-hand-overs/current',
    'PUT /api/form-hand-overs/draft',
    'POST /api/form-hand-overs/sign',
    'POST /api/form-hand-overs/late',
    'POST /api/form-hand-overs/:id/end',
  ])
  // Public GET calls are left out: they show what every visitor sees, and do not look at the session at all.
  const others = everyEndpoint.filter((e) => !('duringHandOver' in e) && !(e.method === 'GET' && e.access === 'public'))
  for (const { method, url } of others) {
    const response = await clinic.server.app.inject({
      method,
      url: url.replace(/:\w+/g, newId()),
      headers: { authorization: `Bearer ${token}` },
      ...(method !== 'GET' && { payload: {} }),
    })
    expect({ url, status: response.statusCode, body: response.json<object>() }).toEqual({
      url,
      status: 403,
      body: { message: requestRefusals.handedOver, code: 'handed_over' },
    })
  }
  // Other sessions of the same person are not limited.
  expect((await clinic.desk(sessionContract.session, {})).user.id).toBe(clinic.cashier.id)
})

test('the handed-over tablet shows the forms of the hand-over, keeps a draft and stores the signed copy once', async () => {
  const { id } = (await start()).data
  await tablet()(handOverContract.saveDraft, {
    body: { form_version_id: clinic.versionId, answers: { ...answers, skin: 'Oily' } },
  })
  const shown = (await tablet()(handOverContract.current, {})).data
  expect(shown).toMatchObject({ id, first_name: 'Ana Reyes', started_by: clinic.cashier.name, is_adult: null })
  expect(shown.forms).toMatchObject([{ form_version_id: clinic.versionId, draft: { skin: 'Oily' } }])
  // The draft is stored without the signature, so that whoever holds the tablet next has to sign again.
  expect(shown.forms[0]!.draft).not.toHaveProperty('sign')
  const body = signatureFor(clinic.versionId)
  const first = await tablet()(handOverContract.sign, { body })
  expect(await tablet()(handOverContract.sign, { body })).toEqual(first)
  const rows = await clinic.server.db
    .selectFrom('signed_forms')
    .selectAll()
    .where('client_id', '=', client.clientId)
    .execute()
  expect(rows).toMatchObject([
    { id: body.id, channel: 'tablet', answers, handed_over_by: clinic.cashier.id, signer_name: 'Ana Reyes' },
  ])
  expect((await tablet()(handOverContract.current, {})).data.forms).toEqual([])
  // A save that arrives after the signature does not bring the draft back.
  await tablet()(handOverContract.saveDraft, { body: { form_version_id: clinic.versionId, answers: { skin: 'Oily' } } })
  expect(
    await clinic.server.db
      .selectFrom('form_answer_drafts')
      .selectAll()
      .where('client_id', '=', client.clientId)
      .execute(),
  ).toEqual([])
})

test('a client without a log-in can sign on the tablet, and is named in the history log', async () => {
  const { db } = clinic.server
  const walkIn = await clinic.newClient('Wanda Walk-in')
  await db.deleteFrom('sessions').where('user_id', '=', walkIn.id).execute()
  await db.deleteFrom('accounts').where('person_id', '=', walkIn.id).execute()
  client = walkIn
  await start()
  const body = signatureFor(clinic.versionId)
  await tablet()(handOverContract.sign, { body })
  expect(await logEntries(db, { subject_id: body.id })).toMatchObject([{ user_name: 'Wanda Walk-in' }])
})

test('a signed form sent with the id of a stored one, but with other answers, is refused', async () => {
  await start()
  const body = signatureFor(clinic.versionId)
  await tablet()(handOverContract.sign, { body })
  const changed = { ...body, answers: { ...answers, skin: 'Oily' } }
  expect(await errorOf(tablet()(handOverContract.sign, { body: changed }))).toMatchObject({
    status: 409,
    message: s.formChanged,
  })
})

test('signing with missing answers is refused with the name of each, and nothing is stored', async () => {
  await start()
  const error = await errorOf(
    tablet()(handOverContract.sign, { body: signatureFor(clinic.versionId, { answers: { skin: 'Dry' } }) }),
  )
  expect(error).toMatchObject({ status: 422, errors: { 'answers.sign': [expect.any(String)] } })
  const rows = await clinic.server.db
    .selectFrom('signed_forms')
    .select('id')
    .where('client_id', '=', client.clientId)
    .execute()
  expect(rows).toEqual([])
})

test('only the password of a staff member ends a tablet hand-over and gives the session its rights back', async () => {
  const { id } = (await start()).data
  await givePassword(clinic.server.db, client.id, 'a password of the client')
  expect(await errorOf(end(id, 'a guess'))).toMatchObject({ status: 422, errors: { password: [s.wrongPassword] } })
  expect(await errorOf(end(id, 'a password of the client', client.email))).toMatchObject({ status: 422 })
  expect(await errorOf(end(newId(), STAFF_PASSWORD))).toMatchObject({ status: 404 })
  expect(await errorOf(tablet()(sessionContract.session, {}))).toMatchObject({ code: 'handed_over' })
  expect((await end(id, STAFF_PASSWORD)).data).toEqual({ is_same_person: true })
  expect((await tablet()(sessionContract.session, {})).user.id).toBe(clinic.cashier.id)
  expect(await errorOf(tablet()(handOverContract.current, {}))).toMatchObject({ status: 404, message: s.noHandOver })
  expect((await logEntries(clinic.server.db, { subject_id: client.id })).map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      'Handed the tablet over to Ana Reyes for Peel consent',
      'Took the tablet back from Ana Reyes',
    ]),
  )
})

test('another staff member who ends a tablet hand-over is logged in with their own rights, and the session that began it ends', async () => {
  const { id } = (await start()).data
  const colleague = await createUser(clinic.server.db, 'practitioner')
  await givePassword(clinic.server.db, colleague.id, 'a password of the colleague')
  expect((await end(id, 'a password of the colleague', colleague.email)).data).toEqual({ is_same_person: false })
  expect(await errorOf(tablet()(sessionContract.session, {}))).toMatchObject({ status: 401 })
})

test('a colleague with a two-step log-in can end a tablet hand-over by password, but gets no session', async () => {
  const { id } = (await start()).data
  const colleague = await createUser(clinic.server.db, 'practitioner')
  await givePassword(clinic.server.db, colleague.id, 'a password of the colleague')
  const made_at = clinic.server.clock.now
  await clinic.server.db
    .insertInto('totp_secrets')
    .values({ account_id: colleague.id, secret: 'encrypted', made_at, confirmed_at: made_at })
    .execute()
  const sessions = () =>
    clinic.server.db.selectFrom('sessions').select('id').where('user_id', '=', colleague.id).execute()
  const before = await sessions()
  expect((await end(id, 'a password of the colleague', colleague.email)).data).toEqual({ is_same_person: false })
  expect(await sessions()).toEqual(before)
  expect(await errorOf(tablet()(sessionContract.session, {}))).toMatchObject({ status: 401 })
})

test('password guesses in a tablet hand-over are limited, whichever e-mail is sent with them', async () => {
  const { id } = (await start()).data
  const guesses: unknown[] = []
  for (let i = 0; i < 12; i++)
    guesses.push((await errorOf(end(id, `guess ${i}`, i % 2 ? clinic.cashier.email : undefined))).status)
  expect(guesses[0]).toBe(422)
  expect(guesses.at(-1)).toBe(429)
  expect(await errorOf(end(id, STAFF_PASSWORD))).toMatchObject({ status: 429 })
})

test('password guesses for one colleague are limited over several tablet hand-overs, and do not lock out other staff', async () => {
  const admin = await createUser(clinic.server.db, 'admin')
  const statuses: number[] = []
  for (let handOvers = 0; handOvers < 2; handOvers++) {
    const { id } = (await start()).data
    for (let i = 0; i < 6; i++) statuses.push((await errorOf(end(id, `guess ${i}`, admin.email))).status)
    await end(id, STAFF_PASSWORD)
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429, 429])
})

test('a signed copy is corrected by a new copy that names it, and the old copy does not change', async () => {
  await start()
  const old = signatureFor(clinic.versionId)
  await tablet()(handOverContract.sign, { body: old })
  token = await createSession(clinic.server.db, clinic.cashier.id)
  const correction = { id: old.id, reason: 'Skin type was wrong' }
  // A correction shows the answers of the signed copy; they are a part of the chart, which the cashier may not read.
  expect(await errorOf(start({ corrects: correction }))).toMatchObject({ status: 403 })
  token = await createSession(clinic.server.db, (await createUser(clinic.server.db, 'admin')).id)
  await start({ corrects: correction })
  // The client starts with the answers of the signed copy that is corrected, and signs anew.
  expect((await tablet()(handOverContract.current, {})).data.forms).toMatchObject([{ draft: { skin: 'Dry' } }])
  expect((await tablet()(handOverContract.current, {})).data.forms[0]!.draft).not.toHaveProperty('sign')
  const body = signatureFor(clinic.versionId, { answers: { ...answers, skin: 'Oily' } })
  await tablet()(handOverContract.sign, { body })
  const list = (await clinic.admin(signedFormsContract.list, { params: { clientId: client.clientId! } })).data
  expect(list.map(({ id, corrects, is_corrected }) => ({ id, corrects, is_corrected }))).toEqual(
    expect.arrayContaining([
      { id: body.id, corrects: old.id, is_corrected: false },
      { id: old.id, corrects: null, is_corrected: true },
    ]),
  )
  const copy = await clinic.admin(signedFormsContract.copy, { params: { clientId: client.clientId!, id: old.id } })
  expect(copy.data).toMatchObject({ answers, is_unaltered: true })
})

test('a tablet shows the answers that the client saved at home only if the person who hands it over may read charts; the read log then gets an entry', async () => {
  const { db } = clinic.server
  const saveAtHome = (skin: string) =>
    db
      .insertInto('form_answer_drafts')
      .values({
        client_id: client.clientId!,
        form_version_id: clinic.versionId,
        answers: JSON.stringify({ skin }),
        saved_at: new Date(clinic.server.clock.now.getTime() + 60_000),
      })
      .execute()
  const reads = () =>
    db
      .selectFrom('chart_reads')
      .select(['kind', 'subject_id', 'read_by'])
      .where('client_id', '=', client.clientId)
      .execute()
  const { id } = (await start()).data
  // The client saves answers at home after the hand-over began.
  await saveAtHome('Oily')
  expect((await tablet()(handOverContract.current, {})).data.forms).toMatchObject([{ draft: null }])
  await tablet()(handOverContract.saveDraft, { body: { form_version_id: clinic.versionId, answers: { skin: 'Dry' } } })
  expect((await tablet()(handOverContract.current, {})).data.forms).toMatchObject([{ draft: { skin: 'Dry' } }])
  await end(id, STAFF_PASSWORD)
  expect(await reads()).toEqual([])
  const admin = await createUser(db, 'admin')
  token = await createSession(db, admin.id)
  await start()
  // The tablet of the cashier has not replaced the answer that it did not show.
  expect((await tablet()(handOverContract.current, {})).data.forms).toMatchObject([{ draft: { skin: 'Oily' } }])
  expect(await reads()).toEqual([{ kind: 'form', subject_id: clinic.versionId, read_by: admin.id }])
})

test('a tablet hand-over is refused for an unknown form, for another client’s visit, and for a correction by staff who may read no charts', async () => {
  const other = await clinic.newClient()
  const visit = await clinic.appointment('2026-11-28', '10:00:00', 'confirmed', other)
  expect(await errorOf(start({ form_version_ids: [newId()] }))).toMatchObject({ status: 404, message: s.formUnknown })
  expect(await errorOf(start({ appointment_id: visit }))).toMatchObject({ status: 404, message: s.visitUnknown })
  expect(await errorOf(start({ corrects: { id: newId(), reason: 'Wrong' } }))).toMatchObject({ status: 403 })
  expect((await tablet()(sessionContract.session, {})).user.id).toBe(clinic.cashier.id)
})

test('starting a visit with missing forms is refused with their names, and succeeds only with a reason, which is stored', async () => {
  const visit = await clinic.appointment('2026-11-30', '10:00:00', 'confirmed', client)
  const before = clinic.server.clock.now
  clinic.server.clock.now = new Date('2026-11-30T10:00:00+08:00')
  onTestFinished(() => void (clinic.server.clock.now = before))
  const begin = (override?: { reason: string; questions: string[] }) =>
    clinic.desk(appointmentsContract.updateStatus, { params: { id: visit }, body: { status: 'on-going', override } })
  const question = { kind: 'form', key: `form:${clinic.versionId}`, title: 'Peel consent' }
  expect(await errorOf(begin())).toMatchObject({ code: 'needs_reason', data: { questions: [question] } })
  await begin({ reason: 'Signed on paper', questions: [question.key] })
  const reasons = await clinic.server.db
    .selectFrom('visit_reasons')
    .select(['reason', 'questions'])
    .where('appointment_id', '=', visit)
    .execute()
  expect(reasons).toEqual([{ reason: 'Signed on paper', questions: [question] }])
})
