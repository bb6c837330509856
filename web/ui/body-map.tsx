import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { bodyMapMessages as s } from '#shared/lib/body-map-messages.ts'
import { bodyAreas, type BodyAreaName, type BodyMapName } from '#shared/lib/body-maps.ts'
import { outlines } from './body-outlines.ts'

type Lines = { main: readonly string[]; fine: readonly string[] }

const MIRROR = 'translate(1000 0) scale(-1 1)'

function Paths({ main, fine }: Lines) {
  return (
    <>
      {fine.map((path) => (
        <path key={path} d={path} strokeWidth={4} opacity={0.6} />
      ))}
      {main.map((path) => (
        <path key={path} d={path} strokeWidth={6} />
      ))}
    </>
  )
}

/** The lines of a face or body in a box of 1000 by 1000 units, to be put into an SVG of this size. */
export function BodyOutline({ map }: { map: BodyMapName }) {
  const { half, whole, isMirrored } = outlines[map]
  return (
    <g
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      transform={isMirrored ? MIRROR : undefined}
    >
      <Paths {...half} />
      <g transform={MIRROR}>
        <Paths {...half} />
      </g>
      <Paths {...whole} />
    </g>
  )
}

/** Circles on a drawing of a face or body, around the centres of named areas. */
export function AreaMarks({ map, areas }: { map: BodyMapName; areas: readonly BodyAreaName[] }) {
  return bodyAreas[map]
    .filter(({ name }) => areas.includes(name))
    .map(({ name, x, y }) => (
      <circle
        key={name}
        cx={x}
        cy={y}
        r={26}
        fill="var(--danger)"
        fillOpacity={0.2}
        stroke="var(--danger)"
        strokeWidth={6}
      />
    ))
}

type BodyMapProps = Omit<ComponentProps<'svg'>, 'viewBox' | 'fill'> & { map: BodyMapName }

/**
 * A drawing of a face or body with one thin line. Children are drawn above it, in coordinates from 0 to 1000 in both
 * directions.
 */
export function BodyMap({ map, children, className, ...rest }: BodyMapProps) {
  return (
    <svg
      role="img"
      aria-label={s.maps[map]}
      {...rest}
      viewBox="0 0 1000 1000"
      className={clsx('block w-full text-ink-3', className)}
    >
      <BodyOutline map={map} />
      {children}
    </svg>
  )
}
