import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
  type PointerEvent,
  type RefObject,
} from 'react'
import type { BoardVisit } from '#shared/appointments/board-contract.ts'
import { targetAfterKey } from './board-keys.ts'
import { nearestStart, timeInColumn, spanOf, type Axis, type BoardColumn, type DropTarget } from './board-rules.ts'
import {
  followPointer,
  useClickAfterDrag,
  trackPositions,
  type PointerHandlers,
  type BoardPositions,
} from './follow-pointer.ts'

/** Pixels per minute on the board, so that a half hour is high enough for a finger. */
export const MINUTE_PX = 48 / 30

/**
 * A visit that was picked up on the day board, and the column and start to which it would move. `isOut` is true while
 * the pointer is outside the board.
 */
export type Drag = {
  visit: BoardVisit
  from: DropTarget
  target: DropTarget
  by: 'pointer' | 'keys'
  isOut: boolean
}

type Board = {
  /** The element behind the columns, as high as all hours of the day board. */
  ground: RefObject<HTMLDivElement | null>
  columns: readonly BoardColumn[]
  axis: Axis
  onDrop: (drag: Drag) => void
}

const isSame = (a: DropTarget, b: DropTarget) => a.columnId === b.columnId && a.start === b.start

/**
 * The dragged visit and its changes, stored outside React: a moving pointer redraws only components that use
 * `useDragPart`, and neither the board nor its columns.
 */
function createDragStore() {
  const readers = new Set<() => void>()
  let drag: Drag | null = null
  const change = (next: Drag | null) => {
    drag = next
    for (const changed of readers) changed()
  }
  return {
    current: () => drag,
    subscribe: (changed: () => void) => {
      readers.add(changed)
      return () => void readers.delete(changed)
    },
    begin: (visit: BoardVisit, columnId: string, by: Drag['by']) => {
      const from = { columnId, start: spanOf(visit).from }
      change({ visit, from, target: from, by, isOut: false })
    },
    setTarget: (target: DropTarget, isOut: boolean) => {
      if (drag && (!isSame(drag.target, target) || drag.isOut !== isOut)) change({ ...drag, target, isOut })
    },
    /**
     * Ends the drag. Returns the drag if the visit was dropped at another place than before; null if nothing changes.
     */
    drop: (): Drag | null => {
      const dropped = drag
      change(null)
      return dropped && !dropped.isOut && !isSame(dropped.from, dropped.target) ? dropped : null
    },
    cancel: () => change(null),
  }
}

export type DragStore = ReturnType<typeof createDragStore>

/** Reads a part of the drag state, and redraws when that part changes. */
export const useDragPart = <Part>({ current, subscribe }: DragStore, part: (drag: Drag | null) => Part): Part =>
  useSyncExternalStore(subscribe, () => part(current()))

/** While a visit is picked up, handles keys before other listeners, so that they do not scroll or open anything. */
function useDragKeys(isDragging: boolean, onKey: (event: KeyboardEvent) => boolean) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (!onKey(event)) return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    if (!isDragging) return
    const listener = (event: KeyboardEvent) => handle(event)
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [isDragging])
}

/** Follows the mouse or finger that was pressed on a visit, and moves the visit's target with it. */
function usePointer({ ground, axis }: Board, { current, begin, setTarget, cancel }: DragStore, drop: () => void) {
  const click = useClickAfterDrag()
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  const follow = (place: BoardPositions, x: number, y: number) => {
    const drag = current()
    if (!drag) return
    const columnId = place.columnAt(x)
    const start = nearestStart(axis.from + place.below(y) / MINUTE_PX, axis, [drag.from.start])
    setTarget({ columnId: columnId ?? drag.target.columnId, start }, columnId === undefined)
  }
  const over = (then: () => void) => () => {
    then()
    click.end()
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>, visit: BoardVisit, columnId: string) => {
    click.forget()
    if (event.button !== 0 || current() || !ground.current) return
    // A drag of one practitioner's part moves the whole visit, so the pointer's distance is measured from the visit's
    // start.
    const before = timeInColumn(visit, columnId).from - spanOf(visit).from
    const grabbed = event.clientY - event.currentTarget.getBoundingClientRect().top + before * MINUTE_PX
    const listening = new AbortController()
    const place = trackPositions(ground.current, listening.signal)
    const handlers: PointerHandlers = {
      onDragStart: () => {
        click.begin()
        begin(visit, columnId, 'pointer')
      },
      onMove: (x, y) => follow(place, x, y - grabbed),
      onDrop: over(drop),
      onCancel: over(cancel),
      scrollNear: place.scrollNear,
    }
    stop.current = followPointer(event, handlers, listening)
  }
  const stopDragging = () => {
    stop.current?.()
    click.endOnceUp()
  }
  return { onPointerDown, isClickAfterDrag: click.isAfterDrag, stop: stopDragging }
}

/** Picks up a visit with the mouse, a long press or the keyboard, and follows it. */
export function useDrag(board: Board) {
  const [store] = useState(createDragStore)
  const { current, begin, setTarget, cancel } = store
  const drop = () => {
    const dropped = store.drop()
    if (dropped) board.onDrop(dropped)
  }
  const { stop, ...pointer } = usePointer(board, store, drop)
  const isDragging = useDragPart(store, (drag) => drag !== null)
  useDragKeys(isDragging, ({ key }) => {
    const now = current()
    if (now && key === 'Escape') {
      stop()
      cancel()
    } else if (now?.by === 'keys' && key === 'Enter') drop()
    else if (now?.by === 'keys' && key.startsWith('Arrow'))
      setTarget(targetAfterKey(now.target, key, board.columns, board.axis), false)
    else {
      // The Tab key cancels the move, and the focus moves on as usual.
      if (now?.by === 'keys' && key === 'Tab') cancel()
      return false
    }
    return true
  })
  return {
    ...pointer,
    store,
    isDragging: () => current() !== null,
    /** Picks up a visit with the keyboard. */
    pickUp: (visit: BoardVisit, columnId: string) => begin(visit, columnId, 'keys'),
  }
}
