import path from 'node:path'
import { AppError } from '#server/lib/app-error.ts'
import type { RequestContext } from '#server/lib/context.ts'
import { readImage, reencodeImage, removeImage, sendImage, storeImage } from '#server/lib/uploads.ts'
import { callSentences } from '#shared/lib/errors.ts'

export const picturesFolder = (uploadsDir: string) => path.join(uploadsDir, 'services')

/** A new picture has a new name: what a browser or a proxy keeps under a name stays right. */
const FOR_GOOD = 'public, max-age=31536000, immutable'

/** Makes and stores the picture, then does `work` with its name; when that fails, the file goes again. */
export async function withPicture<T>(folder: string, picture: File, work: (name: string) => Promise<T>): Promise<T> {
  const image = await reencodeImage(picture, 'service_pic')
  const name = await storeImage(folder, image)
  try {
    return await work(name)
  } catch (error) {
    await removeImage(folder, name)
    throw error
  }
}

/** Removes a picture that no service has any more. The change is made: a file that stays behind is only logged. */
export const discardPicture = (context: RequestContext<unknown>, folder: string, name: string): Promise<void> =>
  removeImage(folder, name).catch((error: unknown) => context.log.warn({ err: error, name }, 'an old picture stayed'))

/** Throws 404 for a name that no picture has. */
export async function servePicture(context: RequestContext<unknown>, folder: string, name: string): Promise<void> {
  const image = await readImage(folder, name)
  if (!image) throw new AppError('not_found', callSentences.notFound)
  sendImage(context.reply, image, FOR_GOOD)
}
