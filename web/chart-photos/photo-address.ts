import type { Angle } from '#shared/chart-photos/angles.ts'
import { chartPhotosContract } from '#shared/chart-photos/contract.ts'
import { chartPhotoMessages } from '#shared/chart-photos/messages.ts'
import { formatShortDate, manilaDate } from '#shared/lib/manila-time.ts'

const pathOf = (url: string, id: string) => url.replace(':id', id)

export const thumbnailPath = (id: string): string => pathOf(chartPhotosContract.thumbnail.url, id)
export const picturePath = (id: string): string => pathOf(chartPhotosContract.picture.url, id)

type Viewed = { angle: Angle; area: string | null }

/** The angle and area of a photo as text: `Left 45°`, `Front, left cheek`, or only the area for a photo of the body. */
export function angleText({ angle, area }: Viewed): string {
  if (area === null) return chartPhotoMessages.angles[angle]
  return angle === 'body' || angle === 'other' ? area : `${chartPhotoMessages.angles[angle]}, ${area}`
}

export const dayOf = ({ taken_at }: { taken_at: string }): string => manilaDate(new Date(taken_at))

/** The date on which a photo was taken. */
export const dateText = (photo: { taken_at: string }): string => formatShortDate(dayOf(photo))
