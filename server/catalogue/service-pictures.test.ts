import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCatalogue, createUser, type TestCatalogue } from '#server/test/factories.ts'
import { fileOf, picture, pngOf } from '#server/test/pictures.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { lastLogEntry, logEntries } from '#server/test/log-entries.ts'
import { catalogueContract as catalogue } from '#shared/catalogue/contract.ts'
import { MAX_IMAGE_BYTES } from '#shared/lib/image-file.ts'

let server: TestServer
let ids: TestCatalogue
let admin: Caller
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = (await createUser(server.db, 'admin')).token
  admin = server.as(token)
  await mkdir(path.join(server.uploadsDir, 'services'))
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const table of ['services', 'add_ons', 'treatments'] as const) await server.db.deleteFrom(table).execute()
  ids = await createCatalogue(server.db)
})

const files = () => readdir(path.join(server.uploadsDir, 'services'))
const nameOf = (address: string | null) => address?.split('/').at(-1) ?? ''
const fields = (more: object = {}) => ({
  service_name: 'Gold facial',
  service_description: 'With gold leaf',
  service_price: '3,500.50',
  treatment_id: ids.treatmentId,
  ...more,
})
const create = async (more: object = {}) =>
  admin(catalogue.createService, { body: { ...fields(), service_pic: fileOf(await picture()), ...more } })
const lastLog = () => lastLogEntry(server.db)

/** Expects a call to fail with this error and to leave no record, log entry or file. */
async function refused(call: () => Promise<unknown>, error: object): Promise<void> {
  const state = async () => ({
    services: await server.db.selectFrom('services').selectAll().orderBy('id').execute(),
    logs: await logEntries(server.db),
    files: await files(),
  })
  const before = await state()
  await expect(call()).rejects.toMatchObject(error)
  expect(await state()).toEqual(before)
}

test('a service is added with its picture, which is public', async () => {
  const { data } = await create()
  expect(data).toMatchObject({ service_name: 'Gold facial', service_price: 3500.5, treatment_name: 'Facials' })
  expect(await lastLog()).toMatchObject({ action: 'Added the service Gold facial to Facials', type: 'create' })
  expect(data.service_pic).toMatch(/^\/api\/service-pictures\/[0-9a-f-]{36}\.webp$/)
  const answer = await server.app.inject(data.service_pic ?? '')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-length': String(answer.rawPayload.length),
  })
  expect((await sharp(answer.rawPayload).metadata()).format).toBe('webp')
})

test('changing a service without sending a picture keeps its picture; a new picture replaces it and deletes the old file', async () => {
  const { data } = await create()
  const params = { id: data.id }
  const renamed = await admin(catalogue.updateService, { params, body: fields({ service_name: 'Platinum facial' }) })
  expect(renamed.data).toMatchObject({ service_name: 'Platinum facial', service_pic: data.service_pic })
  expect((await lastLog()).changed_fields).toEqual(['service_name'])
  const body = fields({ service_name: 'Platinum facial', service_pic: fileOf(await picture('jpeg')) })
  const pictured = await admin(catalogue.updateService, { params, body })
  expect((await lastLog()).changed_fields).toEqual(['service_pic'])
  expect(pictured.data.service_pic).not.toBe(data.service_pic)
  expect(await files()).toContain(nameOf(pictured.data.service_pic))
  expect(await files()).not.toContain(nameOf(data.service_pic))
  expect((await server.app.inject(data.service_pic ?? '')).statusCode).toBe(404)
})

test('when two users change the picture of one service at once, only the displayed file is kept', async () => {
  const { data } = await create({ service_name: 'Race' })
  const before = (await files()).length
  const change = async () =>
    admin(catalogue.updateService, {
      params: { id: data.id },
      body: fields({ service_name: 'Race', service_pic: fileOf(await picture('gif')) }),
    })
  await Promise.all([change(), change(), change()])
  const listed = await admin(catalogue.services, { querystring: { search: 'race' } })
  expect((await files()).length).toBe(before)
  expect(await files()).toContain(nameOf(listed.data[0]?.service_pic ?? null))
})

test('a deleted service keeps its picture for a restoration', async () => {
  const { data } = await create({ service_name: 'Deleted' })
  await admin(catalogue.deleteService, { params: { id: data.id }, body: null })
  await refused(() => admin(catalogue.updateService, { params: { id: data.id }, body: fields() }), { status: 404 })
  const restored = await admin(catalogue.restoreService, { params: { id: data.id } })
  expect(restored.data).toMatchObject({ is_delete: 0, service_pic: data.service_pic })
  expect(await files()).toContain(nameOf(data.service_pic))
})

test('a service without a picture, name or treatment, or with unknown fields, is rejected', async () => {
  const sentence = 'Enter service name and select a treatment!'
  await refused(() => create({ service_pic: null }), { status: 422, message: 'Please upload an image!' })
  await refused(() => create({ service_pic: fileOf(Buffer.alloc(0)) }), { message: 'Please upload an image!' })
  await refused(() => create({ service_pic: 'picture.png' }), { status: 422, message: 'Please upload an image!' })
  await refused(() => create({ service_name: ' ' }), { status: 422, message: sentence })
  await refused(() => create({ treatment_id: '' }), { status: 422, message: sentence })
  await refused(() => create({ is_delete: 1 }), { errors: { is_delete: ['This field is not known.'] } })
  await refused(() => create({ picture_path: '../x.webp' }), { status: 422 })
  for (const service_price of ['-1', '1e3', '0x10', '1.234', 'free', '100000000'])
    await refused(() => create({ service_price }), { status: 422, errors: { service_price: [expect.any(String)] } })
  await refused(() => create({ service_description: 'x'.repeat(20_000) }), { status: 422 })
})

test('a service form rejected because of a used name or a deleted treatment or service leaves no picture file', async () => {
  await refused(() => create({ service_name: 'DIAMOND peel' }), {
    status: 422,
    message: 'This treatment already has a service with this name.',
  })
  await refused(() => create({ treatment_id: ids.serviceId }), {
    errors: { treatment_id: ['Choose a treatment from the list.'] },
  })
  const body = fields({ service_pic: fileOf(await picture()) })
  const params = { id: '01900000-0000-7000-8000-00000000ffff' }
  await refused(() => admin(catalogue.updateService, { params, body }), { status: 404, message: 'Service not found' })
})

test('a service picture is rejected with a message about the reason if the file is no picture, has too many pixels or is too large', async () => {
  const send = (bytes: Buffer, name: string, type = 'image/png') => create({ service_pic: fileOf(bytes, name, type) })
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  await refused(() => send(svg, 'drawing.svg', 'image/svg+xml'), {
    status: 422,
    errors: { service_pic: ['Please choose a PNG, JPG, GIF or WebP picture.'] },
  })
  await refused(() => send(Buffer.from('<html>'), 'page.png'), { status: 422 })
  await refused(() => send(pngOf(50_000, 50_000, 10), 'bomb.png'), {
    status: 422,
    message: 'The picture has too many pixels (at most 40 million).',
  })
  await refused(() => send(Buffer.alloc(11_000_000, 1), 'large.png'), {
    status: 413,
    message: 'The picture is larger than 10 MB. Please choose a smaller one.',
  })
  await refused(() => send(Buffer.alloc(MAX_IMAGE_BYTES + 1, 1), 'large.png'), { status: 413 })
  await refused(() => send(Buffer.alloc(MAX_IMAGE_BYTES, 1), 'noise.png'), { status: 422 })
})

/** The body of a malicious upload form, written by hand because no browser would send it. */
const rawForm = (parts: string[], boundary = 'x') =>
  server.app.inject({
    method: 'POST',
    url: '/api/services',
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: parts.map((part) => `--x\r\nContent-Disposition: form-data; ${part}\r\n`).join('') + '--x--\r\n',
  })

test('malformed service forms are rejected and change nothing', async () => {
  const file = 'name="service_pic"; filename="../../../etc/passwd\\0.png"\r\nContent-Type: image/png\r\n\r\nGIF89a'
  const bodies = [
    [file],
    [file, file],
    ['name="__proto__"\r\n\r\n{"role":"admin"}'],
    ['name="service_name"; filename="a.txt"\r\n\r\nnot a text'],
    ['name="service_name"\r\n\r\nA', 'name="service_name"\r\n\r\nB'],
    Array.from({ length: 50 }, (_, n) => `name="field${n}"\r\n\r\nx`),
    [],
  ]
  const before = await files()
  for (const body of bodies) expect([422, 413]).toContain((await rawForm(body)).statusCode)
  for (const boundary of ['other', '', 'y'.repeat(300)]) expect((await rawForm([file], boundary)).statusCode).toBe(422)
  expect(await files()).toEqual(before)
  expect(Object.hasOwn(Object.prototype, 'role')).toBe(false)
})

test('a picture is served only under the name with which it is stored, whatever the URL contains', async () => {
  const names = ['..%2f..%2fetc%2fpasswd', '%2e%2e', '%00', 'x.webp', '....//', '%5c..%5cx', 'a'.repeat(190)]
  for (const name of names) {
    const answer = await server.app.inject(`/api/service-pictures/${name}`)
    expect([name, answer.statusCode]).toEqual([name, 404])
  }
})
