import { clsx } from 'clsx'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import { addressOf } from '#shared/website/pictures.ts'
import type { SitePicture } from '#shared/website/site.ts'
import { LogoMark } from '#web/ui/logo.tsx'

type BrandProps = {
  clinic: PublicClinic
  /** The clinic's own logo instead of Mutya's. */
  logo?: SitePicture | null
  className?: string
}

/** A logo this wide contains the name, so it replaces the name where there is room for one only. */
const isWordmark = ({ width, height }: SitePicture) => width >= 2 * height

/** The logo with the clinic's name in two lines; narrow screens leave out the second. */
export function Brand({ clinic, logo = null, className }: BrandProps) {
  return (
    <span className={clsx('flex min-w-0 items-center gap-1.5 xs:gap-2.5', className)}>
      {logo === null ? (
        <LogoMark />
      ) : (
        <img
          src={addressOf(logo, logo.widths[0]!, 'webp')}
          alt=""
          width={Math.round((36 * logo.width) / logo.height)}
          height={36}
          className="h-9 w-auto max-w-36 shrink-0 object-contain"
        />
      )}
      <span className={clsx('min-w-0', logo !== null && isWordmark(logo) && 'max-sm:sr-only')}>
        <span className="display block truncate text-2xl leading-[1.1] text-ink xs:text-3xl">{clinic.brand}</span>
        <span
          data-value={clinic.brand_line}
          className="block truncate text-[0.625rem] leading-[1.3] font-bold tracking-[0.1em] text-ink-3 uppercase max-xs:hidden sm:tracking-[0.18em]"
        >
          {clinic.brand_line}
        </span>
      </span>
    </span>
  )
}
