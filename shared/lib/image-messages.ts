import { defineMessages } from './language.ts'

/** Texts about an uploaded picture, from screens and server. */
export const imageMessages = defineMessages('lib/image', {
  hint: 'PNG, JPG, GIF up to 10MB',
  type: 'Please choose a PNG, JPG, GIF or WebP picture.',
  heic: 'This photo is in the format HEIC, which browsers cannot show. On the iPhone choose Settings, Camera, Formats, Most Compatible, or send it as JPG.',
  tooLarge: 'The picture is larger than 10 MB. Please choose a smaller one.',
  tooManyPixels: 'The picture has too many pixels (at most 40 million).',
  photoTooManyPixels:
    'The photo has too many pixels (at most 16 million, or 50 million as an ordinary JPG). Please choose a smaller one.',
  unreadable: 'This picture could not be read. Please choose another.',
})

/** The largest accepted picture in bytes: 10 MB as file managers count. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024
