import { readFile, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyDatabase, filesOf, temporaryFolder } from '#server/backup/backup-fixture.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { cleanUp } from '#server/jobs/clean-up.ts'
import { errorOf } from '#server/sales/till-fixture.ts'
import type { TestUser } from '#server/test/factories.ts'
import { ifMatchVersion } from '#server/test/if-match.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { chartsContract } from '#shared/charts/contract.ts'
import {
  chartPhotosContract as photos,
  ownChartPhotosContract as own,
  publicationContract as publication,
} from '#shared/chart-photos/contract.ts'
import { chartPhotoMessages as s } from '#shared/chart-photos/messages.ts'
import { mergesContract } from '#shared/merges/contract.ts'
import { exportContract } from '#shared/profile/contract.ts'
import { photo, startPhotoClinic, type PhotoClinic } from './photo-fixture.ts'

let clinic: PhotoClinic
beforeAll(async () => {
  clinic = await startPhotoClinic()
})
afterAll(() => clinic.server.close())

/** Reads the files of a ZIP file through its central directory, as unzip programs do. */
function entriesOf(zip: Buffer): { name: string; content: Buffer }[] {
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'))
  const found = []
  for (let at = zip.readUInt32LE(end + 16), left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [size, nameBytes, header] = [zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)]
    const start = header + 30 + zip.readUInt16LE(header + 26)
    const content = zip.subarray(start, start + size)
    if (crc32(content) !== zip.readUInt32LE(at + 16)) throw new Error('The checksum of a file in the ZIP is wrong.')
    found.push({ name: zip.toString('utf8', at + 46, at + 46 + nameBytes), content })
    at += 46 + nameBytes
  }
  return found
}

describe('the consent to publication', () => {
  const key = () => ({ idempotencyKey: crypto.randomUUID() })

  test('consent to publication is dated, for one photo or for all, and can be withdrawn; without consent no photo is downloaded for publication', async () => {
    const client = await clinic.newClient('Pia Public')
    const params = { id: client.clientId! }
    const [one, two] = [await clinic.add(client, {}, clinic.asAdmin), await clinic.add(client, {}, clinic.asAdmin)]
    const give = (photo_id: string | null, decided_on = '2026-11-20') =>
      clinic.asAdmin(
        publication.give,
        { params, body: { photo_id, decided_on, purpose: 'Website', asked_by: 'Dra. Reyes' } },
        key(),
      )
    const withdraw = (photo_id: string | null) =>
      clinic.asAdmin(publication.withdraw, { params, body: { photo_id } }, key())
    const allowed = async () => {
      const { data } = await clinic.list(client)
      return [one, two].map(({ id }) => data.find((found) => found.id === id)!.may_publish)
    }
    const download = () => clinic.fetchFile(clinic.ada.token, `/api/chart-photos/${one.id}/publication`)
    expect((await download()).status).toBe(409)
    expect(await errorOf(give(null, '2026-11-24'))).toMatchObject({ errors: { decided_on: [s.decidedLater] } })
    expect(await errorOf(withdraw(null))).toMatchObject({ message: s.nothingToWithdraw })
    await give(one.id)
    expect(await allowed()).toEqual([true, false])
    const answer = await download()
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename="photo.jpg"',
    ])
    expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).format).toBe('jpeg')
    expect((await logEntries(clinic.server.db)).at(-1)?.action).toBe('Downloaded a photo of Pia Public for publication')
    expect(await clinic.readsOf(one.id)).toEqual([{ kind: 'photo', read_by: clinic.ada.id }])
    await give(null)
    expect(await allowed()).toEqual([true, true])
    await withdraw(one.id)
    expect(await allowed()).toEqual([false, true])
    // Staff enter later that the client had consented on paper before the withdrawal; this does not undo the
    // withdrawal.
    await give(one.id, '2026-11-21')
    expect(await allowed()).toEqual([false, true])
    await withdraw(null)
    expect(await allowed()).toEqual([false, false])
    expect((await download()).status).toBe(409)
    const { data } = await clinic.asAdmin(publication.consents, { params })
    expect(data.map(({ is_given, decided_on, photo_id }) => [is_given, decided_on, photo_id === null])).toEqual([
      [false, '2026-11-23', true],
      [false, '2026-11-23', false],
      [true, '2026-11-21', false],
      [true, '2026-11-20', true],
      [true, '2026-11-20', false],
    ])
  })
})

/** Merges the second client's record into the first one's; returns the id of the merge. */
async function mergeInto(kept: TestUser, other: TestUser): Promise<string> {
  const sides = { params: { id: kept.clientId!, other_id: other.clientId! } }
  const seen = (await clinic.asAdmin(mergesContract.compare, sides)).data
  const takes = {
    name: 'kept',
    email: 'kept',
    contact_number: 'kept',
    location: 'kept',
    photo: 'kept',
    note: 'kept',
  } as const
  await clinic.asAdmin(
    mergesContract.merge,
    { params: { id: kept.clientId! }, body: { other_id: other.clientId!, other_version: seen.other.version, takes } },
    ifMatchVersion(seen.kept.version),
  )
  return (await clinic.asAdmin(mergesContract.last, { params: { id: kept.clientId! } })).data!.id
}

const undoMerge = (kept: TestUser, merge_id: string) =>
  clinic.asAdmin(mergesContract.undo, { params: { id: kept.clientId! }, body: { merge_id } })

const agreeToAll = (client: TestUser) =>
  clinic.asAdmin(
    publication.give,
    {
      params: { id: client.clientId! },
      body: { photo_id: null, decided_on: '2026-11-20', purpose: 'Website', asked_by: 'Ada' },
    },
    { idempotencyKey: crypto.randomUUID() },
  )

const withdrawFor = (client: TestUser, photo_id: string | null) =>
  clinic.asAdmin(
    publication.withdraw,
    { params: { id: client.clientId! }, body: { photo_id } },
    { idempotencyKey: crypto.randomUUID() },
  )

describe('the photos of a client', () => {
  test('a client’s photos and consents move with a merge and move back when it is undone, while a consent withdrawn in between stays withdrawn', async () => {
    const [kept, other] = [await clinic.newClient('Mara Kept'), await clinic.newClient('Mara Other')]
    const added = await clinic.add(other, {}, clinic.asAdmin)
    await agreeToAll(other)
    const merge = await mergeInto(kept, other)
    expect((await clinic.list(kept)).data).toMatchObject([{ id: added.id, may_publish: true }])
    // A withdrawal that is recorded while the two clients are merged also holds for the record that undoing the merge
    // restores.
    await withdrawFor(kept, null)
    await undoMerge(kept, merge)
    expect([(await clinic.list(kept)).total, (await clinic.list(other)).data[0]?.may_publish]).toEqual([0, false])
  })

  test('a withdrawal of consent for a single photo stays valid after a merge is undone', async () => {
    const [kept, other] = [await clinic.newClient('Sina Kept'), await clinic.newClient('Sina Other')]
    const [one, two] = [await clinic.add(other, {}, clinic.asAdmin), await clinic.add(other, {}, clinic.asAdmin)]
    await agreeToAll(other)
    const merge = await mergeInto(kept, other)
    await withdrawFor(kept, one.id)
    await undoMerge(kept, merge)
    const { data } = await clinic.list(other)
    expect([one, two].map(({ id }) => data.find((row) => row.id === id)?.may_publish)).toEqual([false, true])
    const file = (id: string) => clinic.fetchFile(clinic.ada.token, `/api/chart-photos/${id}/publication`)
    expect([(await file(one.id)).status, (await file(two.id)).status]).toEqual([409, 200])
    const { data: consents } = await clinic.asAdmin(publication.consents, { params: { id: other.clientId! } })
    expect(consents.map(({ is_given }) => is_given)).toEqual([true])
  })

  test('photos that wait on a tablet while their client’s record is merged arrive in the remaining record, each once', async () => {
    const [kept, other] = [await clinic.newClient('Wina Kept'), await clinic.newClient('Wina Waits')]
    const [early, late] = [await clinic.uploadOf(other), await clinic.uploadOf(other, { file: await photo(7) })]
    await clinic.asAdmin(photos.add, early)
    await mergeInto(kept, other)
    // The first photo was stored before the merge, but its response was lost; the second photo is sent only after the
    // merge.
    for (const upload of [early, late, late])
      expect((await clinic.asAdmin(photos.add, upload)).data).toMatchObject({
        id: upload.params.photo_id,
        client_id: kept.clientId,
      })
    expect((await clinic.list(kept)).total).toBe(2)
    // If the photo was moved to another chart, the response contains the photo only for callers who may read that
    // chart.
    const elsewhere = await clinic.newClient('Elsa Elsewhere')
    const upload = await clinic.uploadOf(clinic.bianca)
    await clinic.asReyes(photos.add, upload)
    const body = { client_id: elsewhere.clientId!, reason: 'Wrong chart was open' }
    await clinic.asAdmin(photos.move, { params: { id: upload.params.photo_id }, body })
    expect((await clinic.asAdmin(photos.add, upload)).data.client_id).toBe(elsewhere.clientId)
    expect(await errorOf(clinic.asReyes(photos.add, upload))).toMatchObject({ status: 403 })
    expect((await clinic.list(elsewhere)).total).toBe(1)
  })

  test('a file that belongs to no photo is deleted after a day, and the files of photos are kept', async () => {
    const added = await clinic.add(await clinic.newClient('Fila File'), {}, clinic.asAdmin)
    const { clock, db, uploadsDir } = clinic.server
    const used = await clinic.storedFiles()
    const [old, young] = ['0000-old.webp', '0000-young.webp']
    const write = async (name: string, ageMs: number) => {
      await writeFile(path.join(clinic.folder, name), 'x')
      const at = new Date(clock.now.getTime() - ageMs)
      await utimes(path.join(clinic.folder, name), at, at)
    }
    await write(old, 86_400_001)
    await write(young, 86_399_000)
    for (const name of used) await utimes(path.join(clinic.folder, name), 0, 0)
    await cleanUp(db, clock.now, uploadsDir)
    expect((await clinic.storedFiles()).toSorted()).toEqual([...used, young].toSorted())
    const answer = await clinic.fetchFile(clinic.ada.token, `/api/chart-photos/${added.id}/thumbnail`)
    expect(answer.status).toBe(200)
    await rm(path.join(clinic.folder, young))
  })

  test('photos are never shown with a visit that belongs to another client’s record', async () => {
    const added = await clinic.add(clinic.bianca, {}, clinic.asReyes)
    expect(added.visit).not.toBeNull()
    const { clientId } = await clinic.newClient('Vera Visit')
    const { db } = clinic.server
    await db.updateTable('chart_photos').set({ client_id: clientId! }).where('id', '=', added.id).execute()
    const { data } = await clinic.asAdmin(photos.list, { params: { id: clientId! }, querystring: {} })
    expect(data).toMatchObject([{ id: added.id, visit: null }])
  })

  test('a client’s photos are in the client’s data export, and in a ZIP file that says which file is missing; the read log records the download', async () => {
    const client = await clinic.newClient('Zia Zip')
    await clinic.add(client, { angle: 'body', area: 'arm/left', taken_at: '2026-11-01T10:00:00+08:00' }, clinic.asAdmin)
    const hidden = await clinic.add(client, {}, clinic.asAdmin)
    await clinic.asAdmin(photos.hide, { params: { id: hidden.id }, body: { reason: 'Somebody else' } })
    const asClient = clinic.server.as(client.token)
    const { further } = await asClient(exportContract.read, {})
    expect(further.chart_photos).toHaveLength(2)
    expect(further.chart_photos).toContainEqual(
      expect.objectContaining({ angle: 'body', area: 'arm/left', added_by: 'Ada Admin' }),
    )
    expect((await asClient(own.mine, {})).data).toEqual({ count: 1 })
    const answer = await clinic.fetchFile(client.token, '/api/my/chart-photos/download')
    const zip = Buffer.from(await answer.arrayBuffer())
    expect(answer.headers.get('content-type')).toBe('application/zip')
    const [entry, ...others] = entriesOf(zip)
    expect([entry?.name, others]).toEqual(['2026-11-01 Body part arm-left 1.webp', []])
    expect((await sharp(entry!.content).metadata()).width).toBe(60)
    const reads = (await clinic.asAdmin(chartsContract.reads, { querystring: { search: 'Zia Zip' } })).data
    expect(reads.map(({ kind, read_by }) => [kind, read_by])).toContainEqual(['export', 'Zia Zip'])
    const named = { angle: 'body', area: 'arm\nright', taken_at: '2026-11-02T10:00:00+08:00' } as const
    const { id } = await clinic.add(client, named, clinic.asAdmin)
    const ofLost = clinic.server.db.selectFrom('chart_photos').select('photo_path').where('id', '=', id)
    const file = path.join(clinic.folder, (await ofLost.executeTakeFirstOrThrow()).photo_path)
    const content = await readFile(file)
    await rm(file)
    const partly = await clinic.fetchFile(client.token, '/api/my/chart-photos/download')
    await writeFile(file, content)
    const [, note] = entriesOf(Buffer.from(await partly.arrayBuffer()))
    expect([note?.name, note?.content.toString()]).toEqual(['2026-11-02 Body part arm-right 2.webp.txt', s.fileMissing])
    const other = await clinic.newClient('Noor Nobody')
    expect((await clinic.fetchFile(other.token, '/api/my/chart-photos/download')).status).toBe(404)
  })

  test('photos of charts are in the backup and are restored with it; a missing file is reported', async () => {
    const { database, uploadsDir, clock } = clinic.server
    const away = temporaryFolder()
    const file = path.join(away, 'backup.tar.gz')
    const lost = await clinic.server.db
      .selectFrom('chart_photos')
      .select('photo_path')
      .limit(1)
      .executeTakeFirstOrThrow()
    const kept = await readFile(path.join(clinic.folder, lost.photo_path))
    const whole = await makeBackup({ ownerUrl: database.ownerUrl, uploadsDir, file, now: clock.now })
    expect(whole.manifest.missing_uploads).toEqual([])
    await rm(path.join(clinic.folder, lost.photo_path))
    const partly = { ownerUrl: database.ownerUrl, uploadsDir, file: path.join(away, 'partly.tar.gz'), now: clock.now }
    expect((await makeBackup(partly)).manifest.missing_uploads).toEqual([lost.photo_path])
    const target = await emptyDatabase()
    const restored = path.join(away, 'uploads')
    const { ownerUrl, appUrl } = target
    await restoreBackup({ file, ownerUrl, appUrl, uploadsDir: restored, now: clock.now, mayReplace: async () => true })
    const files = await filesOf(restored)
    const rows = await clinic.server.db
      .selectFrom('chart_photos')
      .select(['photo_path', 'thumbnail_photo_path'])
      .execute()
    for (const { photo_path, thumbnail_photo_path } of rows)
      expect(files).toMatchObject({
        [`charts/${photo_path}`]: expect.any(String),
        [`charts/${thumbnail_photo_path}`]: expect.any(String),
      })
    expect((await readFile(path.join(restored, 'charts', lost.photo_path))).equals(kept)).toBe(true)
  })
})
