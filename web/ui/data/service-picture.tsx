import { clsx } from 'clsx'
import { useState } from 'react'

/** The four brand hues of a service without a picture. */
const hues = [
  'from-[#f7e4dc] to-[#ecc8bb]',
  'from-[#dcecea] to-[#b3d3d0]',
  'from-[#f6ead8] to-[#e6cfa8]',
  'from-[#efe3ec] to-[#dcc3d6]',
] as const

/** The same hues, strong enough for an edge of a few pixels on paper and at night. */
const edges = ['#d99c86', '#5aa9a3', '#c9a46c', '#b98bae'] as const

const placeOf = (treatmentId: string) =>
  [...treatmentId].reduce((sum, character) => sum + character.charCodeAt(0), 0) % hues.length

/** The same treatment has the same hue on every screen. */
const hueOf = (treatmentId: string) => hues[placeOf(treatmentId)]

/** The hue of a treatment as a line. */
export const edgeColourOf = (treatmentId: string) => edges[placeOf(treatmentId)]

type ServicePictureProps = {
  /** Its address; null, or one that cannot be loaded, shows the tile. */
  picture: string | null
  treatmentId: string
  /** The size and the corners. */
  className: string
}

/** The picture of a service, or a tile with the ring and the pearl. Decorative: the name stands beside it. */
export function ServicePicture({ picture, treatmentId, className }: ServicePictureProps) {
  const [missing, setMissing] = useState<string | null>(null)
  if (picture && picture !== missing)
    return (
      <img
        src={picture}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setMissing(picture)}
        className={clsx('shrink-0 bg-surface-2 object-cover', className)}
      />
    )
  return (
    <span
      aria-hidden="true"
      className={clsx('tile block shrink-0 overflow-hidden bg-linear-135', hueOf(treatmentId), className)}
    >
      {/* Covers whatever shape the tile has: in a wide one the ring stands at the right, in a square one in the middle. */}
      <svg viewBox="0 0 120 60" preserveAspectRatio="xMaxYMid slice" className="size-full opacity-80">
        <circle cx="90" cy="30" r="22" fill="none" stroke="#fff" strokeWidth="1.2" />
        <circle cx="90" cy="30" r="13" fill="#fff" fillOpacity=".5" />
        <circle cx="85" cy="25" r="4" fill="#fff" fillOpacity=".8" />
      </svg>
    </span>
  )
}
