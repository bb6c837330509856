import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { loadSharp } from '#server/lib/load-sharp.ts'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import { documentMessages as s } from '#shared/website/messages.ts'
import { mainColours } from '#shared/clinic/colours.ts'
import type { Site, SitePicture } from '#shared/website/site.ts'
import { PAPER } from './logo.ts'
import { escapeHtml } from './page-template.ts'

/** The size of the share picture in pixels, as messengers and social networks ask for it. */
export const SHARE_SIZE = { width: 1200, height: 630 }

/** The version of the share picture's design, part of its URL. Raise it when the code below draws something else. */
const DRAWING = 2
const FONTS = { bold: 'styles/fonts/pdf-manrope-700.ttf', regular: 'styles/fonts/pdf-manrope-400.ttf' }
const TEXT_WIDTH = 480
const LEFT = 84
/** Where the hero picture begins in the share picture, in pixels from its left edge. */
const HERO_LEFT = 470

/** The data in the picture: the clinic's names, and its published colours, first picture and logo. */
type Shared = { clinic: Pick<PublicClinic, 'name' | 'location' | 'logo_id'>; site: Site | null }

/** The built-in picture in the share picture of a website that has no picture at its top. */
const STILL_LIFE = { path: '/art/hero-1', widths: [640, 960, 1440], focus: 'center' } as const

const heroOf = ({ site }: Shared) => site?.hero.slides[0]?.picture ?? STILL_LIFE
const coloursOf = ({ site }: Shared) => mainColours(site?.colours ?? 'lagoon')

/** A hash of everything in the picture, so that a change gets a new URL. */
function shareHash(shared: Shared): string {
  const { name, location, logo_id } = shared.clinic
  const { path: hero, focus } = heroOf(shared)
  return createHash('sha256')
    .update(JSON.stringify([DRAWING, name, location, logo_id, hero, focus, coloursOf(shared)]))
    .digest('base64url')
    .slice(0, 16)
}

export const sharePath = (shared: Shared): string => `/share/${shareHash(shared)}.jpg`

const svg = (width: number, height: number, content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`)

/** A light gradient over the left part of the picture, so that the text is readable. */
const veil = svg(
  SHARE_SIZE.width,
  SHARE_SIZE.height,
  `<defs><linearGradient id="v"><stop offset=".42" stop-color="${PAPER}"/><stop offset=".66" stop-color="${PAPER}" stop-opacity="0"/></linearGradient></defs>
  <rect width="100%" height="100%" fill="url(#v)"/>`,
)

/** The side of a picture that cropping keeps, in sharp's terms. */
const positionOf = (focus: SitePicture['focus']): string =>
  focus
    .split('-')
    .toReversed()
    .join(' ')
    .replace(/^center$/, 'centre')

/** Returns the path of the built file for a source file, from the manifest of the web build. */
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

async function drawLine({ text, font, fontfile, dpi, colour }: Line) {
  const sharp = await loadSharp()
  return sharp({
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
}

/** Longer names get a smaller font, so that they fit on three lines. */
const sizeOf = (name: string): number => (name.length <= 18 ? 440 : name.length <= 42 ? 340 : 230)

/** Reads a website picture in a stored width of at least `width` pixels; null when the picture was deleted. */
export type ReadPicture = (
  picture: { path: string; widths: readonly number[] },
  width: number,
) => Promise<Buffer | null>

type Drawn = { input: Buffer; left: number; top: number; height: number }

/** Draws what is above the clinic's name: the logo, or without a logo a line in the clinic's colour. */
async function drawHead({ clinic }: Shared, colour: string, read: ReadPicture): Promise<Omit<Drawn, 'top'>> {
  const picture = clinic.logo_id === null ? null : await read({ path: clinic.logo_id, widths: [320, 640] }, 640)
  if (!picture) {
    const bar = svg(64, 6, `<rect width="64" height="6" rx="3" fill="${colour}"/>`)
    return { input: bar, left: LEFT, height: 6 }
  }
  const sharp = await loadSharp()
  const { data, info } = await sharp(picture)
    .resize({ width: 320, height: 110, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { input: data, left: LEFT, height: info.height }
}

/** Places the parts below each other, vertically centred. */
function stacked(pieces: readonly Omit<Drawn, 'top'>[], gap: number): Drawn[] {
  const height = pieces.reduce((sum, piece) => sum + piece.height + gap, -gap)
  let top = Math.max(24, Math.round((SHARE_SIZE.height - height) / 2))
  return pieces.map((piece) => {
    const placed = { ...piece, top }
    top += piece.height + gap
    return placed
  })
}

async function drawWords(webRoot: string, { clinic }: Shared, colour: string): Promise<Omit<Drawn, 'top'>[]> {
  const { name, location } = clinic
  const [bold, regular] = await Promise.all([builtFile(webRoot, FONTS.bold), builtFile(webRoot, FONTS.regular)])
  const below = [location, s.bookOnline].filter((text) => text !== '').join(' · ')
  const lines = [
    await drawLine({ text: name, font: 'Manrope Bold', fontfile: bold, dpi: sizeOf(name), colour: '#11252a' }),
    await drawLine({ text: below, font: 'Manrope', fontfile: regular, dpi: 190, colour }),
  ]
  return lines.map(({ data, info }) => ({ input: data, left: LEFT, height: info.height }))
}

/**
 * Draws the picture that chat programs and social media show for a link to the clinic's website: the clinic's name and
 * logo beside the first picture of the website, as a JPEG of 1200 × 630 pixels.
 */
export async function drawSharePicture(webRoot: string, shared: Shared, read: ReadPicture): Promise<Buffer> {
  const colours = coloursOf(shared)
  const hero = heroOf(shared)
  const size = { width: SHARE_SIZE.width - HERO_LEFT, height: SHARE_SIZE.height }
  const picture = (await read(hero, 960)) ?? (await read(STILL_LIFE, 960))
  const sharp = await loadSharp()
  const right = await sharp(picture!)
    .resize({ ...size, fit: 'cover', position: positionOf(hero.focus) })
    .toBuffer()
  const head = await drawHead(shared, colours.primary, read)
  const words = await drawWords(webRoot, shared, colours.primary)
  const edge = svg(20, SHARE_SIZE.height, `<rect width="20" height="100%" fill="${colours['color-lagoon']}"/>`)
  return sharp({ create: { ...SHARE_SIZE, channels: 3, background: PAPER } })
    .composite([
      { input: right, left: HERO_LEFT, top: 0 },
      { input: veil },
      { input: edge, left: 0, top: 0 },
      ...stacked([head, ...words], 36),
    ])
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer()
}
