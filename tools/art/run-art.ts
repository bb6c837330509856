import { mkdir } from 'node:fs/promises'
import { setPriority } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { pictures } from './pictures.ts'
import { develop, traceScene } from './render.ts'

/**
 * Renders the named pictures, or all: `npx tsx tools/art/run-art.ts service-4 room-1`. With `--preview` it renders
 * small ones into `dist/art`. To add a picture, export a scene in `tools/art/scenes` and name it in `pictures.ts`.
 */

/**
 * The largest widths at which pages show the picture, on screens with one and two device pixels per CSS pixel. A larger
 * picture needs fewer rays per pixel.
 */
const finalOf = (name: string) =>
  name.startsWith('room') ? { widths: [360, 720], samples: 16 } : { widths: [320, 640], samples: 20 }
const PREVIEW = { width: 240, samples: 9 }

const preview = process.argv.includes('--preview')
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const names = wanted.length > 0 ? wanted : Object.keys(pictures)
const folder = path.resolve(preview ? 'dist/art' : 'web/public/art')

// Runs with the lowest priority, so that rendering slows down no other program.
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
