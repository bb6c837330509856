import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPhotoClinic, type PhotoClinic } from '#server/chart-photos/photo-fixture.ts'
import { addSignedCopy } from '#server/forms/signing/signing-fixture.ts'
import { errorOf } from '#server/sales/till-fixture.ts'
import { addAlertRows } from '#server/test/alert-rows.ts'
import { createSession } from '#server/test/factories.ts'
import { addNoteRows } from '#server/test/note-rows.ts'
import { addPlanRow } from '#server/test/plan-rows.ts'
import { permissionsOf } from '#shared/auth/permissions.ts'
import { sessionContract } from '#shared/auth/session-contract.ts'
import { ownConsentsContract, publicationContract } from '#shared/chart-photos/contract.ts'
import { ownChartLockMessages } from '#shared/charts/own-chart-messages.ts'
import { confirmAccountContract } from '#shared/clients/confirm-account-contract.ts'
import { clientMessages } from '#shared/clients/messages.ts'
import { everyEndpoint } from '#shared/contracts.ts'
import { ownFormsContract } from '#shared/forms/signing-contract.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'

let clinic: PhotoClinic
let copyId: string
let photoId: string

beforeAll(async () => {
  clinic = await startPhotoClinic()
  const { server, bianca, catalogue, visitId } = clinic
  await addAlertRows(server.db, bianca, visitId)
  copyId = await addSignedCopy(server.db, bianca)
  await addNoteRows(server.db, bianca, visitId)
  await addPlanRow(server.db, bianca, catalogue.serviceId)
  photoId = (await clinic.add(bianca)).id
  const body = { photo_id: photoId, decided_on: '2026-11-20' as const, purpose: 'Brochure', asked_by: 'Ada Admin' }
  const key = { idempotencyKey: crypto.randomUUID() }
  await clinic.asAdmin(publicationContract.give, { params: { id: bianca.clientId }, body }, key)
})
afterAll(() => clinic.server.close())

const lock = (isLocked: boolean) =>
  clinic.server.db
    .updateTable('accounts')
    .set({ awaits_confirmation: isLocked })
    .where('person_id', '=', clinic.bianca.id)
    .execute()

/** Every call with which a client can read something with their session. */
const reads = everyEndpoint.filter(
  ({ method, access }) =>
    method === 'GET' && access !== 'public' && (access === 'any-account' || permissionsOf('client').has(access)),
)

/** Words, ids and kinds of files that only the chart of the test's client has. */
const partsOfChart = () => [
  'Lidocaine',
  'Mild redness',
  'Consent of Bianca',
  '"interval_unit"',
  'Brochure',
  'image/webp',
  'application/zip',
  copyId,
  photoId,
]

/**
 * Reads with the client's session, with ids of the client's own chart; returns the type and the text of the response.
 */
async function read({ url }: Endpoint) {
  const id = url.includes('signed-forms') ? copyId : photoId
  const answer = await clinic.fetchFile(clinic.bianca.token, url.replace(/:\w+/g, id))
  return { status: answer.status, text: `${answer.headers.get('content-type')} ${await answer.text()}` }
}

/** The calls whose response contains a part of the chart, with the status of the response. */
async function readsOfChart(): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const endpoint of reads) {
    const { status, text } = await read(endpoint)
    if (status < 400 && partsOfChart().some((part) => text.includes(part))) found[endpoint.url] = status
  }
  return found
}

test('while the account of a client awaits confirmation, every call that returns a part of their chart is refused with a message that says what to do', async () => {
  const open = await readsOfChart()
  expect(Object.keys(open).sort()).toEqual([
    '/api/my/chart',
    '/api/my/chart-photos/:id/picture',
    '/api/my/chart-photos/download',
    '/api/my/export',
    '/api/my/forms',
    '/api/my/publication-consents',
    '/api/my/signed-forms/:id',
  ])
  await lock(true)
  expect(await readsOfChart()).toEqual({})
  const refused = reads.filter(({ url }) => (url in open && url !== '/api/my/forms') || url === '/api/my/chart-photos')
  for (const endpoint of refused) {
    const { status, text } = await read(endpoint)
    expect([endpoint.url, status]).toEqual([endpoint.url, 403])
    expect(text).toContain(ownChartLockMessages.awaitsConfirmation)
  }
  const me = clinic.server.as(clinic.bianca.token)
  expect(await me(ownFormsContract.filling, {})).toMatchObject({ signed: [] })
  const withdraw = me(
    ownConsentsContract.withdraw,
    { body: { photo_id: photoId } },
    { idempotencyKey: crypto.randomUUID() },
  )
  expect(await errorOf(withdraw)).toMatchObject({ status: 403, message: ownChartLockMessages.awaitsConfirmation })
  expect((await me(sessionContract.session, {})).user.is_own_chart_locked).toBe(true)
  await lock(false)
})

test('only an admin confirms an account that staff have made; then its chart can be read after a new log-in', async () => {
  const { server, bianca, asAdmin, asCashier } = clinic
  await lock(true)
  const confirm = (by: typeof asAdmin, email = bianca.email) =>
    by(confirmAccountContract.confirm, { params: { id: bianca.clientId }, body: { email } })
  expect(await errorOf(confirm(asCashier))).toMatchObject({ status: 403 })
  const changed = { status: 409, message: clientMessages.accountNotAwaiting }
  expect(await errorOf(confirm(asAdmin, 'other@example.ph'))).toMatchObject(changed)
  expect((await confirm(asAdmin)).data.log_in.awaits_confirmation).toBeUndefined()
  expect(await errorOf(confirm(asAdmin))).toMatchObject(changed)
  expect((await clinic.fetchFile(bianca.token, '/api/my/chart')).status).toBe(401)
  const token = await createSession(server.db, bianca.id)
  expect((await clinic.fetchFile(token, '/api/my/chart')).status).toBe(200)
  const logged = await server.db
    .selectFrom('events')
    .select('user_id')
    .where('type', '=', 'clients.account.confirmed')
    .execute()
  expect(logged).toEqual([{ user_id: clinic.ada.id }])
})
