type Art = 'hero-1' | 'hero-2' | 'hero-3'

const set = (art: Art, format: 'avif' | 'webp', widths: readonly number[]) =>
  widths.map((width) => `/art/${art}-${width}.${format} ${width}w`).join(', ')

type StillLifeProps = {
  art: Art
  alt: string
  /** How wide it is shown, as the `sizes` attribute says it. */
  sizes: string
  /** The first picture of the page: fetched before everything else. */
  first?: boolean
  className?: string
}

/**
 * One of the rendered still lifes in the size the screen needs. Phones never get more than 960 pixels: nobody sees the
 * difference, and the page opens sooner.
 */
export function StillLife({ art, alt, sizes, first = false, className }: StillLifeProps) {
  return (
    <picture>
      <source media="(width < 48rem)" type="image/avif" srcSet={set(art, 'avif', [640, 960])} sizes={sizes} />
      <source type="image/avif" srcSet={set(art, 'avif', [640, 960, 1440])} sizes={sizes} />
      <img
        src={`/art/${art}-960.webp`}
        srcSet={set(art, 'webp', [640, 960, 1440])}
        sizes={sizes}
        width={1440}
        height={1080}
        alt={alt}
        loading={first ? undefined : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding={first ? 'sync' : 'async'}
        className={className}
      />
    </picture>
  )
}
