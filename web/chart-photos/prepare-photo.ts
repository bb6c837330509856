import type { Angle } from '#shared/chart-photos/angles.ts'
import { MAX_IMAGE_BYTES } from '#shared/lib/image-file.ts'
import { photoUploadMessages as s } from '#shared/chart-photos/messages.ts'
import { imageMessages } from '#shared/lib/messages.ts'
import { newUuid } from '#web/lib/idempotency-key.ts'
import type { WaitingPhoto } from './upload-queue.ts'

/** The types of pictures that the server accepts as photos of a chart. */
const TYPES = ['image/jpeg', 'image/png', 'image/webp']
/** The file types of a file input. iPhones then convert their HEIC photos to JPEG by themselves. */
export const PHOTO_TYPES = TYPES.join(',')

/** The longest side of a photo that the server keeps, in pixels. */
const MAX_SIDE = 2880
const QUALITY = 0.92

// For a HEIC file, some browsers report no type, so its name is checked too.
const isHeic = ({ name, type }: File) => /\.hei[cf]$/i.test(name) || /^image\/hei[cf]/.test(type)

const asJpeg = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))

/** Makes a JPEG of a picture, reduced to the size that the server keeps if the picture is larger. */
export async function jpegFrom(picture: CanvasImageSource, width: number, height: number): Promise<Blob | null> {
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return asJpeg(canvas)
}

/** Converts a file that the server would refuse, if this browser can read it. Null if it cannot. */
async function convert(file: File): Promise<Blob | null> {
  // Old browsers lack `createImageBitmap`. Called within `then`, its absence becomes a rejection that `catch` handles.
  const picture = await Promise.resolve(file)
    .then((source) => createImageBitmap(source))
    .catch(() => null)
  if (!picture) return null
  const jpeg = await jpegFrom(picture, picture.width, picture.height)
  picture.close()
  return jpeg
}

/** Returns the photo to upload, or the sentence that says why the chosen file cannot be uploaded. */
async function readable(file: File): Promise<{ photo: Blob } | { refusal: string }> {
  if (isHeic(file)) {
    const photo = await convert(file)
    return photo ? { photo } : { refusal: s.heic }
  }
  if (!TYPES.includes(file.type)) return { refusal: imageMessages.type }
  if (file.size <= MAX_IMAGE_BYTES) return { photo: file }
  const photo = await convert(file)
  return photo ? { photo } : { refusal: imageMessages.tooLarge }
}

/** The data that all photos of one upload share, such as client and angle. */
type PhotoFacts = { ownerId: string; clientId: string; angle: Angle; area: string | null; note: string | null }

export async function waitingPhoto(
  photo: Blob,
  facts: PhotoFacts,
  { name, takenAt }: { name: string; takenAt: Date },
): Promise<WaitingPhoto> {
  const content = await photo.arrayBuffer()
  return { ...facts, id: newUuid(), name, type: photo.type, content, taken_at: takenAt.toISOString() }
}

type Prepared = { photos: WaitingPhoto[]; refusals: { name: string; message: string }[] }

/**
 * Prepares chosen files for the queue. A photo was taken at the time that its file states, or else at the given time.
 */
export async function preparePhotos(
  files: readonly File[],
  facts: PhotoFacts,
  takenAt: Date | null,
): Promise<Prepared> {
  const prepared: Prepared = { photos: [], refusals: [] }
  for (const file of files) {
    const found = await readable(file)
    if ('refusal' in found) prepared.refusals.push({ name: file.name, message: found.refusal })
    else {
      const named = { name: file.name, takenAt: takenAt ?? new Date(file.lastModified) }
      // The browser cannot read a file that was moved or deleted after the user chose it.
      const photo = await waitingPhoto(found.photo, facts, named).catch(() => null)
      if (photo) prepared.photos.push(photo)
      else prepared.refusals.push({ name: file.name, message: imageMessages.unreadable })
    }
  }
  return prepared
}
