import fs from 'node:fs'
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openBusyClinic } from './test/busy-clinic.ts'
import { createSession, createUser } from './test/factories.ts'
import { fileOf } from './test/pictures.ts'
import { drillSize, recordFigure } from '../scripts/test/drill-form.ts'

const UPLOADS = drillSize('photos at once', 12)

/** Makes a photo of 12 million pixels of noise. Noise does not compress, so the file is close to the size limit. */
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

// Only Linux reports the peak memory of a process.
test.runIf(process.platform === 'linux')(
  'many large photos that are uploaded at once need at most 150 MB more memory',
  async () => {
    const clinic = await openBusyClinic()
    const admin = await createUser(clinic.db, 'admin')
    const treatment = await clinic.db.selectFrom('treatments').select('id').executeTakeFirstOrThrow()
    // Uses many sessions, because one session would reach its limit of requests.
    const tokens: string[] = []
    while (tokens.length <= UPLOADS) tokens.push(await createSession(clinic.db, admin.id))
    const photo = await largePhoto()
    const upload = async (n: number) => {
      const form = new FormData()
      form.set('service_name', `Peel ${n}`)
      form.set('treatment_id', treatment.id)
      form.set('service_pic', fileOf(photo, 'photo.jpg', 'image/jpeg'))
      const headers = { authorization: `Bearer ${tokens[n]}` }
      const sent = fetch(new URL('/api/services', clinic.address()), { method: 'POST', headers, body: form })
      // An upload that waits longer than a request may take is cut off.
      return sent.then(({ status }) => status).catch(() => 408)
    }
    expect(await upload(0)).toBe(201)
    const pid = clinic.program().process.pid!
    fs.writeFileSync(`/proc/${pid}/clear_refs`, '5')
    const before = peakMb(pid)
    const statuses = await Promise.all(Array.from({ length: UPLOADS }, (_, n) => upload(n + 1)))
    for (const status of statuses) expect([201, 408, 429, 503]).toContain(status)
    expect(statuses).toContain(201)
    const moreMb = peakMb(pid) - before
    const taken = statuses.filter((status) => status === 201).length
    recordFigure({ what: 'photos accepted in time', value: `${taken} of ${UPLOADS}` })
    recordFigure({ what: 'more memory', value: `${moreMb.toFixed(0)} MB`, goal: '< 150 MB', isMissed: moreMb >= 150 })
    expect(moreMb).toBeLessThan(150)
  },
  900_000,
)
