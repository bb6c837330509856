import { constraintError } from '#server/db/constraint-errors.ts'
import { requestRefusals } from '#shared/lib/messages.ts'
import { AppError } from './app-error.ts'
import type { RequestContext } from './context.ts'
import { readImage, reencodeImage, removeImage, sendImage, storeImage, type PictureShape } from './uploads.ts'

/** Every new picture has a new name, so it can be cached forever. */
export const FOR_GOOD = 'max-age=31536000, immutable'

/**
 * True when certainly no record was stored. After other failures (a connection lost during the commit) the record may
 * exist and need its picture.
 */
export const isRefused = (error: unknown): boolean => error instanceof AppError || constraintError(error) !== undefined

/**
 * Stores a re-encoded picture and then calls `work` with its name; deletes the file when `work` is refused. Throws a
 * 422 for `field` for an invalid picture. Decoding is slow, so never call it inside a transaction.
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

/** Deletes a picture that no record uses any more. A failure is only logged, because the change is already made. */
export const discardPicture = (context: RequestContext<unknown>, folder: string, name: string): Promise<void> =>
  removeImage(folder, name).catch((error: unknown) => context.log.warn({ err: error, name }, 'an old picture stayed'))

/** Sends a stored picture. Throws a 404 for an unknown name. */
export async function servePicture(
  context: RequestContext<unknown>,
  folder: string,
  name: string,
  cacheControl: string,
): Promise<void> {
  const image = await readImage(folder, name)
  if (!image) throw new AppError('not_found', requestRefusals.notFound)
  sendImage(context.reply, image, cacheControl, name.endsWith('.avif') ? 'avif' : 'webp')
}
