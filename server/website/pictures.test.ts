import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { cleanUp } from '#server/jobs/clean-up.ts'
import { createUser } from '#server/test/factories.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { newId } from '#server/lib/new-id.ts'
import { runWhileLocked } from '#server/test/run-while-locked.ts'
import { imageMessages } from '#shared/lib/messages.ts'
import { consentsContract } from '#shared/website/consents-contract.ts'
import { starterContent } from '#shared/website/content.ts'
import { websiteContract as contract } from '#shared/website/contract.ts'
import { websiteMessages as s } from '#shared/website/messages.ts'
import { addPicture } from './pictures.ts'

let server: TestServer
let admin: Caller
beforeAll(async () => {
  server = await startTestServer()
  admin = server.as((await createUser(server.db, 'admin')).token)
})
afterAll(() => server.close())

const fileOf = (bytes: Buffer, name = 'photo.jpg') => new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' })
const folder = () => path.join(server.uploadsDir, 'website')
const filesOf = async (id: string) => (await readdir(folder())).filter((name) => name.startsWith(id)).toSorted()
const add = async (file: File) => (await admin(contract.addPicture, { body: { picture: file } })).data
const cut = async (id: string, body: { left: number; top: number; width: number; height: number }) =>
  (await admin(contract.cutPicture, { params: { id }, body })).data

/** A picture whose left half is red and right half blue. */
const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#cc0000' } }).composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: '#0000cc' } },
      left: width / 2,
      top: 0,
    },
  ])

const colourAt = async (file: Buffer, x: number) => {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = Math.floor(x * (info.width - 1)) * 3
  return [...data.subarray(at, at + 3)].map((channel) => Math.round(channel / 51))
}

test('a photo of twelve million pixels is rotated upright, loses its location, and is stored in every width', async () => {
  const photo = await halves(4032, 3024)
    .withExif({ IFD3: { GPSLatitude: '14/1 36/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { id, width, height } = await add(fileOf(photo))
  expect([width, height]).toEqual([3024, 4032])
  const names = await filesOf(id)
  expect(names).toEqual(
    ['1440.avif', '1440.webp', '2880.webp', '320.avif', '320.webp', '640.avif', '640.webp', '960.avif', '960.webp'].map(
      (ending) => `${id}-${ending}`,
    ),
  )
  for (const name of names) {
    const { exif, orientation, width: wide, height: high } = await sharp(path.join(folder(), name)).metadata()
    expect([name, exif, orientation, wide < high]).toEqual([name, undefined, undefined, true])
  }
})

test('an iPhone photo in HEIC format is rejected with a hint what to do', async () => {
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(64)])
  await expect(add(fileOf(heic, 'IMG_1.HEIC'))).rejects.toMatchObject({
    code: 'validation',
    errors: { picture: [imageMessages.heic] },
  })
})

test('a picture can be cropped repeatedly from its original file, which is kept', async () => {
  const whole = await add(fileOf(await halves(2400, 1200).jpeg().toBuffer()))
  const right = await cut(whole.id, { left: 0.5, top: 0, width: 0.5, height: 1 })
  expect([right.width, right.height]).toEqual([1200, 1200])
  expect(await colourAt(await readFile(path.join(folder(), `${right.id}-640.webp`)), 0.02)).toEqual([0, 0, 4])
  // Cropping a cropped picture starts from the whole picture, so parts that were cut off before are available again.
  const left = await cut(right.id, { left: 0, top: 0, width: 0.5, height: 1 })
  expect(await colourAt(await readFile(path.join(folder(), `${left.id}-640.webp`)), 0.98)).toEqual([4, 0, 0])
  const { data } = await admin(contract.wholePicture, { params: { id: left.id } })
  expect(data).toMatchObject({ id: whole.id, width: 2400, area: { left: 0, width: 0.5 } })
  expect((await cut(left.id, { left: 0, top: 0, width: 1, height: 1 })).id).toBe(whole.id)
  expect((await logEntries(server.db)).at(-1)?.action).toBe('Cut a picture of the website')
})

test('an invalid or too small crop of a picture is rejected and stores nothing', async () => {
  const whole = await add(fileOf(await halves(1000, 600).jpeg().toBuffer()))
  const before = await readdir(folder())
  const refused = (errors: Record<string, string[]>) => ({ code: 'validation', errors })
  await expect(cut(whole.id, { left: 0.5, top: 0.5, width: 0.1, height: 0.1 })).rejects.toMatchObject(
    refused({ width: [s.partSmall(320)] }),
  )
  // Areas less than a pixel wide and as high as the picture.
  for (const sliver of [
    { left: 1, top: 0, width: 0.0005, height: 1 },
    { left: 0, top: 1, width: 1, height: 0.0005 },
  ])
    await expect(cut(whole.id, sliver)).rejects.toMatchObject(refused({ width: [s.partSmall(320)] }))
  await expect(cut(whole.id, { left: 0.5, top: 0, width: 0.6, height: 1 })).rejects.toMatchObject({
    code: 'validation',
  })
  await expect(cut(crypto.randomUUID(), { left: 0, top: 0, width: 0.5, height: 1 })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await readdir(folder())).toEqual(before)
})

test('a crop of a picture that is deleted meanwhile is not stored, and the message says why', async () => {
  const whole = await add(fileOf(await halves(1000, 600).jpeg().toBuffer()))
  const before = await readdir(folder())
  const call = runWhileLocked(server.db, {
    lock: (tx) => tx.deleteFrom('website_pictures').where('id', '=', whole.id).execute(),
    work: () => cut(whole.id, { left: 0, top: 0, width: 0.5, height: 1 }),
  })
  await expect(call).rejects.toMatchObject({ status: 404, message: s.pictureGone })
  expect(await readdir(folder())).toEqual(before)
})

test('picture files are kept when the database connection broke and it is unknown whether their record was saved', async () => {
  const lost = new Error('Connection terminated unexpectedly')
  const context = { inTransaction: () => Promise.reject(lost) } as unknown as Parameters<typeof addPicture>[0]
  const own = path.join(server.uploadsDir, 'lost')
  const file = fileOf(await halves(400, 400).jpeg().toBuffer())
  await expect(addPicture(context, own, file)).rejects.toBe(lost)
  expect(await readdir(own)).toHaveLength(2)
})

test('an unused picture can be deleted with its crops; a picture used by the draft or a version cannot be deleted', async () => {
  const small = await halves(400, 400).jpeg().toBuffer()
  const [whole, older] = [await add(fileOf(small)), await add(fileOf(small))]
  const part = await cut(whole.id, { left: 0, top: 0, width: 1, height: 0.9 })
  const show = (...ids: string[]) => {
    const content = starterContent()
    const pictures = ids.map((id) => ({ name: '', picture: { id, alt: 'A room', focus: 'center' as const } }))
    return admin(contract.save, { body: { ...content, rooms: { ...content.rooms, pictures } } })
  }
  const places = async () => {
    const { data } = await admin(contract.pictures, { querystring: {} })
    return [whole, part, older].map(({ id }) => data.find((one) => one.id === id)?.places)
  }
  const remove = (id: string) => admin(contract.deletePicture, { params: { id } })
  await show(older.id)
  await admin(contract.publish, { body: null })
  await show(part.id)
  expect(await places()).toEqual([['draft'], ['draft'], ['visitors']])
  await admin(contract.publish, { body: null })
  expect(await places()).toEqual([['visitors', 'draft'], ['visitors', 'draft'], ['version']])
  for (const { id } of [whole, part, older])
    await expect(remove(id)).rejects.toMatchObject({ code: 'conflict', message: s.pictureShown })
  expect(await filesOf(older.id)).not.toEqual([])

  const [unused] = [await add(fileOf(small))]
  const cutOfIt = await cut(unused.id, { left: 0, top: 0, width: 1, height: 0.9 })
  const list = (await admin(contract.pictures, { querystring: {} })).data
  expect(list.slice(0, 2)).toMatchObject([
    { id: cutOfIt.id, cut_of: unused.id, places: [] },
    { id: unused.id, cut_of: null, places: [] },
  ])
  await remove(unused.id)
  expect([...(await filesOf(unused.id)), ...(await filesOf(cutOfIt.id))]).toEqual([])
  await expect(remove(cutOfIt.id)).rejects.toMatchObject({ code: 'not_found' })
  expect((await logEntries(server.db)).at(-1)?.action).toBe('Removed 2 pictures that no version of the website shows')
  await show()
})

test('an unused picture is deleted after thirty days with its files; until then it can be used again', async () => {
  const small = await halves(400, 400).jpeg().toBuffer()
  const [published, drafted, whole, dropped] = [
    await add(fileOf(small)),
    await add(fileOf(small)),
    await add(fileOf(small)),
    await add(fileOf(small)),
  ]
  const part = await cut(whole.id, { left: 0, top: 0, width: 1, height: 0.9 })
  const content = starterContent()
  const save = (ids: string[]) => {
    const pictures = ids.map((id) => ({ name: '', picture: { id, alt: 'A room', focus: 'center' as const } }))
    return admin(contract.save, { body: { ...content, rooms: { ...content.rooms, pictures } } })
  }
  await save([published.id])
  await admin(contract.publish, { body: null })
  await save([drafted.id, part.id])
  const sweep = (days: number) =>
    cleanUp(server.db, new Date(server.clock.now.getTime() + days * 86_400_000), server.uploadsDir)
  const isThere = async ({ id }: { id: string }) => (await filesOf(id)).length > 0
  const all = async () => Promise.all([published, drafted, whole, part, dropped].map(isThere))
  await sweep(0)
  await sweep(29)
  expect(await all()).toEqual([true, true, true, true, true])
  await sweep(31)
  // The published version uses `published`, the draft uses `drafted` and `part`, and `part` was cropped from `whole`.
  // Nothing uses `dropped`.
  expect(await all()).toEqual([true, true, true, true, false])
  await expect(save([dropped.id])).rejects.toMatchObject({ errors: { picture: [s.pictureGone] } })
  await save([])
  await sweep(32)
  await save([drafted.id])
  await sweep(63)
  expect(await all()).toEqual([true, true, false, false, false])
  expect((await logEntries(server.db)).at(-1)?.action).toBe('Removed 2 pictures that no version of the website shows')
})

/** Inserts rows of pictures without files: two whole pictures, and a crop of the second one. */
async function insertPictures(): Promise<[before: string, after: string, crop: string]> {
  const [before, after, crop] = [newId(), newId(), newId()]
  const row = {
    branch_id: MAIN_BRANCH_ID,
    width: 800,
    height: 600,
    widths: [320, 640],
    placeholder: '',
    created_at: server.clock.now,
  }
  const wholes = [before, after].map((id) => ({ ...row, id }))
  await server.db.insertInto('website_pictures').values(wholes).execute()
  const cropped = {
    ...row,
    id: crop,
    source_id: after,
    crop: JSON.stringify({ left: 0, top: 0, width: 1, height: 0.5 }),
  }
  await server.db.insertInto('website_pictures').values(cropped).execute()
  return [before, after, crop]
}

test('visitors see a before-and-after pair only with the confirmed consent of its person, which covers crops but no other picture, and a withdrawal hides it at once', async () => {
  const [before, after, crop] = await insertPictures()
  const choice = (id: string) => ({ id, alt: 'A cheek', focus: 'center' as const })
  const visible = async () => (await server.as(null)(contract.read, {})).data.results.pairs.length
  const show = async (second: string) => {
    const pair = { before: choice(before), after: choice(second), name: 'Laser', line: '' }
    const content = { ...starterContent(), results: { ...starterContent().results, pairs: [pair] } }
    await admin(contract.save, { body: content })
    await admin(contract.publish, { body: null })
  }
  await show(after)
  expect(await visible()).toBe(0)
  await expect(admin(consentsContract.confirm, { body: { before: after, after: crop } })).rejects.toMatchObject({
    errors: { after: [s.pairSame] },
  })
  const { data } = await admin(consentsContract.confirm, { body: { before, after: crop } })
  expect(data).toMatchObject([{ before: [before], confirmed_at: expect.stringMatching(/\+08:00$/) as string }])
  expect(data[0]!.after.toSorted()).toEqual([after, crop].toSorted())
  // A second confirmation keeps the date and the name of the first one.
  expect((await admin(consentsContract.confirm, { body: { before, after } })).data).toEqual(data)
  expect(await visible()).toBe(1)
  await show(crop)
  expect(await visible()).toBe(1)
  const [other] = await insertPictures()
  await show(other)
  expect(await visible()).toBe(0)
  await show(crop)
  await admin(consentsContract.withdraw, { params: { id: data[0]!.id } })
  expect(await visible()).toBe(0)
  await expect(admin(consentsContract.withdraw, { params: { id: data[0]!.id } })).rejects.toMatchObject({
    code: 'not_found',
  })
  const events = (await logEntries(server.db)).map(({ event }) => event).filter((event) => event.includes('consent'))
  expect(events.toSorted()).toEqual(['website.consent.confirmed', 'website.consent.withdrawn'])
})
