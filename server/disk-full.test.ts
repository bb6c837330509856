import fs from 'node:fs'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { requestRefusals } from '#shared/lib/messages.ts'
import { balanced, checkBooks } from './sales/books/books-fixture.ts'
import { countHalfBooked, openBusyClinic } from './test/busy-clinic.ts'
import { createUser } from './test/factories.ts'
import { fileOf } from './test/pictures.ts'
import { canMount, mountSmallDisk, type SmallDisk } from './test/small-disk.ts'

const MB = 1_000_000

/** Only root can mount a file system; elsewhere `lib/http/health.test.ts` simulates the same errors. */
const onSmallDisk = test.runIf(canMount())

/** The test starts a stopped database several times, which takes minutes on a busy machine. */
const TIMEOUT = 240_000

const ready = async (address: URL) => (await fetch(new URL('/readyz', address))).status

onSmallDisk(
  'while the database’s disk is full, changes are refused with a sentence and nothing is lost; the till sells again once there is room',
  async () => {
    let disk: SmallDisk | undefined
    const clinic = await openBusyClinic((folder) => (disk = mountSmallDisk(path.join(folder, 'postgres'), 256)))
    const load = clinic.startLoad()
    await load.acknowledged(20)
    disk!.fill(MB)
    // PostgreSQL stops when the disk has no space for its write-ahead log, and starts again once there is space.
    await load.turnedAway(20)
    expect(await ready(clinic.address())).toBe(503)
    expect(clinic.program().process.exitCode).toBeNull()
    disk!.free()
    await load.acknowledged(20)
    await load.stop()
    await expect.poll(() => ready(clinic.address())).toBe(200)
    const others = load.responses.filter(({ status }) => status !== 201)
    for (const { status, text } of others) {
      expect([503, 507]).toContain(status)
      expect([requestRefusals.outOfSpace, requestRefusals.busy]).toContain(
        (JSON.parse(text) as { message: string }).message,
      )
    }
    expect(await clinic.findLostChanges(load)).toEqual([])
    expect(await checkBooks(clinic.db)).toMatchObject(balanced)
    expect(await countHalfBooked(clinic.db)).toBe(0)
  },
  TIMEOUT,
)

/** Makes a photo of about two megabytes. The app stores it in as many bytes, because random pixels do not compress. */
const photo = () =>
  sharp(randomBytes(1_000 * 1_000 * 3), { raw: { width: 1_000, height: 1_000, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()

onSmallDisk(
  'a picture for which the disk has no room is refused with a sentence and leaves no file; it can be uploaded once there is room',
  async () => {
    let disk: SmallDisk | undefined
    const clinic = await openBusyClinic((folder) => (disk = mountSmallDisk(path.join(folder, 'uploads'), 64)))
    const { token } = await createUser(clinic.db, 'admin')
    const { id } = await clinic.db.selectFrom('treatments').select('id').executeTakeFirstOrThrow()
    const picture = await photo()
    const upload = async (name: string) => {
      const form = new FormData()
      form.set('service_name', name)
      form.set('treatment_id', id)
      form.set('service_pic', fileOf(picture, 'photo.jpg', 'image/jpeg'))
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(new URL('/api/services', clinic.address()), { method: 'POST', headers, body: form })
      return [answer.status, ((await answer.json()) as { message: string }).message]
    }
    const files = () =>
      fs
        .readdirSync(path.join(clinic.folder, 'uploads'))
        .filter((name) => name !== 'filler')
        .toSorted()
    expect([(await upload('Peel'))[0], await ready(clinic.address())]).toEqual([201, 200])
    const before = files()
    disk!.fill(8_192)
    expect(await upload('Glow')).toEqual([507, requestRefusals.outOfSpace])
    expect(await ready(clinic.address())).toBe(503)
    expect(files()).toEqual(before)
    const kept = await clinic.db.selectFrom('services').select('name').where('name', 'in', ['Peel', 'Glow']).execute()
    expect(kept).toEqual([{ name: 'Peel' }])
    disk!.free()
    expect((await upload('Glow'))[0]).toBe(201)
    expect(await ready(clinic.address())).toBe(200)
  },
  TIMEOUT,
)
