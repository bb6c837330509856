import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import { documentMessages as s } from '#shared/lib/document-messages.ts'
import { escapeHtml } from './page-template.ts'

/** What messengers and social networks show, in the size that they ask for. */
export const SHARE_SIZE = { width: 1200, height: 630 }

/** Another drawing of the same words is another picture: raise it with each change below. */
const DRAWING = 1
const HERO = 'art/hero-1-1440.webp'
/** The still life from the top of its pearl on. */
const HERO_TOP = 215
const FONTS = { bold: 'styles/fonts/pdf-manrope-700.ttf', regular: 'styles/fonts/pdf-manrope-400.ttf' }
const TEXT_WIDTH = 470
const LEFT = 72

type Words = Pick<PublicClinic, 'name' | 'location'>

const wordsOf = ({ name, location }: Words): Words => ({ name, location })

/** The name of the picture: of other words it is another one. */
export const shareHash = (clinic: Words): string =>
  createHash('sha256')
    .update(JSON.stringify([DRAWING, wordsOf(clinic)]))
    .digest('base64url')
    .slice(0, 16)

export const sharePath = (clinic: Words): string => `/share/${shareHash(clinic)}.jpg`

/** Nacre paper over the left half of the still life, so that the words stand on quiet ground. */
const veil = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_SIZE.width}" height="${SHARE_SIZE.height}">
    <defs><linearGradient id="v"><stop offset=".36" stop-color="#fdf9f7"/><stop offset=".72" stop-color="#fdf9f7" stop-opacity="0"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#v)"/>
  </svg>`,
)

const goldBar = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="5"><rect width="64" height="5" rx="2.5" fill="#c9a46c"/></svg>',
)

/** Where the build has put a file of the sources. */
async function builtFile(webRoot: string, source: string): Promise<string> {
  const manifest = JSON.parse(await readFile(path.join(webRoot, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string }
  >
  const file = manifest[source]?.file
  if (!file) throw new Error(`the build has no ${source}`)
  return path.join(webRoot, file)
}

type Line = { text: string; font: string; fontfile: string; dpi: number; colour: string }

const drawLine = ({ text, font, fontfile, dpi, colour }: Line) =>
  sharp({
    text: {
      text: `<span foreground="${colour}">${escapeHtml(text)}</span>`,
      font,
      fontfile,
      rgba: true,
      width: TEXT_WIDTH,
      dpi,
      wrap: 'word-char',
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })

/** Letters of a name become smaller, the longer it is, so that three lines hold it. */
const sizeOf = (name: string): number => (name.length <= 18 ? 440 : name.length <= 42 ? 340 : 230)

/** The picture that a shared link shows: the clinic's name on its still life, 1200 × 630, JPEG. */
export async function drawSharePicture(webRoot: string, { name, location }: Words): Promise<Buffer> {
  const [bold, regular] = await Promise.all([builtFile(webRoot, FONTS.bold), builtFile(webRoot, FONTS.regular)])
  const title = await drawLine({
    text: name,
    font: 'Manrope Bold',
    fontfile: bold,
    dpi: sizeOf(name),
    colour: '#11252a',
  })
  const below = [location, s.bookOnline].filter((text) => text !== '').join(' · ')
  const line = await drawLine({ text: below, font: 'Manrope', fontfile: regular, dpi: 190, colour: '#055559' })
  const gap = 36
  const top = Math.round((SHARE_SIZE.height - title.info.height - line.info.height - gap) / 2)
  const hero = await sharp(path.join(webRoot, HERO)).resize({ width: SHARE_SIZE.width }).toBuffer()
  return sharp(hero)
    .extract({ left: 0, top: HERO_TOP, ...SHARE_SIZE })
    .composite([
      { input: veil },
      { input: goldBar, left: LEFT, top: top - 48 },
      { input: title.data, left: LEFT, top },
      { input: line.data, left: LEFT, top: top + title.info.height + gap },
    ])
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer()
}
