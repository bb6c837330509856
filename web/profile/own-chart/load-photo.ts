import { ownChartPhotosContract } from '#shared/chart-photos/contract.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import type { OwnPhoto } from '#shared/profile/own-chart-contract.ts'
import { ownChartMessages as s } from '#shared/profile/own-chart-messages.ts'
import type { ChartPicture } from './own-chart-pdf.ts'

/** The longer side of a photo in the PDF, in pixels: sharp on paper, and small enough for many photos. */
const LONGEST = 1200

const lost = () => new ApiError(0, 'no_answer', s.notLoaded)

/**
 * Loads a photo as a JPEG for the PDF. Returns null only if its file is missing at the clinic; without a connection it
 * throws, because the PDF would silently lack photos that exist.
 */
export async function loadChartPhoto({ id }: Pick<OwnPhoto, 'id'>): Promise<ChartPicture> {
  const answer = await fetch(ownChartPhotosContract.picture.url.replace(':id', id)).catch(() => {
    throw lost()
  })
  if (answer.status === 404) return null
  if (!answer.ok) throw lost()
  const address = URL.createObjectURL(await answer.blob())
  try {
    return await jpegOf(address)
  } finally {
    URL.revokeObjectURL(address)
  }
}

async function jpegOf(address: string): Promise<ChartPicture> {
  const image = new Image()
  image.src = address
  // A file that the browser cannot decode as a picture is treated as missing.
  const isPicture = await image.decode().then(
    () => true,
    () => false,
  )
  if (!isPicture) return null
  const scale = Math.min(1, LONGEST / Math.max(image.naturalWidth, image.naturalHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.naturalWidth * scale)
  canvas.height = Math.round(image.naturalHeight * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return { jpeg: canvas.toDataURL('image/jpeg', 0.85), width: canvas.width, height: canvas.height }
}
