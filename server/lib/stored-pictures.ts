import { constraintError } from '#server/db/constraint-errors.ts'
import { callMessages } from '#shared/lib/call-messages.ts'
import { AppError } from './app-error.ts'
import type { RequestContext } from './context.ts'
import { readImage, reencodeImage, removeImage, sendImage, storeImage, type PictureShape } from './uploads.ts'

/** A new picture has a new name: what a browser or a proxy keeps under a name stays right. */
export const FOR_GOOD = 'max-age=31536000, immutable'

/**
 * True when it is certain that no record was kept. After any other failure (a connection lost while it committed) the record
 * may be there, and needs its picture.
 */
export const isRefused = (error: unknown): boolean => error instanceof AppError || constraintError(error) !== undefined

/**
 * Makes and stores the picture, then does `work` with its name; when that is refused, the file goes again. Throws a 422
 * for `field` for what is no picture. Never inside a transaction: decoding takes its time.
 */
export async function withPicture<T>(
  folder: string,
  picture: File,
  field: string,
  work: (name: string) => Promise<T>,
  shape?: PictureShape,
): Promise<T> {
  const image = await reencodeImage(picture, field, shape)
  const name = await storeImage(folder, image)
  try {
    return await work(name)
  } catch (error) {
    if (isRefused(error)) await removeImage(folder, name)
    throw error
  }
}

/** Removes a picture that no record has any more. The change is made: a file that stays behind is only logged. */
export const discardPicture = (context: RequestContext<unknown>, folder: string, name: string): Promise<void> =>
  removeImage(folder, name).catch((error: unknown) => context.log.warn({ err: error, name }, 'an old picture stayed'))

/** Answers with a stored picture. Throws 404 for a name that no picture has. */
export async function servePicture(
  context: RequestContext<unknown>,
  folder: string,
  name: string,
  cacheControl: string,
): Promise<void> {
  const image = await readImage(folder, name)
  if (!image) throw new AppError('not_found', callMessages.notFound)
  sendImage(context.reply, image, cacheControl, name.endsWith('.avif') ? 'avif' : 'webp')
}
