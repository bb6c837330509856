import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { fileOf, photoWithPlace, picture, pngOf } from '#server/test/pictures.ts'
import { ifMatchCurrent } from '#server/test/if-match.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { lastLogEntry, logEntries } from '#server/test/log-entries.ts'
import { inventoryContract as inventory } from '#shared/inventory/contract.ts'

let server: TestServer
let admin: Caller
const tokens = { admin: '', cashier: '', client: '' }
let category_id: string

beforeAll(async () => {
  server = await startTestServer()
  for (const role of ['admin', 'cashier', 'client'] as const) tokens[role] = (await createUser(server.db, role)).token
  admin = server.as(tokens.admin)
  await mkdir(path.join(server.uploadsDir, 'products'))
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const table of ['products', 'categories'] as const) await server.db.deleteFrom(table).execute()
  category_id = (await admin(inventory.createCategory, { body: { name: 'Serums' } })).data.id
})

const files = () => readdir(path.join(server.uploadsDir, 'products'))
const nameOf = (address: string | null) => address?.split('/').at(-1) ?? ''
const fields = (more: object = {}) => ({ name: 'Vitamin C', quantity: '3', unit_type: 'bottle', category_id, ...more })
const create = async (more: object = {}) =>
  (await admin(inventory.createProduct, { body: fields({ image: fileOf(await picture()), ...more }) })).data
const update = async (id: string, more: object = {}) =>
  (
    await admin(
      inventory.updateProduct,
      { params: { id }, body: fields(more) },
      await ifMatchCurrent(server.db, 'products', id),
    )
  ).data
const lastLog = () => lastLogEntry(server.db)
const get = (url: string, token?: string) =>
  server.app.inject({ url, ...(token && { headers: { authorization: `Bearer ${token}` } }) })

/** Expects a call to fail with this error and to leave no record, log entry or file. */
async function refused(call: () => Promise<unknown>, error: object): Promise<void> {
  const state = async () => ({
    products: await server.db.selectFrom('products').selectAll().orderBy('id').execute(),
    logs: await logEntries(server.db),
    files: await files(),
  })
  const before = await state()
  await expect(call()).rejects.toMatchObject(error)
  expect(await state()).toEqual(before)
}

test('the picture of a product is re-encoded, and only an admin can see it', async () => {
  const { image } = await create({ image: fileOf(await photoWithPlace(), 'photo.jpg', 'image/jpeg') })
  expect(image).toMatch(/^\/api\/product-pictures\/[0-9a-f-]{36}\.webp$/)
  const answer = await get(image ?? '', tokens.admin)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=31536000, immutable',
  })
  const { format, width, height, exif } = await sharp(answer.rawPayload).metadata()
  expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 40, height: 60, exif: undefined })
  expect((await get(image ?? '')).statusCode).toBe(401)
  expect((await get(image ?? '', tokens.cashier)).statusCode).toBe(403)
  expect((await get(image ?? '', tokens.client)).statusCode).toBe(403)
})

test('changing a product without sending a picture keeps its picture; a new picture replaces it and deletes the old file', async () => {
  const { id, image } = await create()
  expect(await update(id, { quantity: '2' })).toMatchObject({ quantity: 2, image })
  const pictured = await update(id, { quantity: '2', image: fileOf(await picture('jpeg')) })
  expect((await lastLog()).changed_fields).toEqual(['image'])
  expect(pictured.image).not.toBe(image)
  expect(await files()).toContain(nameOf(pictured.image))
  expect(await files()).not.toContain(nameOf(image))
  expect((await get(image ?? '', tokens.admin)).statusCode).toBe(404)
})

test('a product can get a picture later, and deleting it deletes the picture', async () => {
  const before = await files()
  const { id, image } = await create({ image: null })
  expect(image).toBeNull()
  const pictured = await update(id, { image: fileOf(await picture('gif')) })
  expect(await files()).toEqual([...before, nameOf(pictured.image)].toSorted())
  await admin(inventory.deleteProduct, { params: { id } })
  expect(await files()).toEqual(before)
})

test('a product picture is rejected with a message about the reason if the file is no picture, has too many pixels or is too large', async () => {
  const send = (bytes: Buffer, name: string, type = 'image/png') => create({ image: fileOf(bytes, name, type) })
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  await refused(() => send(svg, 'drawing.svg', 'image/svg+xml'), {
    status: 422,
    errors: { image: ['Please choose a PNG, JPG, GIF or WebP picture.'] },
  })
  await refused(() => send(pngOf(50_000, 50_000, 10), 'bomb.png'), {
    status: 422,
    message: 'The picture has too many pixels (at most 40 million).',
  })
  await refused(() => send(Buffer.alloc(11_000_000, 1), 'large.png'), {
    status: 413,
    message: 'The picture is larger than 10 MB. Please choose a smaller one.',
  })
  await refused(() => send(Buffer.alloc(0), 'empty.png'), {
    errors: { image: ['This picture could not be read. Please choose another.'] },
  })
  await refused(() => create({ image: 'picture.png' }), { status: 422 })
})

test('a rejected product leaves no picture file', async () => {
  const { id } = await create()
  const image = fileOf(await picture())
  const message = 'This category already has a product with this name.'
  await refused(() => create({ name: 'vitamin c' }), { status: 422, message })
  await refused(() => update(id, { category_id: id, image }), { status: 422 })
  const gone = '01900000-0000-7000-8000-00000000ffff'
  await refused(() => update(gone, { image }), { status: 404, message: 'Product not found' })
})

test('only product pictures with a stored name are served', async () => {
  for (const name of ['..%2f..%2fetc%2fpasswd', '%2e%2e', '%00', 'x.webp', '%5c..%5cx', 'a'.repeat(190)]) {
    const answer = await get(`/api/product-pictures/${name}`, tokens.admin)
    expect([name, answer.statusCode]).toEqual([name, 404])
  }
})
