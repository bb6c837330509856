import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Sharp } from 'sharp'
import { imageMessages } from '#shared/lib/messages.ts'
import { AppError, invalid } from './app-error.ts'
import { loadSharp } from './load-sharp.ts'
import { newId } from './new-id.ts'
import { StaffFirstQueue, type Uploader } from './staff-first-queue.ts'

/** Decodes one picture at a time: forty million pixels take up to 150 MB. */
export const decoderQueue = new StaffFirstQueue({ atOnce: 1, clientsAtOnce: 1 })

/** The maximum number of pixels of a clinic's picture. */
const MAX_PIXELS = 40_000_000
/**
 * The maximum number of pixels of a person's photo. Ordinary JPEGs are decoded at an eighth of their size, so 50
 * million pixels take little time and memory. Other files are decoded at full size.
 */
const MAX_PHOTO_PIXELS = { jpeg: 50_000_000, other: 16_000_000 }
/**
 * A picture that takes longer to decode is refused as malicious. The limit is generous, because it is wall-clock time
 * and a photo must not be refused when the machine is busy.
 */
const DECODE_SECONDS = 60

/**
 * Turns an uploaded part into a File; throws when it is too large. The bytes are in a temporary file instead of memory;
 * the plug-in deletes the files in `tmpUploads` after the response.
 */
export async function fileOfPart(request: FastifyRequest, part: MultipartFile): Promise<void> {
  const spooled = path.join(tmpdir(), `mutya-upload-${newId()}`)
  request.tmpUploads = [...(request.tmpUploads ?? []), spooled]
  await pipeline(part.file, createWriteStream(spooled, { mode: 0o600, flags: 'wx' }))
  if (part.file.truncated)
    throw new AppError('too_large', request.routeOptions.config.tooLarge ?? imageMessages.tooLarge)
  const field = part as unknown as { value: File }
  field.value = new File([await openAsBlob(spooled)], part.filename, { type: part.mimetype })
}

/** Accepted formats, recognized by their first bytes, because names and media types prove nothing. */
const signatures: ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes) => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)),
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
]

/** The bytes of a file that show that it is a HEIC or HEIF picture, as phones make them. */
const HEIC_KINDS = /^ftyp(heic|heix|heim|heis|hevc|mif1|msf1)$/

/**
 * `whole`: the complete picture, at most `maxSide` pixels wide and high. `square`: the middle of a person's photo, at
 * most `maxSide` pixels wide. `uploader` defaults to staff.
 */
export type PictureShape = { crop: 'whole' | 'square'; maxSide: number; uploader?: Uploader }
const WHOLE: PictureShape = { crop: 'whole', maxSide: 1200 }
const STAFF: Uploader = { isStaff: true, key: 'staff' }

/**
 * Re-encodes a picture as WebP: upright, in the given shape, without metadata (such as where a photo was taken); of an
 * animation the first frame. Throws a 422 for `field` for an invalid picture. Takes up to a second, so never call it
 * inside a transaction.
 */
export const reencodeImage = (file: File, field: string, shape = WHOLE): Promise<Buffer> =>
  whenDecodable(file, field, (input) => reencode(input, field, shape), shape.uploader)

/** Queues `work` on the bytes of a picture. Throws a 422 for `field` for an invalid picture. */
async function whenDecodable<T>(
  file: File,
  field: string,
  work: (input: Buffer) => Promise<T>,
  uploader = STAFF,
): Promise<T> {
  const head = Buffer.from(await file.slice(0, 16).arrayBuffer())
  if (HEIC_KINDS.test(head.toString('latin1', 4, 12))) throw invalid(field, imageMessages.heic)
  // Files of other formats (SVG, TIFF, PDF) are refused here, so that their decoders never run.
  if (!signatures.some((matches) => matches(head))) throw invalid(field, imageMessages.type)
  const refuse = (error: unknown) => {
    throw error instanceof AppError ? error : invalid(field, imageMessages.unreadable)
  }
  // The bytes are copied into memory only when the queue admits the picture.
  return decoderQueue.run(uploader, async () => work(Buffer.from(await file.arrayBuffer()))).catch(refuse)
}

type Size = { width: number; height: number }

/** Reads the width and height from the file's header without decoding pixels. Throws a 422 for too many pixels. */
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

/** Returns a function that opens the upright picture, to be called once per encoding. */
async function openerOf(input: Buffer): Promise<() => Sharp> {
  const sharp = await loadSharp()
  return () =>
    sharp(input, { limitInputPixels: MAX_PHOTO_PIXELS.jpeg, failOn: 'error', animated: false })
      .timeout({ seconds: DECODE_SECONDS })
      .rotate()
}

type PictureFormat = 'avif' | 'webp'
/** A picture in several widths, upright and without metadata. */
export type PictureSet = {
  width: number
  height: number
  files: { width: number; format: PictureFormat; image: Buffer }[]
  /** A tiny version as a `data:` URL. */
  placeholder: string
}

/** A part of a picture as fractions of its width and height. */
type PictureArea = { left: number; top: number; width: number; height: number }

type Widths = { widths: readonly number[]; leastSide: number; tooSmall: string }

const PLACEHOLDER_WIDTH = 16

/** Encodes a picture as AVIF and WebP in each width that it is large enough for, and always in the smallest. */
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
 * A picture in several widths, and a version of `keptWidth` to crop from later (null if it would be no larger).
 * `leastSide` is the minimum of the longer side in pixels. Throws a 422 for `field` for an invalid or smaller picture.
 * Takes seconds, so never call it inside a transaction.
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
    // Resizes the version to keep instead of the uploaded photo, so that the photo is decoded only once.
    return { ...(await inWidths(() => (kept ? sharp(kept) : open()), size, widths)), kept }
  })

/** A part of a stored picture in several widths. Throws a 422 for `field` if it is smaller than `leastSide`. */
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
    // An area of less than a pixel in one direction is empty, however long the other side is.
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

type PhotoSizes = { maxSide: number; thumbnailSide: number; uploader: Uploader }

/**
 * Re-encodes a whole photo at most `maxSide` pixels wide and high, with a thumbnail: upright and without metadata.
 * Throws a 422 for `field` for an invalid picture. Takes up to a second, so never call it inside a transaction.
 */
export const reencodeWithThumbnail = (file: File, field: string, { maxSide, thumbnailSide, uploader }: PhotoSizes) =>
  whenDecodable(
    file,
    field,
    async (input) => {
      await namedSize(input, field)
      const sharp = await loadSharp()
      const open = await openerOf(input)
      const within = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const
      const full = open().resize(within(maxSide)).webp({ quality: 86 })
      const { data: image, info } = await full.toBuffer({ resolveWithObject: true })
      const thumbnail = await sharp(image).resize(within(thumbnailSide)).webp({ quality: 76 }).toBuffer()
      return { image, thumbnail, width: info.width, height: info.height }
    },
    uploader,
  )

/** A stored picture as a JPEG, for programs that cannot read WebP. */
export const jpegOf = (image: Buffer): Promise<Buffer> =>
  decoderQueue.run(STAFF, async () => (await loadSharp())(image).jpeg({ quality: 90 }).toBuffer())

/** Stores a picture under a random or given name and returns the name. The file appears only once it is complete. */
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

/** Matches only names of stored pictures, with an optional width, so that no other path can be read. */
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

/** Sends a picture with its media type, which browsers must not override. */
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
