import { clsx } from 'clsx'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import { LogoMark } from '#web/ui/logo.tsx'

/** The mark with the clinic's name in two lines; on narrow screens the second line is left out. */
export function Brand({ clinic, className }: { clinic: PublicClinic; className?: string }) {
  return (
    <span className={clsx('flex min-w-0 items-center gap-1.5 xs:gap-2.5', className)}>
      <LogoMark />
      <span className="min-w-0">
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
