import fs from 'node:fs'
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openBusyClinic } from './test/busy-clinic.ts'
import { createUser } from './test/factories.ts'
import { fileOf } from './test/pictures.ts'

const UPLOADS = 12

/** A photo of 12 million pixels that takes almost as many bytes as are allowed: noise does not compress. */
async function largePhoto(): Promise<Buffer> {
  const [width, height] = [4_000, 3_000]
  const noise = randomBytes(1_200 * 800 * 3)
  return sharp(noise, { raw: { width: 1_200, height: 800, channels: 3 } })
    .resize(width, height, { kernel: 'nearest' })
    .jpeg({ quality: 80 })
    .toBuffer()
}

const peakMb = (pid: number) =>
  Number(/VmHWM:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024

// The kernel of Linux tells how much a process has ever used.
test.runIf(process.platform === 'linux')(
  'a dozen large photos at once take at most 150 MB more',
  async () => {
    const clinic = await openBusyClinic()
    const { token } = await createUser(clinic.db, 'admin')
    const treatment = await clinic.db.selectFrom('treatments').select('id').executeTakeFirstOrThrow()
    const photo = await largePhoto()
    const upload = async (n: number) => {
      const form = new FormData()
      form.set('service_name', `Peel ${n}`)
      form.set('treatment_id', treatment.id)
      form.set('service_pic', fileOf(photo, 'photo.jpg', 'image/jpeg'))
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(new URL('/api/services', clinic.address()), { method: 'POST', headers, body: form })).status
    }
    expect(await upload(0)).toBe(201)
    const pid = clinic.program().process.pid!
    fs.writeFileSync(`/proc/${pid}/clear_refs`, '5')
    const before = peakMb(pid)
    const statuses = await Promise.all(Array.from({ length: UPLOADS }, (_, n) => upload(n + 1)))
    expect(statuses).toContain(201)
    expect(peakMb(pid) - before).toBeLessThan(150)
  },
  180_000,
)
