import { rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPhotoClinic, type PhotoClinic } from '#server/chart-photos/photo-fixture.ts'
import { addSignedCopy } from '#server/forms/signing/signing-fixture.ts'
import { errorOf } from '#server/sales/till-fixture.ts'
import { addAlertRows } from '#server/test/alert-rows.ts'
import { createUser } from '#server/test/factories.ts'
import { addNoteRows } from '#server/test/note-rows.ts'
import { addPlanRow } from '#server/test/plan-rows.ts'
import { ownConsentsContract, publicationContract } from '#shared/chart-photos/contract.ts'
import { chartPhotoMessages } from '#shared/chart-photos/messages.ts'
import { ownChartContract } from '#shared/profile/own-chart-contract.ts'

let clinic: PhotoClinic
beforeAll(async () => {
  clinic = await startPhotoClinic()
})
afterAll(() => clinic.server.close())

const newKey = () => ({ idempotencyKey: crypto.randomUUID() })
const chartOf = async (token: string) => (await clinic.server.as(token)(ownChartContract.read, {})).data
const eventsOf = (userId: string) =>
  clinic.server.db.selectFrom('events').select(['type', 'parameters']).where('user_id', '=', userId).execute()

describe('a client’s own chart', () => {
  test('a client’s own chart has alerts, signed forms with their words, notes, treatment plans and photos that are not hidden; the read log has one entry for the export', async () => {
    const { server, catalogue, bianca, add } = clinic
    await addAlertRows(server.db, bianca, clinic.visitId)
    await addSignedCopy(server.db, bianca)
    await addNoteRows(server.db, bianca, clinic.visitId)
    await addPlanRow(server.db, bianca, catalogue.serviceId)
    const photo = await add(bianca)
    const chart = await chartOf(bianca.token)
    expect(chart).toMatchObject({ name: 'Bianca Garcia', plans: [{ sessions: 6 }], photos: [{ id: photo.id }] })
    expect(chart.alerts.length).toBeGreaterThan(0)
    expect(chart.forms[0]!.content.sections.length).toBeGreaterThan(0)
    expect(chart.notes).toHaveLength(1)
    const reads = await server.db
      .selectFrom('chart_reads')
      .select(['kind', 'client_id'])
      .where('read_by', '=', bianca.id)
      .execute()
    expect(reads).toEqual([{ kind: 'export', client_id: bianca.clientId }])
    expect((await eventsOf(bianca.id)).map(({ type }) => type)).toEqual(['profile.chart.downloaded'])
  })

  test('a client can load each photo of their own chart, even if the file of another photo is missing, and no photo of other clients', async () => {
    const { newClient, add, fetchFile, folder, readsOf } = clinic
    const [rosa, other] = [await newClient('Rosa Lim'), await newClient('Olga Tan')]
    const [kept, lost, foreign] = [await add(rosa), await add(rosa), await add(other)]
    const row = await clinic.server.db
      .selectFrom('chart_photos')
      .select('photo_path')
      .where('id', '=', lost.id)
      .executeTakeFirstOrThrow()
    await rm(path.join(folder, row.photo_path))
    const open = (id: string) => fetchFile(rosa.token, `/api/my/chart-photos/${id}/picture`)
    const answer = await open(kept.id)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect((await open(lost.id)).status).toBe(404)
    expect((await open(foreign.id)).status).toBe(404)
    expect(await readsOf(kept.id)).toEqual([{ kind: 'photo', read_by: rosa.id }])
    expect(await readsOf(foreign.id)).toEqual([])
    expect((await chartOf(rosa.token)).photos).toHaveLength(2)
  })

  test('the chart of a client without records is empty; staff have no chart, and nobody has one while the clinical record is switched off', async () => {
    const nobody = await clinic.newClient('Nina Cruz')
    expect(await chartOf(nobody.token)).toMatchObject({ alerts: [], forms: [], notes: [], plans: [], photos: [] })
    expect(await errorOf(chartOf(clinic.reyes.token))).toMatchObject({ status: 404 })
    await clinic.server.db.updateTable('chart_settings').set({ is_on: false }).execute()
    expect(await errorOf(chartOf(nobody.token))).toMatchObject({ status: 404 })
    await clinic.server.db.updateTable('chart_settings').set({ is_on: true }).execute()
  })
})

describe('a client’s own consent to publication', () => {
  test('a client sees their own consents to publication with photo, purpose and date and can withdraw them; staff see the withdrawal, and the log does not contain the purpose', async () => {
    const client = await clinic.newClient('Carla Reyes')
    const [one, two] = [await clinic.add(client), await clinic.add(client)]
    const me = clinic.server.as(client.token)
    const give = (photo_id: string | null, purpose: string) =>
      clinic.asAdmin(
        publicationContract.give,
        {
          params: { id: client.clientId! },
          body: { photo_id, decided_on: '2026-11-20', purpose, asked_by: 'Ada Admin' },
        },
        newKey(),
      )
    const own = async () => (await me(ownConsentsContract.list, {})).data
    const withdraw = (photo_id: string | null) => me(ownConsentsContract.withdraw, { body: { photo_id } }, newKey())
    const mayPublish = async () =>
      Object.fromEntries((await clinic.list(client)).data.map(({ id, may_publish }) => [id, may_publish]))
    await give(one.id, 'Brochure')
    await give(two.id, 'Website')
    expect(await own()).toMatchObject([
      { photo: { id: two.id }, purpose: 'Website', decided_on: '2026-11-20', is_current: true },
      { photo: { id: one.id }, purpose: 'Brochure', is_current: true },
    ])
    await withdraw(one.id)
    expect((await own()).map(({ is_given, is_current }) => [is_given, is_current])).toEqual([
      [false, false],
      [true, true],
      [true, false],
    ])
    expect(await mayPublish()).toEqual({ [one.id]: false, [two.id]: true })
    expect(await errorOf(withdraw(one.id))).toMatchObject({
      status: 409,
      message: chartPhotoMessages.nothingToWithdraw,
    })
    await give(null, 'Posters')
    await withdraw(null)
    expect((await own()).some(({ is_current }) => is_current)).toBe(false)
    expect(await mayPublish()).toEqual({ [one.id]: false, [two.id]: false })
    const seen = await clinic.asAdmin(publicationContract.consents, { params: { id: client.clientId! } })
    expect(seen.data[0]).toMatchObject({ is_given: false, recorded_by: 'Carla Reyes', decided_on: '2026-11-23' })
    expect(await eventsOf(client.id)).toEqual([
      { type: 'chart-photos.own.withdrawn', parameters: { is_one_photo: true } },
      { type: 'chart-photos.own.withdrawn', parameters: { is_one_photo: false } },
    ])
  })

  test('a client cannot withdraw another client’s consent to publication, and staff without a chart have no consent to withdraw', async () => {
    const [client, other] = [await clinic.newClient('Dina Yu'), await clinic.newClient('Ella Go')]
    const photo = await clinic.add(other)
    const withdraw = (token: string, photo_id: string | null) =>
      clinic.server.as(token)(ownConsentsContract.withdraw, { body: { photo_id } }, newKey())
    expect(await errorOf(withdraw(client.token, photo.id))).toMatchObject({ status: 404 })
    expect(await errorOf(withdraw(client.token, null))).toMatchObject({ status: 409 })
    const cashier = await createUser(clinic.server.db, 'cashier')
    expect(await errorOf(withdraw(cashier.token, null))).toMatchObject({ status: 404 })
    expect((await clinic.server.as(clinic.reyes.token)(ownConsentsContract.list, {})).data).toEqual([])
  })
})
