/** How far a picture is enlarged, and how far it is moved from the middle, in fractions of its pane. */
export type View = { scale: number; x: number; y: number }
type Point = { x: number; y: number }

export const WHOLE: View = { scale: 1, x: 0, y: 0 }
const MOST_SCALE = 8

/** Limits a value to ±`most`; adding 0 turns −0 into 0. */
const within = (value: number, most: number) => Math.min(most, Math.max(-most, value)) + 0

/** Limits how far the picture is moved, so that no part of its pane stays empty. */
function contained({ scale, x, y }: View): View {
  const most = (scale - 1) / 2
  return { scale, x: within(x, most), y: within(y, most) }
}

/** Enlarges the picture by a factor around a point, given in fractions from the middle of the pane. */
export function zoomAt(view: View, factor: number, at: Point = { x: 0, y: 0 }): View {
  const scale = Math.min(MOST_SCALE, Math.max(1, view.scale * factor))
  const grown = scale / view.scale
  return contained({ scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown })
}

export const moveBy = (view: View, { x, y }: Point): View => contained({ ...view, x: view.x + x, y: view.y + y })

const KEY_STEP = 0.1
const KEY_FACTOR = 1.25
const moves: Record<string, Point> = {
  ArrowLeft: { x: KEY_STEP, y: 0 },
  ArrowRight: { x: -KEY_STEP, y: 0 },
  ArrowUp: { x: 0, y: KEY_STEP },
  ArrowDown: { x: 0, y: -KEY_STEP },
}

/** The view after a key: + and − zoom, arrows move, 0 shows the whole photo. Null for other keys. */
export function viewAfterKey(view: View, key: string): View | null {
  if (key === '+' || key === '=') return zoomAt(view, KEY_FACTOR)
  if (key === '-') return zoomAt(view, 1 / KEY_FACTOR)
  if (key === '0') return WHOLE
  const move = moves[key]
  return move ? moveBy(view, move) : null
}

/** The view after two fingers moved: it is enlarged as they spread, and follows the point between them. */
export function viewAfterPinch(view: View, before: readonly [Point, Point], after: readonly [Point, Point]): View {
  const distance = ([a, b]: readonly [Point, Point]) => Math.hypot(a.x - b.x, a.y - b.y)
  const middle = ([a, b]: readonly [Point, Point]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
  const [from, to] = [middle(before), middle(after)]
  const factor = distance(before) === 0 ? 1 : distance(after) / distance(before)
  return moveBy(zoomAt(view, factor, from), { x: to.x - from.x, y: to.y - from.y })
}
