import { z } from 'zod'
import { imageMessages } from './messages.ts'

/** The largest accepted picture in bytes: 10 MB, of 1,048,576 bytes each. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024

/** An uploaded picture; the server checks its actual format. */
export const imageFile = z
  .file(imageMessages.type)
  .min(1, imageMessages.unreadable)
  .max(MAX_IMAGE_BYTES, imageMessages.tooLarge)

/** The types of pictures that the server accepts. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** Why a chosen file cannot be accepted as a picture, as a sentence. */
export function imageFileError({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | undefined {
  // For a HEIC file, some browsers report no type, so its name is checked too.
  if (/\.hei[cf]$/i.test(name) || /^image\/hei[cf]/.test(type)) return imageMessages.heic
  if (!IMAGE_TYPES.includes(type)) return imageMessages.type
  if (size > MAX_IMAGE_BYTES) return imageMessages.tooLarge
  return undefined
}
