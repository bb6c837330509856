import './stroke-pad.css'
import { useEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react'

/** The line that a pen drew without being lifted, in the pad's own units from 0 to 1000. */
type PadStroke = [x: number, y: number][]

/** A point that is nearer to the last point than this is left out, because nobody could see a difference. */
const LEAST_DISTANCE = 4

const inUnits = (share: number) => Math.min(1000, Math.max(0, Math.round(share * 1000)))

/** The position of a pointer in an element, in units from 0 to 1000. */
function pointIn(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): [number, number] {
  const { left, top, width, height } = element.getBoundingClientRect()
  return [inUnits((clientX - left) / width), inUnits((clientY - top) / height)]
}

/** The SVG path of a stroke; a dot is a line without length. */
const strokePath = (stroke: readonly (readonly [number, number])[]): string =>
  `M${stroke.map(([x, y]) => `${x} ${y}`).join('L')}${stroke.length === 1 ? 'h0.1' : ''}`

/** Strokes as SVG paths whose width is the same at every size of the drawing. */
function Strokes({ strokes }: { strokes: readonly (readonly (readonly [number, number])[])[] }) {
  return (
    <g fill="none" stroke="currentColor" strokeWidth={2.5} strokeLinecap="round" strokeLinejoin="round">
      {strokes.map((stroke, position) => (
        // Strokes are only added and taken from the end, so that the position identifies a stroke.
        // oxlint-disable-next-line react/no-array-index-key
        <path key={position} d={strokePath(stroke)} vectorEffect="non-scaling-stroke" />
      ))}
    </g>
  )
}

type StrokePadProps = {
  /** The accessible name of the pad, which says what is drawn in it. */
  label: string
  strokes: readonly PadStroke[]
  onChange: (strokes: PadStroke[]) => void
  /** The maximum numbers of strokes and points that can be drawn. */
  limits: { strokes: number; points: number }
  disabled?: boolean
  /** Names the shape of the pad in `stroke-pad.css`. */
  size: 'signature' | 'initials' | 'drawing'
  invalid?: boolean
  /** SVG content that is drawn below the strokes, such as an outline. */
  children?: ReactNode
}

/** Draws strokes with finger, pen or mouse. The page does not scroll while somebody draws. */
export function StrokePad({ label, strokes, onChange, limits, disabled, size, invalid, children }: StrokePadProps) {
  const { current, handlers } = useStroke({ strokes, onChange, limits, disabled })
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 0 1000 1000"
      preserveAspectRatio="none"
      className="stroke-pad"
      data-size={size}
      data-invalid={invalid}
      style={{ touchAction: 'none' }}
      {...(!disabled && handlers)}
    >
      {children}
      <Strokes strokes={current ? [...strokes, current] : strokes} />
    </svg>
  )
}

function useStroke({
  strokes,
  onChange,
  limits,
  disabled,
}: Pick<StrokePadProps, 'strokes' | 'onChange' | 'limits' | 'disabled'>) {
  const [current, setCurrent] = useState<PadStroke | null>(null)
  // Several pointer events can arrive before the next render, so the stroke is also kept outside of the state.
  const drawn = useRef<{ pointer: number; stroke: PadStroke; room: number } | null>(null)
  const discard = () => {
    drawn.current = null
    setCurrent(null)
  }
  useEffect(() => {
    // A disabled pad handles no events, so nothing else would end a stroke that is being drawn, and it would block the
    // next one.
    if (disabled) discard()
  }, [disabled])
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    const room = limits.points - strokes.reduce((sum, one) => sum + one.length, 0)
    if (drawn.current || event.button !== 0 || room <= 0 || strokes.length >= limits.strokes) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const stroke: PadStroke = [pointIn(event.currentTarget, event)]
    drawn.current = { pointer: event.pointerId, stroke, room: room - 1 }
    setCurrent(stroke)
  }
  const move = (event: PointerEvent<SVGSVGElement>) => {
    const drawing = drawn.current
    if (drawing?.pointer !== event.pointerId || drawing.room <= 0) return
    const [x, y] = pointIn(event.currentTarget, event)
    const [lastX, lastY] = drawing.stroke.at(-1)!
    if (Math.hypot(x - lastX, y - lastY) < LEAST_DISTANCE) return
    const stroke: PadStroke = [...drawing.stroke, [x, y]]
    drawn.current = { ...drawing, stroke, room: drawing.room - 1 }
    setCurrent(stroke)
  }
  const end = (event: PointerEvent<SVGSVGElement>) => {
    if (drawn.current?.pointer !== event.pointerId) return
    onChange([...strokes, drawn.current.stroke])
    discard()
  }
  const cancel = (event: PointerEvent<SVGSVGElement>) => {
    // The browser has cancelled the touch, such as for a system gesture or a resting palm.
    if (drawn.current?.pointer === event.pointerId) discard()
  }
  return { current, handlers: { onPointerDown: begin, onPointerMove: move, onPointerUp: end, onPointerCancel: cancel } }
}
