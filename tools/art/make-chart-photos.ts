import { mkdir } from 'node:fs/promises'
import { setPriority } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { develop, traceScene } from './render.ts'
import { mannequins } from './scenes/mannequin.ts'

/**
 * Renders the before-and-after photos of the sample clinic into `scripts/sample-charts/photos`: `npx tsx
 * tools/art/make-chart-photos.ts`. They are not below `web/public`, because chart photos are never public. Each rendered
 * picture gives one photo for each tone, so that not all clients have the same photos.
 */

const RENDERED = { width: 640, samples: 9 }
/** The size of a chart photo, which is the upright middle part of the rendered picture. */
const PHOTO = { width: 360, height: 480 }
const THUMBNAIL_WIDTH = 270

const tones = {
  plaster: { brightness: 1, saturation: 1 },
  clay: { brightness: 0.86, saturation: 1.35, hue: -8 },
  stone: { brightness: 0.93, saturation: 0.55, hue: 14 },
}

const folder = path.resolve('scripts/sample-charts/photos')

// Runs with the lowest priority, so that rendering slows down no other program.
setPriority(19)
await mkdir(folder, { recursive: true })
for (const [name, scene] of Object.entries(mannequins)) {
  const traced = traceScene(scene, RENDERED)
  const raw = { width: traced.width, height: traced.height, channels: 3 as const }
  const left = Math.round((traced.width - PHOTO.width) / 2)
  const upright = sharp(develop(traced), { raw }).extract({ left, top: 0, ...PHOTO })
  for (const [tone, look] of Object.entries(tones)) {
    const photo = await upright.clone().modulate(look).png().toBuffer()
    const file = (ending: string) => path.join(folder, `${tone}-${name}${ending}.webp`)
    await sharp(photo).webp({ quality: 82, effort: 6, smartSubsample: true }).toFile(file(''))
    await sharp(photo).resize(THUMBNAIL_WIDTH).webp({ quality: 74, effort: 6 }).toFile(file('-thumbnail'))
  }
  process.stdout.write(`${name}\n`)
}
