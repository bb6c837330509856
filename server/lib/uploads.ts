import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Sharp } from 'sharp'
import { imageMessages } from '#shared/lib/image-messages.ts'
import { AppError, invalid } from './app-error.ts'
import { decoderQueue } from './decoder-queue.ts'
import { loadSharp } from './load-sharp.ts'
import { newId } from './new-id.ts'
import type { Asker } from './staff-first-queue.ts'

/** The most pixels a picture of the clinic may have. */
const MAX_PIXELS = 40_000_000
/**
 * The most pixels a photo of a person may have. An ordinary JPEG of a camera is decoded at an eighth of its size, so
 * that 50 million pixels need little time and memory. All other files are decoded at full size first.
 */
const MAX_PHOTO_PIXELS = { jpeg: 50_000_000, other: 16_000_000 }
/**
 * A picture that takes longer than this to decode is not one that a person drew or photographed. The clock on the wall
 * counts: a photo of a phone must not be called unreadable because the machine is busy.
 */
const DECODE_SECONDS = 60

/**
 * Turns an uploaded part into a File, as the contract has it; one that is too large is refused. The bytes stand in a file of
 * their own until the answer has left, not in memory: the plug-in removes what `tmpUploads` names.
 */
export async function fileOfPart(request: FastifyRequest, part: MultipartFile): Promise<void> {
  const spooled = path.join(tmpdir(), `mutya-upload-${newId()}`)
  request.tmpUploads = [...(request.tmpUploads ?? []), spooled]
  await pipeline(part.file, createWriteStream(spooled, { mode: 0o600, flags: 'wx' }))
  if (part.file.truncated) throw new AppError('too_large', imageMessages.tooLarge)
  const field = part as unknown as { value: File }
  field.value = new File([await openAsBlob(spooled)], part.filename, { type: part.mimetype })
}

/** The formats that are taken, by the first bytes: what a file calls itself tells nothing. */
const signatures: ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes) => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)),
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
]

/** The kinds of a file that phones write as HEIC or HEIF. */
const HEIC_KINDS = /^ftyp(heic|heix|heim|heis|hevc|mif1|msf1)$/

/**
 * `whole`: the picture as it is, at most `maxSide` pixels wide and high. `square`: the middle of a person's photo, at
 * most `maxSide` pixels wide. `asker` defaults to staff.
 */
export type PictureShape = { crop: 'whole' | 'square'; maxSide: number; asker?: Asker }
const WHOLE: PictureShape = { crop: 'whole', maxSide: 1200 }
const STAFF: Asker = { isStaff: true, key: 'staff' }

/**
 * Decodes a picture and makes a new one of it: WebP, upright, in the given shape, without any metadata (no place where the
 * photo was taken, no bytes passed through); of an animation the first frame.
 * Throws a 422 for `field` for what is no picture. Takes up to a second: never inside a transaction.
 */
export const reencodeImage = (file: File, field: string, shape = WHOLE): Promise<Buffer> =>
  whenDecodable(file, field, (input) => reencode(input, field, shape), shape.asker)

/** Does `work` with the bytes of a picture when it is its turn. Throws a 422 for `field` for what is no picture. */
async function whenDecodable<T>(
  file: File,
  field: string,
  work: (input: Buffer) => Promise<T>,
  asker = STAFF,
): Promise<T> {
  const head = Buffer.from(await file.slice(0, 16).arrayBuffer())
  if (HEIC_KINDS.test(head.toString('latin1', 4, 12))) throw invalid(field, imageMessages.heic)
  // Decoders of other formats (SVG, TIFF, PDF) are never even tried.
  if (!signatures.some((matches) => matches(head))) throw invalid(field, imageMessages.type)
  const refuse = (error: unknown) => {
    throw error instanceof AppError ? error : invalid(field, imageMessages.unreadable)
  }
  // A copy of its bytes is made only when it is the picture's turn.
  return decoderQueue.run(asker, async () => work(Buffer.from(await file.arrayBuffer()))).catch(refuse)
}

type Size = { width: number; height: number }

/** The width and height that a file names for its picture. Only its head is read; whoever decodes it has the limit too. */
async function namedSize(input: Buffer, field: string, isPhoto = false): Promise<Size> {
  const sharp = await loadSharp()
  const { width, height, autoOrient, format, isProgressive } = await sharp(input, {
    limitInputPixels: false,
  }).metadata()
  const most = isPhoto ? MAX_PHOTO_PIXELS[format === 'jpeg' && !isProgressive ? 'jpeg' : 'other'] : MAX_PIXELS
  const refusal = isPhoto ? imageMessages.photoTooManyPixels : imageMessages.tooManyPixels
  if (width * height > most) throw invalid(field, refusal)
  return autoOrient
}

/** A picture upright, to be opened as often as it is made anew. */
async function openerOf(input: Buffer): Promise<() => Sharp> {
  const sharp = await loadSharp()
  return () =>
    sharp(input, { limitInputPixels: MAX_PHOTO_PIXELS.jpeg, failOn: 'error', animated: false })
      .timeout({ seconds: DECODE_SECONDS })
      .rotate()
}

type PictureFormat = 'avif' | 'webp'
/** A picture in several widths, upright and without any metadata. */
export type PictureSet = {
  width: number
  height: number
  files: { width: number; format: PictureFormat; image: Buffer }[]
  /** A few pixels of it as a `data:` address. */
  placeholder: string
}

/** A part of a picture, in shares of its width and height. */
type PictureArea = { left: number; top: number; width: number; height: number }

type Widths = { widths: readonly number[]; leastSide: number; tooSmall: string }

const PLACEHOLDER_WIDTH = 16

/** Makes a picture anew in each of the widths that it fills (the smallest always), as AVIF and as WebP. */
async function inWidths(open: () => Sharp, { width, height }: Size, widths: readonly number[]): Promise<PictureSet> {
  const files: PictureSet['files'] = []
  for (const target of widths.filter((one, index) => index === 0 || one <= width)) {
    const resized = () => open().resize({ width: target, withoutEnlargement: true })
    files.push({ width: target, format: 'avif', image: await resized().avif({ quality: 55, effort: 2 }).toBuffer() })
    files.push({ width: target, format: 'webp', image: await resized().webp({ quality: 80 }).toBuffer() })
  }
  const tiny = await open().resize({ width: PLACEHOLDER_WIDTH }).webp({ quality: 40 }).toBuffer()
  return { width, height, files, placeholder: `data:image/webp;base64,${tiny.toString('base64')}` }
}

/**
 * A picture in several widths, and large enough (`keptWidth`) that parts of it can be cut out later; null where it is not
 * wider than its widths. `leastSide`: the longer side of what is taken, in pixels. Throws a 422 for `field` for what is no
 * picture, or smaller. Takes some seconds: never inside a transaction.
 */
export const reencodeInWidths = (
  file: File,
  field: string,
  { widths, leastSide, tooSmall, keptWidth }: Widths & { keptWidth: number },
): Promise<PictureSet & { kept: Buffer | null }> =>
  whenDecodable(file, field, async (input) => {
    const size = await namedSize(input, field)
    if (Math.max(size.width, size.height) < leastSide) throw invalid(field, tooSmall)
    const sharp = await loadSharp()
    const open = await openerOf(input)
    const large = () => open().resize({ width: keptWidth, withoutEnlargement: true })
    const kept = size.width > Math.max(...widths) ? await large().webp({ quality: 86 }).toBuffer() : null
    // What is kept stands in for the photo: twelve million pixels are decoded once.
    return { ...(await inWidths(() => (kept ? sharp(kept) : open()), size, widths)), kept }
  })

/** A part of a stored picture in several widths. Throws a 422 for `field` for one that is smaller than `leastSide`. */
export const cutInWidths = (
  input: Buffer,
  field: string,
  area: PictureArea,
  { widths, leastSide, tooSmall }: Widths,
): Promise<PictureSet> =>
  decoderQueue.run(STAFF, async () => {
    const sharp = await loadSharp()
    const whole = await sharp(input).metadata()
    const part = {
      left: Math.round(area.left * whole.width),
      top: Math.round(area.top * whole.height),
      width: Math.max(1, Math.round(area.width * whole.width)),
      height: Math.max(1, Math.round(area.height * whole.height)),
    }
    part.width = Math.min(part.width, whole.width - part.left)
    part.height = Math.min(part.height, whole.height - part.top)
    // A share of less than a pixel at the edge is no part at all, however long its other side is.
    const [short, long] = [part.width, part.height].toSorted((a, b) => a - b)
    if (short! < 1 || long! < leastSide) throw invalid(field, tooSmall)
    return inWidths(() => sharp(input).extract(part), part, widths)
  })

async function reencode(input: Buffer, field: string, { crop, maxSide }: PictureShape): Promise<Buffer> {
  const isPhoto = crop === 'square'
  const { width, height } = await namedSize(input, field, isPhoto)
  // A small picture is cropped to its own shorter side instead of being enlarged.
  const side = isPhoto ? Math.min(maxSide, width, height) : maxSide
  const open = await openerOf(input)
  return open()
    .resize({ width: side, height: side, fit: isPhoto ? 'cover' : 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer()
}

/** Writes a picture under a random name, or the given one, and returns it; a half-written file never has it. */
export async function storeImage(folder: string, image: Buffer, name = `${newId()}.webp`): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = path.join(folder, `.${name}.part`)
  try {
    await writeFile(draft, image, { mode: 0o600 })
    await rename(draft, path.join(folder, name))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  return name
}

/** Only names that stored pictures have, with their width where there are several: no folder, no dot file, nothing above. */
const STORED_NAME = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-\d{3,4})?\.(webp|avif)$/

/** A stored picture, or null when there is none of that name. */
export async function readImage(folder: string, name: string): Promise<Buffer | null> {
  if (!STORED_NAME.test(name)) return null
  return readFile(path.join(folder, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

export const removeImage = (folder: string, name: string): Promise<void> => rm(path.join(folder, name), { force: true })

/** Answers with a picture, as a picture whatever a browser might guess. */
export function sendImage(
  reply: FastifyReply,
  image: Buffer,
  cacheControl: string,
  format: PictureFormat = 'webp',
): void {
  void reply
    .headers({
      'content-type': `image/${format}`,
      'content-disposition': `inline; filename="picture.${format}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': cacheControl,
    })
    .send(image)
}
