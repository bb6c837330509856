import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileOf, photoWithPlace, picture, pngOf } from '#server/test/pictures.ts'
import { imageMessages } from '#shared/lib/messages.ts'
import { readImage, reencodeImage, removeImage, storeImage } from './uploads.ts'

let above: string
let folder: string
beforeAll(async () => {
  above = await mkdtemp(path.join(tmpdir(), 'mutya-uploads-'))
  folder = path.join(above, 'services')
})
afterAll(() => rm(above, { recursive: true, force: true }))

const reencode = (bytes: Buffer, name?: string, type?: string) => reencodeImage(fileOf(bytes, name, type), 'photo')
const error = (sentence: string) => ({ status: 422, message: sentence, errors: { photo: [sentence] } })

test('an uploaded picture of each format is stored as WebP, whatever its name and type are', async () => {
  for (const format of ['png', 'jpeg', 'gif', 'webp'] as const) {
    const made = await sharp(await reencode(await picture(format), '../../x.html', 'text/html')).metadata()
    expect([made.format, made.width, made.height]).toEqual(['webp', 40, 30])
  }
})

test('a large uploaded picture is scaled down and keeps its proportions; a small one keeps its size', async () => {
  const made = await sharp(await reencode(await picture('jpeg', 3000, 1500))).metadata()
  expect([made.width, made.height]).toEqual([1200, 600])
})

test('an uploaded photo is rotated upright, and its location is removed', async () => {
  const photo = await photoWithPlace()
  expect((await sharp(photo).metadata()).exif).toBeDefined()
  const made = await sharp(await reencode(photo, 'photo.jpg', 'image/jpeg')).metadata()
  expect([made.width, made.height]).toEqual([40, 60])
  expect([made.exif, made.xmp, made.iptc, made.icc, made.orientation]).toEqual(Array<undefined>(5).fill(undefined))
})

test('of an uploaded animation only the first frame is stored', async () => {
  const frame = (background: string) =>
    sharp({ create: { width: 20, height: 20, channels: 3, background } })
      .png()
      .toBuffer()
  const moving = await sharp([await frame('#ff0000'), await frame('#0000ff')], { join: { animated: true } })
    .gif()
    .toBuffer()
  expect((await sharp(moving).metadata()).pages).toBe(2)
  const made = await reencode(moving, 'moving.gif', 'image/gif')
  const facts = await sharp(made).metadata()
  expect([facts.pages ?? 1, facts.height]).toEqual([1, 20])
  const { dominant } = await sharp(made).stats()
  expect(dominant.r).toBeGreaterThan(200)
})

test('uploaded SVG drawings with scripts, and HTML pages and programs with the name of a picture, are rejected', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const texts = [
    svg,
    `<?xml version="1.0"?>${svg}`,
    '<html><script>alert(1)</script>',
    '<?php system($_GET[0]);',
    '%PDF-1.7',
    '',
  ]
  for (const text of texts)
    await expect(reencode(Buffer.from(text), 'picture.png')).rejects.toMatchObject(error(imageMessages.type))
  const tiff = await sharp(await picture())
    .tiff()
    .toBuffer()
  await expect(reencode(tiff, 'picture.png')).rejects.toMatchObject(error(imageMessages.type))
})

test('data that is hidden inside an uploaded picture file is removed', async () => {
  const script = Buffer.from('/*<script>alert(1)</script><?php system($_GET[0]); ?>*/')
  for (const format of ['gif', 'jpeg', 'png'] as const) {
    const polyglot = Buffer.concat([await picture(format), script])
    const made = await reencode(polyglot, 'picture.js', 'text/javascript')
    expect(made.toString('latin1')).not.toMatch(/script|php/)
  }
  const commented = await sharp(await picture('jpeg'))
    .withExif({ IFD0: { ImageDescription: '<?php echo 1;' } })
    .jpeg()
    .toBuffer()
  expect(commented.toString('latin1')).toContain('<?php')
  expect((await reencode(commented)).toString('latin1')).not.toContain('<?php')
})

test('an uploaded file that only starts like a picture is rejected', async () => {
  const gif = Buffer.from('GIF89a/*<script>alert(1)</script>*/=1;')
  await expect(reencode(gif)).rejects.toMatchObject(error(imageMessages.unreadable))
  const whole = await picture('jpeg', 400, 400)
  await expect(reencode(whole.subarray(0, whole.length / 2))).rejects.toMatchObject(error(imageMessages.unreadable))
})

test('an uploaded picture with far too many pixels is rejected after reading only its header', async () => {
  const bomb = pngOf(50_000, 50_000, 10)
  expect(bomb.length).toBeLessThan(3000)
  const start = process.cpuUsage()
  await expect(reencode(bomb)).rejects.toMatchObject(error(imageMessages.tooManyPixels))
  // The test measures the CPU time of this process; decoding so many pixels would take minutes.
  expect(process.cpuUsage(start).user).toBeLessThan(5_000_000)
  const atTheLimit = await sharp(await reencode(pngOf(6000, 6000))).metadata()
  expect(atTheLimit.width).toBe(1200)
})

test('a stored picture gets a random name, and can be read and removed only by that name', async () => {
  const image = await reencode(await picture())
  const name = await storeImage(folder, image)
  expect(name).toMatch(/^[0-9a-f-]{36}\.webp$/)
  expect(await readdir(folder)).toEqual([name])
  expect(await readImage(folder, name)).toEqual(image)
  await writeFile(path.join(above, 'secret.webp'), 'secret')
  for (const other of ['../secret.webp', `./${name}`, `${name}\0.png`, '', '.', 'secret.webp', name.toUpperCase()])
    expect(await readImage(folder, other)).toBeNull()
  await removeImage(folder, name)
  expect(await readImage(folder, name)).toBeNull()
})

test('an uploaded picture that cannot be written to the disk leaves no file', async () => {
  const file = path.join(folder, 'not-a-folder')
  await writeFile(file, '')
  await expect(storeImage(file, Buffer.from('x'))).rejects.toThrow()
  expect(await readdir(folder)).toEqual(['not-a-folder'])
})

test('stored pictures and their folder are readable only by the app', async () => {
  const own = path.join(above, 'own')
  const name = await storeImage(own, await picture('webp'))
  const modeOf = async (file: string) => (await stat(file)).mode & 0o777
  expect([await modeOf(own), await modeOf(path.join(own, name))]).toEqual([0o700, 0o600])
})
