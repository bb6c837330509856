import type { BodyMapName } from '#shared/lib/body-maps.ts'
import { outlines } from './body-outlines.ts'

type Point = readonly [x: number, y: number]
/** A line through points, in the box of 1000 by 1000 units of the drawing. */
type OutlineLine = readonly Point[]

/**
 * The number of straight lines that replace one curve. On paper the lines are so short that the result looks like a
 * curve.
 */
const PIECES = 16

const alongCurve = ([x0, y0]: Point, [x1, y1, x2, y2, x3, y3]: readonly number[]): Point[] =>
  Array.from({ length: PIECES }, (_, index) => {
    const t = (index + 1) / PIECES
    const at = (p0: number, p1: number, p2: number, p3: number) =>
      (1 - t) ** 3 * p0 + 3 * (1 - t) ** 2 * t * p1 + 3 * (1 - t) * t ** 2 * p2 + t ** 3 * p3
    return [at(x0, x1!, x2!, x3!), at(y0, y1!, y2!, y3!)]
  })

/** A half circle, clockwise: the only kind of arc in the outlines. */
const alongHalfCircle = ([x0, y0]: Point, [, , , , , x1, y1]: readonly number[]): Point[] => {
  const middle = [(x0 + x1!) / 2, (y0 + y1!) / 2] as const
  const radius = Math.hypot(x0 - middle[0], y0 - middle[1])
  const from = Math.atan2(y0 - middle[1], x0 - middle[0])
  return Array.from({ length: PIECES }, (_, index) => {
    const angle = from + (Math.PI * (index + 1)) / PIECES
    return [middle[0] + radius * Math.cos(angle), middle[1] + radius * Math.sin(angle)]
  })
}

/** The points of an SVG path with the commands M, C, L, A and Z. */
function pointsOf(path: string): Point[] {
  const points: Point[] = []
  for (const [, command, rest] of path.matchAll(/([MCLAZ])([^MCLAZ]*)/g)) {
    const numbers = (rest!.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number)
    const last = points.at(-1) ?? [0, 0]
    if (command === 'C') points.push(...alongCurve(last, numbers))
    else if (command === 'A') points.push(...alongHalfCircle(last, numbers))
    else points.push(command === 'Z' ? points[0]! : [numbers[0]!, numbers[1]!])
  }
  return points
}

/** The lines of a face or body, for a drawing that is not SVG, such as a PDF. */
export function outlineLines(map: BodyMapName): { main: OutlineLine[]; fine: OutlineLine[] } {
  const { half, whole, isMirrored } = outlines[map]
  const mirror = (line: OutlineLine) => line.map(([x, y]): Point => [1000 - x, y])
  const linesOf = (kind: 'main' | 'fine') => {
    const halves = half[kind].map(pointsOf)
    const wholes = whole[kind].map(pointsOf)
    return [...halves, ...halves.map(mirror), ...(isMirrored ? wholes.map(mirror) : wholes)]
  }
  return { main: linesOf('main'), fine: linesOf('fine') }
}
