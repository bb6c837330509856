import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { fileOf, photoWithPlace, picture, pngOf } from '#server/test/pictures.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { decoderQueue } from '#server/lib/uploads.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { profileContract, photoContract } from '#shared/profile/contract.ts'

let server: TestServer
let cashier: TestUser

beforeAll(async () => {
  server = await startTestServer()
  cashier = await createUser(server.db, 'cashier')
})
afterAll(() => server.close())

const files = () => readdir(path.join(server.uploadsDir, 'photos')).catch((): string[] => [])
const nameOf = (address: string | null) => address?.split('/').at(-1) ?? ''
const get = (url: string | null, token?: string) =>
  server.app.inject({ url: url ?? '', ...(token && { headers: { authorization: `Bearer ${token}` } }) })
const upload = async (by: TestUser, bytes: Buffer, name = 'photo.png', type = 'image/png') =>
  (await server.as(by.token)(photoContract.upload, { body: { photo: fileOf(bytes, name, type) } })).data.photo
const remove = async (by: TestUser) => (await server.as(by.token)(photoContract.remove, {})).data.photo
const photoOf = async (of: TestUser) => (await server.as(of.token)(profileContract.read, {})).data.photo
const logsOf = (id: string) => logEntries(server.db, { subject_id: id })

test('a profile photo is re-encoded: upright, cropped to a central square, without its location', async () => {
  const ana = await createUser(server.db, 'client')
  const address = await upload(ana, await photoWithPlace(), 'photo.jpg', 'image/jpeg')
  expect(address).toMatch(/^\/api\/userphoto\/[0-9a-f-]{36}\.webp$/)
  expect(await photoOf(ana)).toBe(address)
  const answer = await get(address, ana.token)
  const { format, width, height, exif } = await sharp(answer.rawPayload).metadata()
  // A rotated photo of 60 × 40: the shorter side decides the size, and nothing is enlarged.
  expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 40, height: 40, exif: undefined })
})

test('a large profile photo is scaled down, and cropped equally on both sides', async () => {
  const ana = await createUser(server.db, 'client')
  const blue = await sharp({ create: { width: 1000, height: 1000, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer()
  const wide = await sharp({ create: { width: 3000, height: 1000, channels: 3, background: '#ff0000' } })
    .composite([{ input: blue, left: 1000, top: 0 }])
    .png()
    .toBuffer()
  const answer = await get(await upload(ana, wide), ana.token)
  const { data, info } = await sharp(answer.rawPayload).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([384, 384])
  for (const at of [4, 380]) {
    const [red = 255, , blueness = 0] = data.subarray((190 * 384 + at) * info.channels)
    expect(red).toBeLessThan(60)
    expect(blueness).toBeGreaterThan(200)
  }
})

test('a profile photo is visible only to its owner and staff, and not cached by browsers', async () => {
  const [ana, bea] = [await createUser(server.db, 'client'), await createUser(server.db, 'client')]
  const admin = await createUser(server.db, 'admin')
  const address = await upload(ana, await picture())
  for (const who of [ana, cashier, admin]) {
    const answer = await get(address, who.token)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
  }
  expect((await get(address)).statusCode).toBe(401)
  expect((await get(address, bea.token)).statusCode).toBe(404)
  expect((await get(`/storage/photos/${nameOf(address)}`)).statusCode).toBe(404)
  const client = await server.as(cashier.token)(clientsContract.detail, { params: { id: ana.clientId! } })
  expect(client.data.photo).toBe(address)
})

test('a new profile photo replaces the old one, whose file is deleted; removing a photo twice causes no error', async () => {
  const before = await files()
  const ana = await createUser(server.db, 'client')
  const first = await upload(ana, await picture())
  const second = await upload(ana, await picture('jpeg'))
  expect(second).not.toBe(first)
  expect((await files()).filter((name) => !before.includes(name))).toEqual([nameOf(second)])
  expect((await get(first, ana.token)).statusCode).toBe(404)
  expect(await remove(ana)).toBeNull()
  expect(await remove(ana)).toBeNull()
  expect(await photoOf(ana)).toBeNull()
  expect(await files()).toEqual(before)
  const logs = await logsOf(ana.id)
  expect(logs.map(({ action, changed_fields }) => [action, changed_fields])).toEqual([
    ['Changed own photo', ['photo']],
    ['Changed own photo', ['photo']],
    ['Removed own photo', ['photo']],
  ])
  expect(JSON.stringify(logs)).not.toContain(nameOf(second))
})

test('a profile photo is accepted with up to 50 million pixels as a baseline JPG, and 16 million in other formats', async () => {
  const ana = await createUser(server.db, 'client')
  const sizeOf = async (bytes: Buffer) => {
    const { rawPayload } = await get(await upload(ana, bytes), ana.token)
    return (await sharp(rawPayload).metadata()).width
  }
  expect(await sizeOf(await picture('jpeg', 8_160, 6_120))).toBe(384)
  expect(await sizeOf(pngOf(4_000, 4_000))).toBe(384)
  const progressive = await sharp(pngOf(4_001, 4_000)).jpeg({ progressive: true }).toBuffer()
  const largest = await picture('jpeg')
  // Overwrites height and width in the JPEG's header, five bytes after the frame marker.
  largest.writeUInt32BE((8_200 << 16) | 6_120, largest.indexOf(Buffer.from([0xff, 0xc0])) + 5)
  for (const refused of [progressive, largest])
    await expect(sizeOf(refused)).rejects.toMatchObject({ status: 422, message: tooManyPixels })
})

test('a picture uploaded by staff is decoded before photos of clients that are waiting', async () => {
  const clients = [await createUser(server.db, 'client'), await createUser(server.db, 'client')]
  const photo = await picture()
  const hold = () => {
    let begin = () => {}
    const begun = new Promise<void>((resolve) => (begin = resolve))
    return { begun, leave: decoderQueue.enter({ isStaff: true, key: 'test' }, begin) }
  }
  const first = hold()
  const waiting = clients.map((client) => upload(client, photo))
  await vi.waitFor(() => expect(decoderQueue.waiting).toBe(2), { timeout: 60_000 })
  const ofStaff = upload(cashier, photo)
  await vi.waitFor(() => expect(decoderQueue.waiting).toBe(3), { timeout: 60_000 })
  const second = hold()
  first.leave()
  await ofStaff
  await second.begun
  expect(decoderQueue.waiting).toBe(2)
  second.leave()
  await Promise.all(waiting)
})

test('uploading two photos of a user at the same time leaves one file', async () => {
  const before = await files()
  const ana = await createUser(server.db, 'client')
  const photo = await picture()
  await Promise.all([upload(ana, photo), upload(ana, photo)])
  const kept = (await files()).filter((name) => !before.includes(name))
  expect(kept).toEqual([nameOf(await photoOf(ana))])
})

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
const type = 'Please choose a PNG, JPG, GIF or WebP picture.'
const tooManyPixels =
  'The photo has too many pixels (at most 16 million, or 50 million as an ordinary JPG). Please choose a smaller one.'
const unreadable = 'This picture could not be read. Please choose another.'

test.each<[string, () => Buffer, number, string]>([
  ['a drawing with a script', () => svg, 422, type],
  ['an empty file', () => Buffer.alloc(0), 422, unreadable],
  ['an incomplete picture', () => pngOf(600, 600, 5), 422, unreadable],
  ['a picture with too many pixels', () => pngOf(50_000, 50_000, 10), 422, tooManyPixels],
  ['a PNG of more than 16 million pixels', () => pngOf(4_001, 4_000), 422, tooManyPixels],
  [
    'a file of eleven megabytes',
    () => Buffer.alloc(11_000_000, 1),
    413,
    'The picture is larger than 10 MB. Please choose a smaller one.',
  ],
])(
  'as photo of a user %s is rejected with its message, and the earlier photo stays',
  async (_, bytes, status, message) => {
    const ana = await createUser(server.db, 'client')
    const address = await upload(ana, await picture())
    const before = { files: await files(), logs: await logsOf(ana.id) }
    await expect(upload(ana, bytes())).rejects.toMatchObject({ status, message })
    expect({ files: await files(), logs: await logsOf(ana.id) }).toEqual(before)
    expect(await photoOf(ana)).toBe(address)
  },
)

test('an upload without a photo, or with additional fields, is rejected', async () => {
  const ana = await createUser(server.db, 'client')
  const send = (fields: object) => server.as(ana.token)(photoContract.upload, { body: fields as never })
  await expect(send({})).rejects.toMatchObject({ status: 422 })
  const photo = fileOf(await picture())
  await expect(send({ photo, user_id: cashier.id })).rejects.toMatchObject({ status: 422 })
  expect(await photoOf(ana)).toBeNull()
})
