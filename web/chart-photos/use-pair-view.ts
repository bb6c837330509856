import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { moveBy, viewAfterKey, viewAfterPinch, WHOLE, zoomAt, type View } from './zoom.ts'

type Point = { x: number; y: number }

/** The position of a pointer in a pane, in fractions of the pane's size from its middle. */
function pointIn(pane: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = pane.getBoundingClientRect()
  return { x: (clientX - left) / width - 0.5, y: (clientY - top) / height - 0.5 }
}

const WHEEL_STEP = 0.0015

/** The view after a finger or the mouse moved; with two fingers also the zoom changes. */
function viewAfterMove(view: View, pointers: ReadonlyMap<number, Point>, id: number, to: Point): View {
  const from = pointers.get(id)
  if (!from) return view
  const other = [...pointers].find(([known]) => known !== id)?.[1]
  return other ? viewAfterPinch(view, [from, other], [to, other]) : moveBy(view, { x: to.x - from.x, y: to.y - from.y })
}

/** The common zoom and position of two photos, with the handlers of their panes: mouse, wheel, fingers and keys. */
export function usePairView() {
  const [view, setView] = useState(WHOLE)
  const pointers = useRef(new Map<number, Point>())
  const forget = (event: PointerEvent) => void pointers.current.delete(event.pointerId)
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      pointers.current.set(event.pointerId, pointIn(event.currentTarget, event))
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!pointers.current.has(event.pointerId)) return
      const to = pointIn(event.currentTarget, event)
      const before = new Map(pointers.current)
      pointers.current.set(event.pointerId, to)
      setView((now) => viewAfterMove(now, before, event.pointerId, to))
    },
    onPointerUp: forget,
    onPointerCancel: forget,
    onKeyDown: (event: KeyboardEvent) => {
      const next = viewAfterKey(view, event.key)
      if (!next) return
      event.preventDefault()
      setView(next)
    },
  }
  const zoom = (factor: number) => setView((now) => zoomAt(now, factor))
  return { view, handlers, zoom, setView, reset: () => setView(WHOLE) }
}

/**
 * Zooms with the wheel. React's own wheel listeners are passive and cannot keep the page from scrolling, so this hook
 * adds a listener that is not passive.
 */
export function useWheelZoom(setView: (change: (view: View) => View) => void) {
  const pane = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = pane.current
    if (!element) return
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const at = pointIn(element, event)
      setView((now) => zoomAt(now, Math.exp(-event.deltaY * WHEEL_STEP), at))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [setView])
  return pane
}
