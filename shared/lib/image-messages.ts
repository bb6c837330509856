import { defineMessages } from './language.ts'

/** What people read about a picture they chose, from the screen and from the server alike. */
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

/** The largest picture file that is taken, in bytes; ten of the megabytes that file managers show. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024
