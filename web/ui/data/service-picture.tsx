import { clsx } from 'clsx'
import { useState } from 'react'

/** The four background colours for services without a picture. */
const hues = [
  'from-[#f7e4dc] to-[#ecc8bb]',
  'from-[#dcecea] to-[#b3d3d0]',
  'from-[#f6ead8] to-[#e6cfa8]',
  'from-[#efe3ec] to-[#dcc3d6]',
] as const

/** Stronger shades of the `hues`, for a narrow edge in both themes. */
const edges = ['#d99c86', '#5aa9a3', '#c9a46c', '#b98bae'] as const

const colourIndexOf = (treatmentId: string) =>
  [...treatmentId].reduce((sum, character) => sum + character.charCodeAt(0), 0) % hues.length

/** The background colour of a service without a picture, which is the same for all services of a treatment. */
const hueOf = (treatmentId: string) => hues[colourIndexOf(treatmentId)]

/** The colour of a treatment. At the till it is the narrow edge of services that have no picture. */
export const edgeColourOf = (treatmentId: string) => edges[colourIndexOf(treatmentId)]

type ServicePictureProps = {
  /** The picture's URL; a placeholder is shown for null or if it cannot be loaded. */
  picture: string | null
  treatmentId: string
  /** Classes for size and corners. */
  className: string
}

/** A service's picture or a placeholder with ring and pearl. Decorative: the name is beside it. */
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
      {/* The picture fills any shape: in a wide tile the ring is on the right, in a square tile in the middle. */}
      <svg viewBox="0 0 120 60" preserveAspectRatio="xMaxYMid slice" className="size-full opacity-80">
        <circle cx="90" cy="30" r="22" fill="none" stroke="#fff" strokeWidth="1.2" />
        <circle cx="90" cy="30" r="13" fill="#fff" fillOpacity=".5" />
        <circle cx="85" cy="25" r="4" fill="#fff" fillOpacity=".8" />
      </svg>
    </span>
  )
}
