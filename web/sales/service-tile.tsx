import { clsx } from 'clsx'

/** The four brand hues of tiles without a picture, one for each treatment in turn. */
const hues = [
  'from-[#f7e4dc] to-[#ecc8bb]',
  'from-[#dcecea] to-[#b3d3d0]',
  'from-[#f6ead8] to-[#e6cfa8]',
  'from-[#efe3ec] to-[#dcc3d6]',
] as const

/** The picture of a service, or its tile with ring and pearl. Decorative: the name stands below. */
export function ServiceTile({ picture, hue, className }: { picture: string | null; hue: number; className?: string }) {
  if (picture)
    return (
      <img
        src={picture}
        alt=""
        loading="lazy"
        decoding="async"
        className={clsx('w-full bg-surface-2 object-cover', className)}
      />
    )
  return (
    <span
      aria-hidden="true"
      className={clsx('tile relative block w-full overflow-hidden bg-linear-135', hues[hue % hues.length], className)}
    >
      <svg viewBox="0 0 120 60" className="absolute -top-3 -right-3 h-[5.5rem] opacity-80">
        <circle cx="88" cy="30" r="22" fill="none" stroke="#fff" strokeWidth="1.2" />
        <circle cx="88" cy="30" r="13" fill="#fff" fillOpacity=".5" />
        <circle cx="83" cy="25" r="4" fill="#fff" fillOpacity=".8" />
      </svg>
    </span>
  )
}
