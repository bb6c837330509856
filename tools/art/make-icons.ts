import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

/**
 * Draws the icons for browsers and home screens from the logo: `npx tsx tools/art/make-icons.ts`. The files are
 * committed, so that a build need not draw them.
 */
const PAPER = '#fdf9f7'
const folder = path.resolve('web/public/icons')
const mark = await readFile(path.resolve('web/public/favicon.svg'))

/** Draws the logo in the middle of a square. `share` is the part of the square's side that it fills. */
async function drawIcon(size: number, share: number, background: string | null): Promise<Buffer> {
  const side = Math.round(size * share)
  const drawn = await sharp(mark, { density: (72 * side) / 48 })
    .resize(side, side)
    .png()
    .toBuffer()
  return sharp({
    create: { width: size, height: size, channels: 4, background: background ?? { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .composite([{ input: drawn, gravity: 'center' }])
    .png({ compressionLevel: 9, palette: true, quality: 92 })
    .toBuffer()
}

/** Returns an .ico file with one PNG: a header of 6 bytes, a directory entry of 16, and the picture. */
function icoOf(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(22, 18)
  return Buffer.concat([head, png])
}

await mkdir(folder, { recursive: true })
const save = (name: string, picture: Buffer) => writeFile(path.join(folder, name), picture)
await save('icon-192.png', await drawIcon(192, 0.82, PAPER))
await save('icon-512.png', await drawIcon(512, 0.82, PAPER))
// Phones may crop a maskable icon to a circle of four fifths of its width, so the logo is smaller.
await save('icon-maskable-512.png', await drawIcon(512, 0.58, PAPER))
await save('apple-touch-icon.png', await drawIcon(180, 0.78, PAPER))
await writeFile(path.resolve('web/public/favicon.ico'), icoOf(await drawIcon(32, 1, null), 32))
