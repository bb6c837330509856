import { z } from 'zod'
import { imageMessages } from './messages.ts'

/** The largest accepted picture in bytes: 10 MB, of 1,048,576 bytes each. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024

/** An uploaded picture; the server checks its actual format. */
export const imageFile = z
  .file(imageMessages.type)
  .min(1, imageMessages.unreadable)
  .max(MAX_IMAGE_BYTES, imageMessages.tooLarge)
