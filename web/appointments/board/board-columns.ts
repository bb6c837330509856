import { startTransition, useEffect, useMemo, useState, type PointerEvent, type RefObject } from 'react'
import type { BoardDay } from '#shared/appointments/board-contract.ts'
import type { Span } from '#shared/resources/free-starts.ts'
import { useIsPhone } from '#web/lib/use-device.ts'
import { now } from '#web/lib/use-now.ts'
import { columnTitle } from './board-column.tsx'
import type { VisitPosition } from './board-keys.ts'
import { axisOf, columnsOf, firstColumn, type BoardColumn, type BoardMode } from './board-rules.ts'
import { MINUTE_PX } from './use-drag.ts'

/** The column of the day board that a phone shows first for a day; the choice stays until another day is opened. */
function useInitialColumn(boardKey: string, all: readonly BoardColumn[]): string | undefined {
  const [opened, setOpened] = useState(() => ({ boardKey, id: firstColumn(all)?.id }))
  if (opened.boardKey === boardKey) return opened.id
  const id = firstColumn(all)?.id
  setOpened({ boardKey, id })
  return id
}

type ColumnsOptions = {
  day: BoardDay
  mode: BoardMode
  /** The id of the column that the URL names; a phone shows only this column. */
  shown: string
}

/** The columns that the day board shows, only one on a phone, and the visit that is the board's tab stop. */
export function useColumns({ day, mode, shown }: ColumnsOptions) {
  const isPhone = useIsPhone()
  const [focused, setFocused] = useState<VisitPosition | null>(null)
  const all = useMemo(() => columnsOf(day, mode), [day, mode])
  const axis = useMemo(() => axisOf(day), [day])
  const opened = useInitialColumn(`${day.date} ${mode}`, all)
  const one = isPhone ? (all.find(({ id }) => id === (shown || opened)) ?? firstColumn(all)) : undefined
  const columns = useMemo(() => (one ? [one] : all), [one, all])
  const places = columns.flatMap(({ id: columnId, visits }) =>
    visits.map(({ id }): VisitPosition => ({ id, columnId })),
  )
  const isFocused = ({ id, columnId }: VisitPosition) => id === focused?.id && columnId === focused.columnId
  const current = places.find(isFocused) ?? places[0] ?? null
  const titleOf = (id: string) =>
    columnTitle(all.find((column) => column.id === id) ?? { id, resource: null, visits: [] }, mode)
  return { all, axis, columns, one, current, setFocused, titleOf }
}

export type Columns = ReturnType<typeof useColumns>

const SWIPE_PX = 56

/** Follows a finger on a phone: a horizontal swipe shows the next column of the day board; a vertical one scrolls. */
export function onSwipe({ all, one }: Columns, onShow: (columnId: string) => void, isDragging: () => boolean) {
  return (event: PointerEvent<HTMLElement>) => {
    if (!one || event.pointerType !== 'touch') return
    const { clientX, clientY, pointerId } = event
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener(
      'pointerup',
      (end) => {
        listening.abort()
        const [dx, dy] = [end.clientX - clientX, end.clientY - clientY]
        if (end.pointerId !== pointerId || isDragging()) return
        if (Math.abs(dx) < SWIPE_PX || Math.abs(dx) < 1.5 * Math.abs(dy)) return
        const next = all[all.indexOf(one) + (dx < 0 ? 1 : -1)]
        if (next) onShow(next.id)
      },
      { signal },
    )
    window.addEventListener('pointercancel', () => listening.abort(), { signal })
  }
}

/** The least width of a column of the day board in pixels, the same as `10rem` in its grid. */
const COLUMN_PX = 160
/** The height of everything above and below the day board in the window, in pixels (`13rem`). */
const AROUND_PX = 208
const LEAST_PX = 384

/** The visible part of the day board: the range of columns by their index, and the minutes of the date. */
export type VisibleArea = { columns: Span; minutes: Span }

/**
 * The position to which the day board scrolls when it opens: an hour before now, or the top on other days than today.
 */
export const openingScroll = (from: number, isToday: boolean): number =>
  isToday ? Math.max(0, ((now().getTime() / 60_000 + 8 * 60) % (24 * 60)) - 60 - from) * MINUTE_PX : 0

/**
 * Returns the columns and minutes of the day board that fit into the window. Columns are counted with their least
 * width, because they are wider only if all of them fit.
 */
function visibleAreaOf(box: Element | null | undefined, axis: Span, isToday: boolean): VisibleArea {
  const left = box?.scrollLeft ?? 0
  const top = box?.scrollTop ?? openingScroll(axis.from, isToday)
  const height = Math.max(LEAST_PX, window.innerHeight - AROUND_PX)
  return {
    columns: { from: Math.floor(left / COLUMN_PX), to: Math.ceil((left + window.innerWidth) / COLUMN_PX) },
    minutes: { from: axis.from + top / MINUTE_PX, to: axis.from + (top + height) / MINUTE_PX },
  }
}

type VisibleFirstOptions = { ground: RefObject<HTMLElement | null>; axis: Span; isToday: boolean }

/**
 * Returns the visible part of the board while the board opens, so that only this part is drawn at first. Returns null
 * after the first painting, so that the rest is drawn too.
 */
export function useVisibleFirst(boardKey: string, { ground, axis, isToday }: VisibleFirstOptions): VisibleArea | null {
  const first = () => ({
    boardKey,
    visibleArea: visibleAreaOf(ground.current?.closest('[data-board-scroll]'), axis, isToday),
  })
  const [filled, setFilled] = useState<{ boardKey: string; visibleArea: VisibleArea | null }>(first)
  if (filled.boardKey !== boardKey) setFilled(first)
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setFilled({ boardKey, visibleArea: null })))
    return () => cancelAnimationFrame(frame)
  }, [boardKey])
  return filled.visibleArea
}
