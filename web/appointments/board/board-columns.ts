import { startTransition, useEffect, useMemo, useState, type PointerEvent } from 'react'
import type { BoardDay } from '#shared/appointments/board/contract.ts'
import { useIsPhone } from '#web/lib/use-media-query.ts'
import { nameOf } from './board-column.tsx'
import { axisOf, columnsOf, firstColumn, type BoardColumn, type BoardMode } from './board-rules.ts'

/** The column on which a day opened on a phone. It stays, whatever comes and goes while one looks. */
function useOpened(boardKey: string, all: readonly BoardColumn[]): string | undefined {
  const [opened, setOpened] = useState(() => ({ boardKey, id: firstColumn(all)?.id }))
  if (opened.boardKey === boardKey) return opened.id
  const id = firstColumn(all)?.id
  setOpened({ boardKey, id })
  return id
}

type ColumnsOptions = {
  day: BoardDay
  mode: BoardMode
  /** The column that the address names. */
  shown: string
}

/** The columns of the day, all of them or on a phone one; and the visit that has the tab stop. */
export function useColumns({ day, mode, shown }: ColumnsOptions) {
  const isPhone = useIsPhone()
  const [focused, setFocused] = useState<string | null>(null)
  const all = useMemo(() => columnsOf(day, mode), [day, mode])
  const axis = useMemo(() => axisOf(day), [day])
  const opened = useOpened(`${day.date} ${mode}`, all)
  const one = isPhone ? (all.find(({ id }) => id === (shown || opened)) ?? firstColumn(all)) : undefined
  const columns = useMemo(() => (one ? [one] : all), [one, all])
  const visits = columns.flatMap((column) => column.visits)
  const current = visits.find(({ id }) => id === focused) ?? visits[0]
  const titleOf = (id: string) =>
    nameOf(all.find((column) => column.id === id) ?? { id, resource: null, visits: [] }, mode)
  return { all, axis, columns, one, current: current?.id ?? null, setFocused, titleOf }
}

export type Columns = ReturnType<typeof useColumns>

const SWIPE_PX = 56

/**
 * Follows a finger that went down on the board of a phone: sideways it leads to the column beside, up and down it scrolls.
 */
export function onSwipe({ all, one }: Columns, onShow: (columnId: string) => void, isLifted: () => boolean) {
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
        if (end.pointerId !== pointerId || isLifted()) return
        if (Math.abs(dx) < SWIPE_PX || Math.abs(dx) < 1.5 * Math.abs(dy)) return
        const next = all[all.indexOf(one) + (dx < 0 ? 1 : -1)]
        if (next) onShow(next.id)
      },
      { signal },
    )
    window.addEventListener('pointercancel', () => listening.abort(), { signal })
  }
}

/** How wide a column is at least, in pixels: `10rem` of the grid. */
const COLUMN_PX = 160
const COLUMNS_AT_ONCE = 3

/**
 * How many columns show their visits: at first those that the window has room for, then the others a few at a time, in
 * between what else the page has to do. So a board of many columns is there at once.
 */
export function useFilled(boardKey: string, count: number): number {
  const atFirst = Math.ceil(window.innerWidth / COLUMN_PX)
  const [filled, setFilled] = useState({ boardKey, count: atFirst })
  const shown = filled.boardKey === boardKey ? filled.count : atFirst
  useEffect(() => {
    if (shown < count) startTransition(() => setFilled({ boardKey, count: shown + COLUMNS_AT_ONCE }))
  }, [boardKey, shown, count])
  return shown
}
