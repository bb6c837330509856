import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorOf } from '#server/sales/till-fixture.ts'
import { ifMatchVersion } from '#server/test/if-match.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { fileOf, photoWithPlace } from '#server/test/pictures.ts'
import { sendThrough, type Caller } from '#server/test/server.ts'
import { chartPhotosContract as photos, publicationContract as publication } from '#shared/chart-photos/contract.ts'
import { chartPhotoMessages as s } from '#shared/chart-photos/messages.ts'
import { exportContract } from '#shared/profile/contract.ts'
import { call } from '#shared/lib/http-client.ts'
import { imageMessages } from '#shared/lib/messages.ts'
import { photo, startPhotoClinic, type PhotoClinic } from './photo-fixture.ts'

let clinic: PhotoClinic
beforeAll(async () => {
  clinic = await startPhotoClinic()
})
afterAll(() => clinic.server.close())

describe('added photos', () => {
  test('an added photo is stored upright and without metadata in a private folder, and belongs to the visit of its day', async () => {
    const file = fileOf(await photoWithPlace(), 'place.jpg', 'image/jpeg')
    const added = await clinic.add(clinic.bianca, { file, angle: 'left_45', area: ' left cheek ' }, clinic.asReyes)
    expect(added).toMatchObject({
      angle: 'left_45',
      area: 'left cheek',
      width: 40,
      height: 60,
      added_by: 'Dra. Reyes',
      may_publish: false,
      hidden: null,
      visit: { appointment_id: clinic.visitId, date: '2026-11-23', service: 'Diamond peel' },
    })
    const names = await clinic.storedFiles()
    expect(names).toHaveLength(2)
    for (const name of names) {
      expect(name).not.toContain(added.id)
      const { exif, orientation, format } = await sharp(path.join(clinic.folder, name)).metadata()
      expect([exif, orientation, format]).toEqual([undefined, undefined, 'webp'])
      for (const url of [`/charts/${name}`, `/api/website-pictures/${name}`, `/api/service-pictures/${name}`])
        expect((await clinic.server.app.inject(url)).statusCode, url).toBe(404)
    }
    const [entry] = await logEntries(clinic.server.db, { subject_id: added.id })
    expect(entry?.action).toBe('Added a photo to the chart of Bianca Garcia')
  })

  test('each photo is stored once, also if twenty photos are sent over a connection that loses every second response', async () => {
    const client = await clinic.newClient('Tessa Twenty')
    const before = (await clinic.storedFiles()).length
    let calls = 0
    const send = sendThrough(clinic.server.app, clinic.ada.token)
    const breaking = async (request: Request) => {
      const response = await send(request)
      if (calls++ % 2 === 0) throw new TypeError('Failed to fetch')
      return response
    }
    for (let shade = 0; shade < 20; shade++) {
      const upload = await clinic.uploadOf(client, { file: await photo(shade * 10) })
      await expect(call(photos.add, upload, { send: breaking })).rejects.toMatchObject({ code: 'no_answer' })
      // Two tabs of the same browser may retry the same upload at the same time.
      const [one, two] = await Promise.all([clinic.asAdmin(photos.add, upload), clinic.asAdmin(photos.add, upload)])
      expect(one.data).toEqual(two.data)
      calls = 0
    }
    expect((await clinic.list(client)).total).toBe(20)
    expect((await clinic.storedFiles()).length - before).toBe(40)
    expect((await logEntries(clinic.server.db)).filter(({ action }) => action.includes('Tessa Twenty'))).toHaveLength(
      20,
    )
  })

  test('a photo is refused with the id of another photo, in a wrong format, without a body area, or with a date in the future; nothing is stored', async () => {
    const added = await clinic.add(clinic.bianca, { file: await photo(1) }, clinic.asReyes)
    const [filesBefore, { total: totalBefore }] = [await clinic.storedFiles(), await clinic.list(clinic.bianca)]
    const error = async (described: Parameters<PhotoClinic['add']>[1]) =>
      errorOf(clinic.add(clinic.bianca, described, clinic.asReyes))
    expect(await error({ id: added.id, file: await photo(2) })).toMatchObject({ status: 409, message: s.idTaken })
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(64)])
    expect(await error({ file: fileOf(heic) })).toMatchObject({ errors: { photo: [imageMessages.heic] } })
    expect(await error({ angle: 'body' })).toMatchObject({ errors: { area: [s.areaNeeded] } })
    const later = { taken_at: '2026-11-26T09:00:00+08:00' }
    expect(await error(later)).toMatchObject({ errors: { taken_at: [s.takenLater] } })
    // The clock of the tablet is an hour ahead.
    expect((await clinic.add(clinic.bianca, { taken_at: '2026-11-23T09:30:00+08:00' }, clinic.asReyes)).taken_at).toBe(
      '2026-11-23T08:00:00+08:00',
    )
    expect([(await clinic.storedFiles()).length, (await clinic.list(clinic.bianca)).total]).toEqual([
      filesBefore.length + 2,
      totalBefore + 1,
    ])
  })

  test('the picture of a stored photo never changes: neither the app nor the owner of the database can exchange it', async () => {
    const { id } = await clinic.add(clinic.bianca, {}, clinic.asReyes)
    const { appDb, db } = clinic.server
    const exchange = (at: typeof db) =>
      at.updateTable('chart_photos').set({ photo_path: 'x.webp' }).where('id', '=', id)
    await expect(exchange(db).execute()).rejects.toMatchObject({ constraint: 'chart_photos__picture' })
    await expect(
      appDb.transaction().execute((tx) => tx.deleteFrom('publication_consents').execute()),
    ).rejects.toMatchObject({ code: '42501' })
  })
})

describe('reading photos', () => {
  test('the photos of a chart are listed newest first, and by angle with the first and last photo of each', async () => {
    const client = await clinic.newClient('Lea List')
    const days = ['2026-09-01', '2026-10-01', '2026-11-01']
    for (const day of days) await clinic.add(client, { taken_at: `${day}T10:00:00+08:00` }, clinic.asAdmin)
    await clinic.add(client, { angle: 'body', area: 'Belly', taken_at: '2026-08-01T10:00:00+08:00' }, clinic.asAdmin)
    await clinic.add(client, { angle: 'body', area: 'belly', taken_at: '2026-08-02T10:00:00+08:00' }, clinic.asAdmin)
    const page = await clinic.list(client, { per_page: 2 })
    expect([page.total, page.data.map(({ taken_at }) => taken_at.slice(0, 10))]).toEqual([
      5,
      ['2026-11-01', '2026-10-01'],
    ])
    expect((await clinic.list(client, { angle: 'body', area: 'BELLY' })).total).toBe(2)
    const { data } = await clinic.asAdmin(photos.angles, { params: { id: client.clientId! } })
    expect(
      data.map(({ count, first, last }) => [count, first.taken_at.slice(0, 10), last.taken_at.slice(0, 10)]),
    ).toEqual([
      [3, '2026-09-01', '2026-11-01'],
      [2, '2026-08-01', '2026-08-02'],
    ])
  })

  test('photos are sent only to those who may read the chart, and are never cached; the read log records each photo opened in full size', async () => {
    const added = await clinic.add(clinic.bianca, {}, clinic.asReyes)
    const urls = [`/api/chart-photos/${added.id}/thumbnail`, `/api/chart-photos/${added.id}/picture`]
    for (const url of urls) {
      const answer = await clinic.fetchFile(clinic.reyes.token, url)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
      expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).format).toBe('webp')
      expect((await clinic.server.app.inject(url)).statusCode).toBe(401)
      for (const [token, status] of [
        [clinic.cruz.token, 403],
        [clinic.carlo.token, 403],
        [clinic.bianca.token, 403],
      ] as const)
        expect((await clinic.fetchFile(token, url)).status).toBe(status)
    }
    expect(await clinic.readsOf(added.id)).toEqual([{ kind: 'photo', read_by: clinic.reyes.id }])
    await clinic.server.db.updateTable('chart_settings').set({ is_on: false }).execute()
    for (const url of urls) expect((await clinic.fetchFile(clinic.reyes.token, url)).status).toBe(404)
    expect(await errorOf(clinic.list(clinic.bianca))).toMatchObject({ status: 404 })
    await clinic.server.db.updateTable('chart_settings').set({ is_on: true }).execute()
  })
})

describe('changed photos', () => {
  test('a photo whose date is changed belongs to the visit of its new day; a stale form is refused with the newer values', async () => {
    const added = await clinic.add(clinic.bianca, {}, clinic.asReyes)
    const body = { angle: 'right' as const, area: null, note: 'After cleansing', taken_at: '2026-11-20T10:00:00+08:00' }
    const change = (version: number) =>
      clinic.asReyes(photos.change, { params: { id: added.id }, body }, ifMatchVersion(version))
    expect((await change(added.version)).data).toMatchObject({ angle: 'right', note: 'After cleansing', visit: null })
    expect(await errorOf(change(added.version))).toMatchObject({ code: 'stale', data: { angle: 'right' } })
  })

  test('a photo can be hidden with a reason and shown again; it stays in the chart', async () => {
    const added = await clinic.add(clinic.bianca, {}, clinic.asReyes)
    const { total } = await clinic.list(clinic.bianca)
    const hide = () => clinic.asReyes(photos.hide, { params: { id: added.id }, body: { reason: 'Out of focus' } })
    expect((await hide()).data.hidden).toMatchObject({ by: 'Dra. Reyes', reason: 'Out of focus' })
    await hide()
    const shown = await clinic.list(clinic.bianca)
    expect([shown.total, shown.hidden]).toEqual([total - 1, 1])
    expect((await clinic.list(clinic.bianca, { hidden: 'true' })).data.map(({ id }) => id)).toEqual([added.id])
    expect((await clinic.asReyes(photos.show, { params: { id: added.id } })).data.hidden).toBeNull()
    const logged = (await logEntries(clinic.server.db, { subject_id: added.id })).map(({ action }) => action)
    expect(logged).toEqual([
      'Added a photo to the chart of Bianca Garcia',
      'Hid a photo in the chart of Bianca Garcia',
      'Showed a hidden photo again in the chart of Bianca Garcia',
    ])
  })

  test('a photo in the wrong person’s chart moves to the client whom it shows, and the consent of the other client is no longer valid for it', async () => {
    const right = await clinic.newClient('Rita Right')
    const added = await clinic.add(clinic.bianca, {}, clinic.asReyes)
    const consent = { photo_id: added.id, decided_on: '2026-11-23', purpose: 'Website', asked_by: 'Dra. Reyes' }
    const params = { id: clinic.bianca.clientId }
    await clinic.asReyes(publication.give, { params, body: consent }, { idempotencyKey: crypto.randomUUID() })
    const move = (by: Caller, clientId: string) =>
      by(photos.move, { params: { id: added.id }, body: { client_id: clientId, reason: 'Wrong chart was open' } })
    expect(await errorOf(move(clinic.asReyes, right.clientId!))).toMatchObject({ status: 403 })
    expect(await errorOf(move(clinic.asAdmin, clinic.bianca.clientId))).toMatchObject({ message: s.sameClient })
    expect((await move(clinic.asAdmin, right.clientId!)).data).toMatchObject({
      client_id: right.clientId,
      visit: null,
      may_publish: false,
    })
    expect((await clinic.fetchFile(clinic.reyes.token, `/api/chart-photos/${added.id}/picture`)).status).toBe(403)
    // The browser repeats the call after its answer was lost.
    expect((await move(clinic.asAdmin, right.clientId!)).data.client_id).toBe(right.clientId)
    const again = { client_id: right.clientId!, reason: 'Another reason' }
    expect(await errorOf(clinic.asAdmin(photos.move, { params: { id: added.id }, body: again }))).toMatchObject({
      message: s.sameClient,
    })
    const changes = await clinic.server.db
      .selectFrom('chart_photo_changes')
      .select(['kind', 'reason', 'from_client_id'])
      .where('photo_id', '=', added.id)
      .execute()
    expect(changes).toEqual([{ kind: 'moved', reason: 'Wrong chart was open', from_client_id: clinic.bianca.clientId }])
  })

  test('each answer that shows a photo is recorded in the read log, even if the call changed nothing', async () => {
    const { db, clock } = clinic.server
    const body = { angle: 'left' as const, area: null, note: null, taken_at: '2026-11-23T08:00:00+08:00' }
    const calls: ((id: string) => Promise<unknown>)[] = [
      (id) => errorOf(clinic.asAdmin(photos.change, { params: { id }, body }, ifMatchVersion(99))),
      (id) => clinic.asAdmin(photos.change, { params: { id }, body }, ifMatchVersion(1)),
      (id) => clinic.asAdmin(photos.show, { params: { id } }),
      (id) => clinic.asAdmin(photos.hide, { params: { id }, body: { reason: 'Blurred' } }),
      (id) => clinic.asAdmin(photos.hide, { params: { id }, body: { reason: 'Blurred' } }),
    ]
    const client = await clinic.newClient('Rosa Read')
    const reads = () => db.selectFrom('chart_reads').select('kind').where('client_id', '=', client.clientId).execute()
    const { id } = await clinic.add(client, {}, clinic.asAdmin)
    expect(await reads()).toEqual([{ kind: 'chart' }])
    const before = clock.now
    for (const [index, send] of calls.entries()) {
      // Moves the clock on, because the read log has one row for all reads of ten minutes.
      clock.now = new Date(clock.now.getTime() + 600_000)
      await send(id)
      expect(await reads(), `call ${index}`).toHaveLength(index + 2)
    }
    clock.now = before
  })

  test('a photo is exported without the reasons that were written while it was in the wrong person’s chart', async () => {
    const [wrong, right] = [await clinic.newClient('Wendy Wrong'), await clinic.newClient('Rhea Right')]
    const { id } = await clinic.add(wrong, {}, clinic.asAdmin)
    const hide = (reason: string) => clinic.asAdmin(photos.hide, { params: { id }, body: { reason } })
    await hide('Not Wendy Wrong')
    await clinic.asAdmin(photos.show, { params: { id } })
    const move = { client_id: right.clientId!, reason: 'Wendy Wrong was open' }
    await clinic.asAdmin(photos.move, { params: { id }, body: move })
    clinic.server.clock.now = new Date(clinic.server.clock.now.getTime() + 60_000)
    await hide('Out of focus')
    const { further } = await clinic.server.as(right.token)(exportContract.read, {})
    const changes = further.chart_photo_changes as { kind: string; reason: string | null }[]
    expect(changes.map(({ kind, reason }) => [kind, reason]).toSorted()).toEqual([
      ['hidden', null],
      ['hidden', 'Out of focus'],
      ['moved', null],
      ['shown', null],
    ])
    expect(JSON.stringify(further)).not.toContain('Wendy')
  })
})
