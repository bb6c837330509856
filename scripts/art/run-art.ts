import { mkdir } from 'node:fs/promises'
import { setPriority } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { pictures } from './pictures.ts'
import { develop, traceScene } from './render.ts'

/**
 * Renders service pictures: `npx tsx scripts/art/run-art.ts 4 7` (all without a number), `--preview` small ones into dist/art.
 * Another scene is an export of scripts/art/scenes and a number in pictures.ts.
 */

/** A picture is shown at most so wide, on screens of one and of two device pixels. */
const WIDTHS = [320, 640]
const FINAL = { width: 640, samples: 20 }
const PREVIEW = { width: 240, samples: 9 }

const preview = process.argv.includes('--preview')
const wanted = process.argv.slice(2).filter((argument) => /^\d+$/.test(argument))
const numbers = wanted.length > 0 ? wanted : Object.keys(pictures)
const folder = path.resolve(preview ? 'dist/art' : 'web/public/art')

// Whatever else the machine does goes first.
setPriority(19)
await mkdir(folder, { recursive: true })
for (const number of numbers) {
  const scene = pictures[Number(number)]
  if (!scene) throw new Error(`there is no picture ${number}: see scripts/art/pictures.ts`)
  const traced = traceScene(scene, preview ? PREVIEW : FINAL)
  const raw = { width: traced.width, height: traced.height, channels: 3 as const }
  const picture = sharp(develop(traced), { raw })
  const file = (name: string) => path.join(folder, `service-${number}${name}`)
  if (preview) await picture.png().toFile(file('.png'))
  else
    for (const width of WIDTHS) {
      const sized = picture.clone().resize(width)
      await sized
        .clone()
        .avif({ quality: 58, effort: 6 })
        .toFile(file(`-${width}.avif`))
      await sized
        .clone()
        .webp({ quality: 78, effort: 6, smartSubsample: true })
        .toFile(file(`-${width}.webp`))
    }
  process.stdout.write(`service-${number}\n`)
}
