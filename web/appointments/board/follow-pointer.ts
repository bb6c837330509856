import { useRef, type PointerEvent } from 'react'

const LONG_PRESS_MS = 350
const MOVES_PX = 5
const EDGE_PX = 48
const SCROLL_PX = 12

/** Measures the positions of ground, columns and scroll box in the window. */
function measureBoard(ground: HTMLElement, box: HTMLElement | null) {
  const columns = [...ground.querySelectorAll<HTMLElement>('[data-column]')].map((column) => {
    const { left, right } = column.getBoundingClientRect()
    return { id: column.dataset['column']!, left, right }
  })
  return { columns, top: ground.getBoundingClientRect().top, box: box?.getBoundingClientRect() }
}

/**
 * Returns functions that find positions on the day board during a drag. The board is measured once and again only after
 * scrolling. Measuring in each frame would force a layout in each frame.
 */
export function trackPositions(ground: HTMLElement, signal: AbortSignal) {
  const box = ground.closest<HTMLElement>('[data-board-scroll]')
  let known: ReturnType<typeof measureBoard> | undefined
  window.addEventListener('scroll', () => (known = undefined), { capture: true, passive: true, signal })
  window.addEventListener('resize', () => (known = undefined), { signal })
  const now = () => (known ??= measureBoard(ground, box))
  return {
    /** Returns the column at an x position, or undefined outside all columns. */
    columnAt: (x: number) => now().columns.find(({ left, right }) => left <= x && x < right)?.id,
    /** Returns how many pixels a y position is below the start of the day board's hours. */
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
export type BoardPositions = ReturnType<typeof trackPositions>

export type PointerHandlers = {
  onDragStart: () => void
  /** Called when the pointer moves, or when the board moves under it. */
  onMove: (x: number, y: number) => void
  onDrop: () => void
  onCancel: () => void
  /** Scrolls near an edge. Returns true if it scrolled. */
  scrollNear: (x: number, y: number) => boolean
}

/** Scrolls in each frame while the pointer is near an edge. Returns a function that stops it. */
function keepScrolling({ scrollNear, onMove }: PointerHandlers, at: { x: number; y: number }): () => void {
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
 * at once scrolls. Aborting `listening` or calling the returned function stops following the pointer.
 */
export function followPointer(down: PointerEvent, handlers: PointerHandlers, listening: AbortController): () => void {
  const { clientX, clientY, pointerType, pointerId } = down
  const at = { x: clientX, y: clientY }
  const isMouse = pointerType === 'mouse'
  let isDragging = false
  let stopScrolling = () => {}
  const drag = () => {
    isDragging = true
    handlers.onDragStart()
    stopScrolling = keepScrolling(handlers, at)
  }
  const timer = isMouse ? undefined : setTimeout(drag, LONG_PRESS_MS)
  const stop = () => {
    clearTimeout(timer)
    stopScrolling()
    listening.abort()
  }
  const move = (next: globalThis.PointerEvent) => {
    if (next.pointerId !== pointerId) return
    Object.assign(at, { x: next.clientX, y: next.clientY })
    const isFar = Math.hypot(at.x - clientX, at.y - clientY) > MOVES_PX
    if (!isDragging && isFar) return isMouse ? drag() : stop()
    if (isDragging) handlers.onMove(at.x, at.y)
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
    end(() => isDragging && handlers.onDrop()),
  )
  on('pointercancel', end(handlers.onCancel))
  // Once the drag has started, moving the finger drags the visit and does not scroll the page.
  on('touchmove', (touch) => isDragging && touch.preventDefault())
  on('contextmenu', (menu) => !isMouse && menu.preventDefault())
  return stop
}

/** Ignores the click that ends a drag, but not later clicks or Enter. */
export function useClickAfterDrag() {
  const wasDragged = useRef(false)
  const set = (next: boolean) => {
    wasDragged.current = next
  }
  /** Accepts clicks again from the next task on; by then the click that ends the drag, if any, has been fired. */
  const end = () => void setTimeout(() => set(false))
  /**
   * For a drag that was cancelled while the button is down. Releasing the button then fires a click, so clicks are
   * accepted again only after the release.
   */
  const endOnceUp = () => {
    if (!wasDragged.current) return
    const over = new AbortController()
    const up = () => {
      over.abort()
      end()
    }
    for (const name of ['pointerup', 'pointercancel']) window.addEventListener(name, up, { signal: over.signal })
  }
  return { isAfterDrag: () => wasDragged.current, begin: () => set(true), forget: () => set(false), end, endOnceUp }
}
