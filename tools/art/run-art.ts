import { mkdir } from 'node:fs/promises'
import { setPriority } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { pictures } from './pictures.ts'
import { develop, traceScene } from './render.ts'

/**
 * Renders pictures: `npx tsx tools/art/run-art.ts service-4 room-1` (all without a name), `--preview` small ones into dist/art.
 * Another scene is an export of tools/art/scenes and a name in pictures.ts.
 */

/** A picture is shown at most so wide, on screens of one and of two device pixels. A larger one needs fewer paths a pixel. */
const finalOf = (name: string) =>
  name.startsWith('room') ? { widths: [360, 720], samples: 16 } : { widths: [320, 640], samples: 20 }
const PREVIEW = { width: 240, samples: 9 }

const preview = process.argv.includes('--preview')
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const names = wanted.length > 0 ? wanted : Object.keys(pictures)
const folder = path.resolve(preview ? 'dist/art' : 'web/public/art')

// Whatever else the machine does goes first.
setPriority(19)
await mkdir(folder, { recursive: true })
for (const name of names) {
  const scene = pictures[name]
  if (!scene) throw new Error(`there is no picture ${name}: see tools/art/pictures.ts`)
  const { widths, samples } = finalOf(name)
  const traced = traceScene(scene, preview ? PREVIEW : { width: Math.max(...widths), samples })
  const raw = { width: traced.width, height: traced.height, channels: 3 as const }
  const picture = sharp(develop(traced), { raw })
  const file = (ending: string) => path.join(folder, `${name}${ending}`)
  if (preview) await picture.png().toFile(file('.png'))
  else
    for (const width of widths) {
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
  process.stdout.write(`${name}\n`)
}
