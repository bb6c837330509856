import { clsx } from 'clsx'
import { addressOf, srcSetOf } from '#shared/website/pictures.ts'
import type { SitePicture } from '#shared/website/site.ts'

/** CSP forbids inline styles, so each focal point is a CSS class. */
const focusClass: Record<SitePicture['focus'], string> = {
  center: 'object-center',
  top: 'object-top',
  bottom: 'object-bottom',
  left: 'object-left',
  right: 'object-right',
  'top-left': 'object-left-top',
  'top-right': 'object-right-top',
  'bottom-left': 'object-left-bottom',
  'bottom-right': 'object-right-bottom',
}

type PictureProps = {
  picture: SitePicture
  /** The `sizes` attribute of the picture. */
  sizes: string
  /** An alternative text that replaces the one stored with the picture. */
  alt?: string
  /** True for the page's first picture, which is loaded with priority. */
  first?: boolean
  className?: string
}

/** A website picture in the size that the screen needs. */
export function Picture({ picture, sizes, alt = picture.alt, first = false, className }: PictureProps) {
  const { formats, widths, width, height } = picture
  const fallback = formats.at(-1)!
  const middle = widths[Math.floor(widths.length / 2)]!
  return (
    <picture>
      {fallback !== 'avif' && (
        <>
          <source
            media="(width < 48rem)"
            type="image/avif"
            srcSet={srcSetOf(picture, 'avif', { forPhones: true })}
            sizes={sizes}
          />
          <source type="image/avif" srcSet={srcSetOf(picture, 'avif')} sizes={sizes} />
        </>
      )}
      <img
        src={addressOf(picture, middle, fallback)}
        srcSet={srcSetOf(picture, fallback)}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading={first ? undefined : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding={first ? 'sync' : 'async'}
        className={clsx(focusClass[picture.focus], className)}
      />
    </picture>
  )
}

/** The blurred placeholder behind a picture until it loads; its box must be `relative` and clip. */
export const Blurred = ({ picture }: { picture: SitePicture }) =>
  picture.placeholder === '' ? null : (
    <img
      src={picture.placeholder}
      alt=""
      aria-hidden="true"
      className="absolute inset-0 size-full scale-110 object-cover blur-xl"
    />
  )

type FramedPictureProps = Pick<PictureProps, 'picture' | 'sizes'> & {
  /** Classes for the aspect ratio and the corners of the picture's box. */
  className: string
}

/** A picture that is visible only after scrolling, in a box with its blurred placeholder. */
export const FramedPicture = ({ picture, sizes, className }: FramedPictureProps) => (
  <span className={clsx('relative block w-full overflow-hidden bg-surface-3', className)}>
    <Blurred picture={picture} />
    <Picture picture={picture} sizes={sizes} className="absolute inset-0 size-full object-cover" />
  </span>
)
