import { clsx } from 'clsx'
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { boardContract, type BoardDay, type BoardVisit } from '#shared/appointments/board-contract.ts'
import { boardMessages as s } from '#shared/appointments/calendar-messages.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import { formatLongDate, formatTime } from '#shared/lib/manila-time.ts'
import { resourcesContract } from '#shared/resources/contract.ts'
import type { Span } from '#shared/resources/free-starts.ts'
import type { StartTransition } from '#web/appointments/desk/appointment-changes.ts'
import { deskReads } from '#web/appointments/visit/desk-reads.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'
import { now, useMinute } from '#web/lib/use-now.ts'
import { useStableCallbacks } from '#web/lib/use-stable.ts'
import { ScrollBox } from '#web/ui/data/scroll-box.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { Column, ColumnHead, isFuture, columnTitle, type BoardEntry } from './board-column.tsx'
import { onSwipe, openingScroll, useColumns, useVisibleFirst, type Columns, type VisibleArea } from './board-columns.ts'
import { visitAfterKey, type VisitPosition } from './board-keys.ts'
import { DragLayer, NowLine, TimeLabels } from './board-overlays.tsx'
import { BoardRail } from './board-rail.tsx'
import { useVisitWarnings } from './board-visit.tsx'
import { timeOf, type BoardColumn, type BoardMode } from './board-rules.ts'
import { MINUTE_PX, useDrag, useDragPart, type Drag } from './use-drag.ts'
import { useDrop } from './use-drop.tsx'

const VisitDialog = lazyDialog(async () => (await import('#web/appointments/desk/visit-dialog.tsx')).VisitDialog)
const ScheduleDialog = lazyDialog(
  async () => (await import('#web/appointments/desk/schedule-dialog.tsx')).ScheduleDialog,
)
const BlockDialog = lazyDialog(async () => (await import('./block-dialog.tsx')).BlockDialog)

type BoardProps = {
  day: BoardDay
  mode: BoardMode
  /** The id of the only column that a phone shows. */
  shown: string
  onShow: (columnId: string) => void
  isToday: boolean
  startTransition: StartTransition
}

function useHoliday(date: string) {
  const year = Number(date.slice(0, 4))
  const { data } = useRead(closedDatesContract.holidays, { querystring: { year } }, { staleMs: 600_000 })
  return data?.data.find((holiday) => holiday.date === date)?.localName
}

/** Opens the dialog for what was tapped on the day board: a visit, a free half hour, a range to block, or a block. */
function useTaps({ day, mode, startTransition }: Pick<BoardProps, 'day' | 'mode' | 'startTransition'>) {
  const visitDialog = useDialog(VisitDialog)
  const schedule = useDialog(ScheduleDialog)
  const block = useDialog(BlockDialog)
  const removal = useRemoveBlock()
  const onFree = (columnId: string, span: Span) => {
    const resource = day.resources.find(({ id }) => id === columnId)
    if (span.to - span.from > 30 && resource) return block.open({ day, resourceId: columnId, span })
    if (!isFuture(day, span.from, now())) return
    schedule.open({
      date: day.date,
      time: timeOf(span.from),
      ...(resource && (mode === 'person' ? { practitioner: resource } : { room: resource })),
    })
  }
  return {
    onVisit: (visit: BoardVisit) => visitDialog.open({ appointment: visit, startTransition }),
    onFree,
    onBlock: ({ resource }: BoardColumn, entry: BoardEntry) =>
      void removal.run({ id: resource!.id, name: resource!.name, entry }),
    dialogs: (
      <>
        {visitDialog.element}
        {schedule.element}
        {block.element}
      </>
    ),
  }
}

type Removal = { id: string; name: string; entry: BoardEntry }

const useRemoveBlock = () =>
  useAction(({ id, entry }: Removal) => api(resourcesContract.removeBlock, { params: { id, entry_id: entry.id } }), {
    ask: ({ name, entry }) => ({
      title: s.removeBlock,
      body: `${name}: ${s.blockAt(entry.note || s.block, formatTime(timeOf(entry.from)), formatTime(timeOf(entry.to)))}`,
      confirmLabel: s.remove,
      cancelLabel: s.keep,
      danger: true,
    }),
    done: ({ message }) => message,
    failed: s.notRemoved,
    reread: [boardContract.day, ...deskReads],
  })

type Taps = ReturnType<typeof useTaps>
type Dragging = ReturnType<typeof useDrag>

/** Callbacks for the columns, which never change, so that a drag redraws no column. */
const useColumnActions = (taps: Taps, dragging: Dragging) =>
  useStableCallbacks({
    onOpen: (visit: BoardVisit) => !dragging.isClickAfterDrag() && taps.onVisit(visit),
    onDragStart: dragging.onPointerDown,
    onFree: taps.onFree,
    onBlock: taps.onBlock,
  })

/** Returns the visit whose card is the target of an event, and the card's column; null for other targets. */
function positionOf(target: EventTarget): VisitPosition | null {
  const { dataset } = target as HTMLElement
  const columnId = (target as HTMLElement).closest<HTMLElement>('[data-column]')?.dataset['column']
  return dataset['visit'] !== undefined && columnId !== undefined ? { id: dataset['visit'], columnId } : null
}

/** Handles keys on the day board: arrow keys move between visits, and M picks up the current one. */
function onBoardKey(event: KeyboardEvent<HTMLDivElement>, columns: readonly BoardColumn[], dragging: Dragging) {
  const place = positionOf(event.target)
  const column = columns.find((one) => one.id === place?.columnId)
  const visit = column?.visits.find(({ id }) => id === place?.id)
  if (!place || !column || !visit) return
  if (event.key.toLowerCase() === 'm') return dragging.pickUp(visit, column.id)
  const next = visitAfterKey(columns, place, event.key)
  if (next === null) return
  event.preventDefault()
  event.currentTarget.querySelector<HTMLElement>(`[data-column="${next.columnId}"] [data-visit="${next.id}"]`)?.focus()
}

/** The columns of a day with their actions, and the list of waiting clients beside them. */
export function BoardGrid(props: BoardProps) {
  const { day, mode, onShow, isToday, startTransition } = props
  const ground = useRef<HTMLDivElement>(null)
  const board = useColumns(props)
  const { all, one, axis, columns, titleOf } = board
  const taps = useTaps(props)
  const drop = useDrop({ day, mode, nameOf: titleOf, holiday: useHoliday(day.date) })
  const dragging = useDrag({ ground, columns, axis, onDrop: drop.onDrop })
  useOpenAtNow(ground, axis, isToday)
  return (
    <div className="grid xl:grid-cols-[minmax(0,1fr)_auto]">
      <div className="relative min-w-0">
        {one && all.length > 1 && (
          <div className="border-b border-line p-2">
            <Select
              aria-label={s.shownColumn}
              value={one.id}
              options={all.map((column) => ({
                value: column.id,
                label: s.columnOf(columnTitle(column, mode), column.visits.length),
              }))}
              onChange={onShow}
            />
          </div>
        )}
        <Ground {...{ ...props, ground, board, taps, dragging }} pending={drop.pending} />
      </div>
      <BoardRail day={day} isToday={isToday} startTransition={startTransition} onOpen={taps.onVisit} />
      {taps.dialogs}
      {drop.dialog}
    </div>
  )
}

type GroundProps = BoardProps & {
  ground: RefObject<HTMLDivElement | null>
  board: Columns
  taps: Taps
  dragging: Dragging
  /** A dropped visit whose move is being saved. */
  pending: Drag | null
}

/** The scrolling day board: column headings, hours at the left, the columns, and the dragged visit on top. */
function Ground({ ground, board, taps, dragging, pending, day, mode, isToday, onShow }: GroundProps) {
  const minute = useMinute().getTime()
  const { columns, axis, current, setFocused, one, titleOf } = board
  const draggedId = useDragPart(dragging.store, (drag) => (drag ?? pending)?.visit.id)
  const actions = useColumnActions(taps, dragging)
  const warnings = useVisitWarnings(day)
  const visibleArea = useVisibleFirst(`${day.date} ${mode}`, { ground, axis, isToday })
  const track = {
    gridTemplateColumns: `4rem repeat(${Math.max(columns.length, 1)}, minmax(${one ? '0' : '10rem'}, 1fr))`,
  }
  /** Passes an id only to the column that contains it, so that others are not redrawn. */
  const inColumn = ({ visits }: BoardColumn, id: string | null | undefined) =>
    visits.some((visit) => visit.id === id) ? (id ?? null) : null
  return (
    <ScrollBox
      data-board-scroll
      role="group"
      aria-label={`${formatLongDate(day.date)}. ${s.hint}`}
      className="max-h-[calc(100dvh-13rem)] min-h-96 scroll-pt-20 scroll-pl-16"
    >
      <div className={one ? 'relative' : 'relative w-full min-w-fit'}>
        <div className="sticky top-0 z-10 grid border-b border-line bg-surface" style={track}>
          <span className="sticky left-0 z-[1] bg-surface" />
          {columns.map((column) => (
            <ColumnHead key={column.id} column={column} mode={mode} />
          ))}
        </div>
        <div
          ref={ground}
          role="presentation"
          onPointerDownCapture={onSwipe(board, onShow, dragging.isDragging)}
          onKeyDown={(event) => onBoardKey(event, columns, dragging)}
          onFocus={({ target }) => {
            const place = positionOf(target)
            if (place) setFocused(place)
          }}
          className={clsx(
            'relative grid bg-[linear-gradient(var(--line)_1px,transparent_1px)] bg-[length:100%_48px]',
            // The board handles horizontal swipes itself, so the browser handles only vertical ones.
            one && 'touch-pan-y touch-pinch-zoom',
          )}
          style={{ ...track, height: (axis.to - axis.from) * MINUTE_PX }}
        >
          <TimeLabels axis={axis} />
          {isToday && <NowLine axis={axis} minute={minute} />}
          {columns.map((column, index) => (
            <Column
              key={column.id}
              {...{ column, day, mode, axis, minute, warnings, ...actions }}
              current={current?.columnId === column.id ? current.id : null}
              draggedId={inColumn(column, draggedId)}
              drawn={minutesToDraw(visibleArea, index)}
            />
          ))}
          <DragLayer store={dragging.store} {...{ pending, ground, day, mode, axis, columns, titleOf }} />
        </div>
      </div>
    </ScrollBox>
  )
}

const NOTHING: Span = { from: 0, to: 0 }

/** The minutes of a column that are drawn while the day board opens; null for all. */
const minutesToDraw = (visibleArea: VisibleArea | null, index: number): Span | null => {
  if (visibleArea === null) return null
  return index >= visibleArea.columns.from && index < visibleArea.columns.to ? visibleArea.minutes : NOTHING
}

/** Scrolls to an hour before now once, when today is opened. */
function useOpenAtNow(ground: RefObject<HTMLDivElement | null>, { from }: Span, isToday: boolean) {
  useEffect(() => {
    const box = ground.current?.closest('[data-board-scroll]')
    if (box) box.scrollTop = openingScroll(from, isToday)
  }, [ground, from, isToday])
}
