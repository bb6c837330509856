import { clsx } from 'clsx'
import { useId } from 'react'
import { productMessages } from '#shared/lib/messages.ts'

/**
 * Mutya's ring and pearl, which the server's style sheet (`.logo-mark`) replaces with the clinic's own logo. Screen
 * readers skip it, because the clinic's name is always beside it or in the label of its link.
 */
export function LogoMark({ size = 36, className }: { size?: number; className?: string }) {
  // Two logos on one page must not share a gradient id: hiding the first would blank the second.
  const pearl = useId()
  return (
    <span className={clsx('logo-mark inline-flex shrink-0', className)}>
      <svg width={size} height={size} viewBox="0 0 48 48" aria-hidden="true">
        <defs>
          <radialGradient id={pearl} cx=".36" cy=".3" r=".9">
            <stop offset="0" stopColor="#fffaf6" />
            <stop offset=".45" stopColor="#f6d9cf" />
            <stop offset=".78" stopColor="#d9b3b4" />
            <stop offset="1" stopColor="#9fb9b6" />
          </radialGradient>
        </defs>
        <g fill="none" stroke="var(--gold)" strokeLinecap="round">
          <path d="M37.6 11.2A18.5 18.5 0 1 0 42.5 24" strokeWidth="2.4" />
          <path d="M31.5 16.4a10.8 10.8 0 1 0 3.2 9.4" strokeWidth="1.5" opacity=".55" />
        </g>
        <circle cx="36.2" cy="17.6" r="5.6" fill={`url(#${pearl})`} />
      </svg>
    </span>
  )
}

/**
 * The word Mutya beside its logo. If the clinic's own logo replaces Mutya's, the server's style sheet hides the word
 * visually; screen readers still read it as the name of the link.
 */
export const ProductName = ({ className }: { className?: string }) => (
  <span className={clsx('product-name display', className)}>{productMessages.name}</span>
)

/** Mutya's logo and name, for bars that do not name the clinic. */
export const ProductLogo = () => (
  <span className="inline-flex items-center gap-2.5">
    <LogoMark />
    <ProductName className="text-3xl leading-none text-ink" />
  </span>
)

type LogoProps = {
  /** The clinic's name in the serif font. */
  name: string
  /** A small second line below the clinic's name. */
  line?: string
  /** True on dark backgrounds or pictures. */
  light?: boolean
  size?: number
}

/** The logo with the clinic's name. A surrounding link needs an accessible name that contains both. */
export function Logo({ name, line, light = false, size = 36 }: LogoProps) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <LogoMark size={size} />
      <span className="leading-none">
        <span className={clsx('display block text-3xl leading-none', light ? 'text-white' : 'text-ink')}>{name}</span>
        {line !== undefined && (
          <span
            className={clsx(
              'mt-1 block text-[0.625rem] leading-none font-bold tracking-[0.2em] uppercase empty:hidden',
              light ? 'text-white/75' : 'text-ink-3',
            )}
          >
            {line}
          </span>
        )}
      </span>
    </span>
  )
}
