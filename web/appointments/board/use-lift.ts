import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
  type PointerEvent,
  type RefObject,
} from 'react'
import type { BoardVisit } from '#shared/appointments/board/contract.ts'
import { targetAfterKey } from './board-keys.ts'
import { nearestStart, placeIn, spanOf, type Axis, type BoardColumn, type DropTarget } from './board-rules.ts'
import { useClickOfDrag } from './use-click-of-drag.ts'

/** Pixels per minute on the board, so that a half hour is high enough for a finger. */
export const PX = 48 / 30

const LONG_PRESS_MS = 350
const MOVES_PX = 5
const EDGE_PX = 48
const SCROLL_PX = 12

/** A picked-up visit and its target. `isOut`: the pointer has left the board. */
export type Lift = {
  visit: BoardVisit
  from: DropTarget
  target: DropTarget
  by: 'pointer' | 'keys'
  isOut: boolean
}

type Board = {
  /** The element behind the columns, as high as the axis. */
  ground: RefObject<HTMLDivElement | null>
  columns: readonly BoardColumn[]
  axis: Axis
  onDrop: (lift: Lift) => void
}

const isSame = (a: DropTarget, b: DropTarget) => a.columnId === b.columnId && a.start === b.start

/** Measures the positions of ground, columns and scroll box in the window. */
function measured(ground: HTMLElement, box: HTMLElement | null) {
  const columns = [...ground.querySelectorAll<HTMLElement>('[data-column]')].map((column) => {
    const { left, right } = column.getBoundingClientRect()
    return { id: column.dataset['column']!, left, right }
  })
  return { columns, top: ground.getBoundingClientRect().top, box: box?.getBoundingClientRect() }
}

/**
 * Positions on the board during a drag, measured once and again only after scrolling. Measuring in each frame would
 * force a layout in each frame.
 */
function whereabouts(ground: HTMLElement, signal: AbortSignal) {
  const box = ground.closest<HTMLElement>('[data-board-scroll]')
  let known: ReturnType<typeof measured> | undefined
  window.addEventListener('scroll', () => (known = undefined), { capture: true, passive: true, signal })
  window.addEventListener('resize', () => (known = undefined), { signal })
  const now = () => (known ??= measured(ground, box))
  return {
    /** Returns the column at an x position, or undefined outside all columns. */
    columnAt: (x: number) => now().columns.find(({ left, right }) => left <= x && x < right)?.id,
    /** Returns the distance in pixels from the start of the axis. */
    below: (y: number) => y - now().top,
    /** Scrolls the box while the pointer is near its edge. Returns false if there is nothing to scroll. */
    scrollNear: (x: number, y: number): boolean => {
      const edges = now().box
      if (!box || !edges) return false
      const by = (at: number, low: number, high: number) =>
        at < low + EDGE_PX ? -SCROLL_PX : at > high - EDGE_PX ? SCROLL_PX : 0
      const [dx, dy] = [by(x, edges.left, edges.right), by(y, edges.top, edges.bottom)]
      if (dx === 0 && dy === 0) return false
      const before = [box.scrollLeft, box.scrollTop]
      box.scrollBy(dx, dy)
      if (before[0] === box.scrollLeft && before[1] === box.scrollTop) return false
      known = undefined
      return true
    },
  }
}
type Whereabouts = ReturnType<typeof whereabouts>

type Press = {
  onLift: () => void
  /** Called when the pointer moves, or the board under it. */
  onMove: (x: number, y: number) => void
  onDrop: () => void
  onCancel: () => void
  /** Scrolls near an edge. Returns true if it scrolled. */
  scrollNear: (x: number, y: number) => boolean
}

/** Scrolls in each frame while the pointer is near an edge. Returns a function that stops it. */
function keepScrolling({ scrollNear, onMove }: Press, at: { x: number; y: number }): () => void {
  let frame = 0
  const tick = () => {
    frame = requestAnimationFrame(tick)
    if (scrollNear(at.x, at.y)) onMove(at.x, at.y)
  }
  tick()
  return () => cancelAnimationFrame(frame)
}

/**
 * Follows a pressed pointer: a mouse starts dragging when it moves, a finger when it stays still; a finger that moves
 * at once scrolls. Ends with `listening`. Returns a function that stops it.
 */
function followPointer(down: PointerEvent, press: Press, listening: AbortController): () => void {
  const { clientX, clientY, pointerType, pointerId } = down
  const at = { x: clientX, y: clientY }
  const isMouse = pointerType === 'mouse'
  let isLifted = false
  let stopScrolling = () => {}
  const lift = () => {
    isLifted = true
    press.onLift()
    stopScrolling = keepScrolling(press, at)
  }
  const timer = isMouse ? undefined : setTimeout(lift, LONG_PRESS_MS)
  const stop = () => {
    clearTimeout(timer)
    stopScrolling()
    listening.abort()
  }
  const move = (next: globalThis.PointerEvent) => {
    if (next.pointerId !== pointerId) return
    Object.assign(at, { x: next.clientX, y: next.clientY })
    const isFar = Math.hypot(at.x - clientX, at.y - clientY) > MOVES_PX
    if (!isLifted && isFar) return isMouse ? lift() : stop()
    if (isLifted) press.onMove(at.x, at.y)
  }
  const on = <Name extends keyof WindowEventMap>(name: Name, listener: (event: WindowEventMap[Name]) => void) =>
    window.addEventListener(name, listener, { signal: listening.signal, passive: false })
  const end = (then: () => void) => () => {
    stop()
    then()
  }
  on('pointermove', move)
  on(
    'pointerup',
    end(() => isLifted && press.onDrop()),
  )
  on('pointercancel', end(press.onCancel))
  // After the drag has started, a finger drags and does not scroll.
  on('touchmove', (touch) => isLifted && touch.preventDefault())
  on('contextmenu', (menu) => !isMouse && menu.preventDefault())
  return stop
}

/**
 * The dragged visit and its changes, stored outside React: a moving pointer redraws only components that use
 * `useLiftOf`, and neither the board nor its columns.
 */
function createLifted() {
  const readers = new Set<() => void>()
  let lift: Lift | null = null
  const change = (next: Lift | null) => {
    lift = next
    for (const changed of readers) changed()
  }
  return {
    current: () => lift,
    subscribe: (changed: () => void) => {
      readers.add(changed)
      return () => void readers.delete(changed)
    },
    begin: (visit: BoardVisit, columnId: string, by: Lift['by']) => {
      const from = { columnId, start: spanOf(visit).from }
      change({ visit, from, target: from, by, isOut: false })
    },
    aim: (target: DropTarget, isOut: boolean) => {
      if (lift && (!isSame(lift.target, target) || lift.isOut !== isOut)) change({ ...lift, target, isOut })
    },
    /** Returns the drop if its target differs from the visit's own place. */
    drop: (): Lift | null => {
      const dropped = lift
      change(null)
      return dropped && !dropped.isOut && !isSame(dropped.from, dropped.target) ? dropped : null
    },
    putBack: () => change(null),
  }
}

export type Lifted = ReturnType<typeof createLifted>

/** Reads a part of the drag state, and redraws when that part changes. */
export const useLiftOf = <Part>({ current, subscribe }: Lifted, part: (lift: Lift | null) => Part): Part =>
  useSyncExternalStore(subscribe, () => part(current()))

/** While a visit is picked up, the board handles its keys, which do not scroll or open anything. */
function useLiftKeys(isLifted: boolean, onKey: (event: KeyboardEvent) => boolean) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (!onKey(event)) return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    if (!isLifted) return
    const listener = (event: KeyboardEvent) => handle(event)
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [isLifted])
}

/** Follows the mouse or finger pressed on a visit. */
function usePointer({ ground, axis }: Board, { current, begin, aim, putBack }: Lifted, drop: () => void) {
  const click = useClickOfDrag()
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  const follow = (place: Whereabouts, x: number, y: number) => {
    const lift = current()
    if (!lift) return
    const columnId = place.columnAt(x)
    const start = nearestStart(axis.from + place.below(y) / PX, axis, [lift.from.start])
    aim({ columnId: columnId ?? lift.target.columnId, start }, columnId === undefined)
  }
  const over = (then: () => void) => () => {
    then()
    click.end()
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>, visit: BoardVisit, columnId: string) => {
    click.forget()
    if (event.button !== 0 || current() || !ground.current) return
    // Dragging one practitioner's part moves the whole visit, relative to its start.
    const before = placeIn(visit, columnId).from - spanOf(visit).from
    const grabbed = event.clientY - event.currentTarget.getBoundingClientRect().top + before * PX
    const listening = new AbortController()
    const place = whereabouts(ground.current, listening.signal)
    const press: Press = {
      onLift: () => {
        click.begin()
        begin(visit, columnId, 'pointer')
      },
      onMove: (x, y) => follow(place, x, y - grabbed),
      onDrop: over(drop),
      onCancel: over(putBack),
      scrollNear: place.scrollNear,
    }
    stop.current = followPointer(event, press, listening)
  }
  const letGo = () => {
    stop.current?.()
    click.endOnceUp()
  }
  return { onPointerDown, isClickOfDrag: click.isOfDrag, stop: letGo }
}

/** Picks up a visit with the mouse, a long press or the keyboard, and follows it. */
export function useLift(board: Board) {
  const [lifted] = useState(createLifted)
  const { current, begin, aim, putBack } = lifted
  const drop = () => {
    const dropped = lifted.drop()
    if (dropped) board.onDrop(dropped)
  }
  const { stop, ...pointer } = usePointer(board, lifted, drop)
  const isLifted = useLiftOf(lifted, (lift) => lift !== null)
  useLiftKeys(isLifted, ({ key }) => {
    const now = current()
    if (now && key === 'Escape') {
      stop()
      putBack()
    } else if (now?.by === 'keys' && key === 'Enter') drop()
    else if (now?.by === 'keys' && key.startsWith('Arrow'))
      aim(targetAfterKey(now.target, key, board.columns, board.axis), false)
    else {
      // Tab moves the focus on, and returns the visit to its place.
      if (now?.by === 'keys' && key === 'Tab') putBack()
      return false
    }
    return true
  })
  return {
    ...pointer,
    lifted,
    isLifted: () => current() !== null,
    /** With the keyboard. */
    pickUp: (visit: BoardVisit, columnId: string) => begin(visit, columnId, 'keys'),
  }
}
