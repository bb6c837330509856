import type { SitePicture } from './site.ts'

/** The `sizes` attribute of the opening picture, also used to preload it. */
export const HERO_SIZES = '(width >= 64rem) 46rem, calc(100vw - 2.5rem)'

/** The greatest width of a picture for phones. A wider one makes no visible difference there, and delays the page. */
const MOST_ON_PHONES = 960

type PictureFormat = SitePicture['formats'][number]

/** The URL of a picture in one of its widths. */
export const addressOf = ({ path }: Pick<SitePicture, 'path'>, width: number, format: PictureFormat): string =>
  `${path}-${width}.${format}`

/** The formats and sizes of one of Mutya's built-in pictures. */
export function art(name: string): Pick<SitePicture, 'formats' | 'widths' | 'width' | 'height'> {
  if (name.startsWith('menu')) return { formats: ['avif'], widths: [480, 640], width: 640, height: 800 }
  if (name.startsWith('service')) return { formats: ['avif', 'webp'], widths: [320, 640], width: 640, height: 480 }
  if (name.startsWith('skin')) return { formats: ['avif', 'webp'], widths: [480, 960], width: 960, height: 720 }
  if (name.startsWith('room')) return { formats: ['avif', 'webp'], widths: [360, 720], width: 720, height: 540 }
  return { formats: ['avif', 'webp'], widths: [640, 960, 1440], width: 1440, height: 1080 }
}

/** The `srcset` of a picture; `forPhones` leaves out widths that no phone needs. */
export function srcSetOf(picture: SitePicture, format: PictureFormat, { forPhones = false } = {}): string {
  const [least = 0] = picture.widths
  return picture.widths
    .filter((width) => !forPhones || width <= Math.max(MOST_ON_PHONES, least))
    .map((width) => `${addressOf(picture, width, format)} ${width}w`)
    .join(', ')
}
