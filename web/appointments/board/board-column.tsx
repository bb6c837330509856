import { clsx } from 'clsx'
import { memo, useMemo, type MouseEvent, type PointerEvent } from 'react'
import type { BoardDay, BoardVisit } from '#shared/appointments/board-contract.ts'
import { boardMessages as s } from '#shared/appointments/calendar-messages.ts'
import { formatTimeRange, hasBegun } from '#shared/appointments/slots.ts'
import { statusMessages } from '#shared/appointments/messages.ts'
import { formatTime } from '#shared/lib/manila-time.ts'
import { servicesOf, peopleOf } from '#shared/lib/visit-services.ts'
import type { Span } from '#shared/resources/free-starts.ts'
import { assignLanes } from '#web/appointments/calendar/day-lanes.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import {
  closedSpans,
  timeInColumn,
  visitInColumn,
  startBefore,
  timeOf,
  type Axis,
  type BoardColumn,
  type BoardMode,
} from './board-rules.ts'
import { markOf, VisitCard, type VisitWarnings } from './board-visit.tsx'
import { MINUTE_PX } from './use-drag.ts'

const HATCHED = 'bg-surface-2 bg-[repeating-linear-gradient(135deg,var(--line)_0_1px,transparent_1px_7px)]'

const verticalStyle = (axis: Span, { from, to }: Span) => ({
  top: (Math.max(from, axis.from) - axis.from) * MINUTE_PX,
  height: (Math.min(to, axis.to) - Math.max(from, axis.from)) * MINUTE_PX,
})

const formatMinute = (minute: number) => formatTime(timeOf(minute))

export const columnTitle = ({ resource }: BoardColumn, mode: BoardMode): string =>
  resource?.name ?? (mode === 'person' ? s.unassigned : s.noRoom)

function workingHoursText({ resource }: BoardColumn): string {
  if (!resource) return s.unassignedTitle
  if (!resource.is_active) return s.inactive
  if (resource.hours === null) return s.clinicHours
  return resource.hours.length === 0
    ? s.off
    : s.hours(formatMinute(resource.hours[0]!.from), formatMinute(resource.hours.at(-1)!.to))
}

/** The heading of a column of the day board: photo or initials, name, title and hours. */
export const ColumnHead = memo(function ColumnHead({ column, mode }: { column: BoardColumn; mode: BoardMode }) {
  const { resource } = column
  const name = columnTitle(column, mode)
  return (
    <div className="flex min-h-16 min-w-0 items-center gap-2 border-l border-line px-2 py-1.5">
      {mode === 'person' && resource && <Avatar name={name} src={resource.photo} size="sm" />}
      <span className="min-w-0">
        <span className="block truncate text-sm font-bold">{name}</span>
        {resource?.title && <span className="block truncate text-xs text-ink-2">{resource.title}</span>}
        <span className="tnum block truncate text-xs text-ink-2">{workingHoursText(column)}</span>
      </span>
    </div>
  )
})

type ColumnActions = {
  onOpen: (visit: BoardVisit) => void
  onDragStart: (event: PointerEvent<HTMLElement>, visit: BoardVisit, columnId: string) => void
  /** Called when a free half hour of the day board is tapped, or a range is drawn with the mouse. */
  onFree: (columnId: string, span: Span) => void
  onBlock: (column: BoardColumn, entry: BoardEntry) => void
}
export type BoardEntry = BoardDay['resources'][number]['entries'][number]

type ColumnProps = ColumnActions & {
  column: BoardColumn
  warnings: VisitWarnings
  day: BoardDay
  mode: BoardMode
  axis: Axis
  minute: number
  /** The id of the visit that is the board's tab stop. */
  current: string | null
  draggedId: string | null
  /**
   * The minutes in the visible part of the day board, which are drawn first when the board opens; null when all are
   * drawn.
   */
  drawn: Span | null
}

/**
 * The column of the day board for one practitioner or room. Tapping a free half hour books it, and dragging over a
 * range with the mouse blocks it.
 */
export const Column = memo(function Column(props: ColumnProps) {
  const { column, day, mode, axis, drawn, onFree } = props
  const draw = useDraw(axis, (span) => onFree(column.id, span))
  const places = column.visits.map((visit) => ({ ...timeInColumn(visit, column.id), visit }))
  const visits = assignLanes(places).filter(
    ({ item }) => drawn === null || (item.from < drawn.to && drawn.from < item.to),
  )
  return (
    // CSS containment: a change inside a column does not affect others, and invisible columns are not laid out.
    <div
      data-column={column.id}
      className="relative min-w-0 border-l border-line [content-visibility:auto]"
      onPointerDown={draw}
    >
      {closedSpans(day, column.resource, axis).map((span) => (
        <span
          key={span.from}
          aria-hidden="true"
          className={clsx('pointer-events-none absolute inset-x-0', HATCHED)}
          style={verticalStyle(axis, span)}
        />
      ))}
      <span
        data-drawn
        aria-hidden="true"
        className="pointer-events-none absolute inset-x-0.5 hidden rounded-sm bg-primary-soft"
      />
      <Entries {...props} />
      <ul aria-label={s.visitsOf(columnTitle(column, mode))}>
        {visits.map(({ item, lane, lanes }) => (
          <BoardItem key={item.visit.id} {...props} visit={item.visit} lane={lane} lanes={lanes} />
        ))}
      </ul>
    </div>
  )
})

/** Draws the leave and the blocks of a column; a block on this day can be removed. */
function Entries({ column, axis, onBlock }: ColumnProps) {
  const entries = column.resource?.entries.filter(({ kind }) => kind !== 'hours') ?? []
  return entries.map((entry) => {
    const what = entry.note || (entry.kind === 'leave' ? s.leave : s.block)
    const label = s.blockAt(
      what,
      formatMinute(Math.max(entry.from, axis.from)),
      formatMinute(Math.min(entry.to, axis.to)),
    )
    const look = clsx(
      'absolute inset-x-0.5 overflow-clip rounded-sm border border-line-strong/50 px-2 py-1 text-left text-xs font-semibold text-ink-2',
      entry.kind === 'leave' ? HATCHED : 'bg-surface-2',
    )
    const style = verticalStyle(axis, entry)
    if (style.height <= 0) return null
    return entry.kind === 'block' && entry.is_one_day ? (
      <button
        key={entry.id}
        type="button"
        className={clsx(look, 'hover:underline')}
        style={style}
        onClick={() => onBlock(column, entry)}
      >
        {label}
      </button>
    ) : (
      <span key={entry.id} className={look} style={style}>
        {label}
      </span>
    )
  })
}

type ItemProps = ColumnProps & { visit: BoardVisit; lane: number; lanes: number }

function BoardItem({ visit, lane, lanes, ...column }: ItemProps) {
  const shown = useMemo(() => visitInColumn(visit, column.column.id), [visit, column.column.id])
  const { axis, minute, mode, day, current, draggedId, onOpen, onDragStart } = column
  const mark = markOf(visit, new Date(minute))
  const place = roomOrPersonOf(day, visit, mode)
  const alerts = column.warnings.alertTexts.get(visit.client_id)
  const missingForms = column.warnings.missingForms.get(visit.id)
  const { from, to, occupied } = timeInColumn(visit, column.column.id)
  const label = [
    visit.name,
    servicesOf(shown),
    formatTimeRange(shown.appointment_time, shown.duration_minutes),
    place,
    statusMessages.statuses[visit.status],
    mark?.text,
    alerts,
    visit.overbook_reason && s.overbookedWhy(visit.overbook_reason),
  ]
    .filter(Boolean)
    .join(', ')
  const width = { left: `${(100 * lane) / lanes}%`, width: `${100 / lanes}%` }
  return (
    <li>
      {occupied && <Buffer axis={axis} span={{ from: occupied.from, to: from }} />}
      <button
        type="button"
        data-visit={visit.id}
        tabIndex={visit.id === current ? 0 : -1}
        aria-label={label}
        title={label}
        onPointerDown={(event) => {
          event.stopPropagation()
          onDragStart(event, visit, column.column.id)
        }}
        onClick={() => onOpen(visit)}
        style={{ ...verticalStyle(axis, { from, to }), ...width }}
        className={clsx(
          'absolute z-[2] touch-manipulation px-0.5 py-px outline-offset-[-2px] select-none hover:brightness-97',
          visit.id === draggedId && 'rounded-sm outline-2 outline-line-strong outline-dashed *:invisible',
        )}
      >
        <VisitCard
          visit={shown}
          mark={mark?.text}
          markLook={mark?.look}
          {...{ place, alerts, missingForms }}
          isNarrow={lanes > 1}
        />
      </button>
      {occupied && <Buffer axis={axis} span={{ from: to, to: occupied.to }} />}
    </li>
  )
}

/** The minutes before or after a visit in which the visit's resources are still occupied. */
function Buffer({ axis, span }: { axis: Span; span: Span }) {
  if (span.to <= span.from) return null
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-1 rounded-sm border border-dashed border-line bg-surface-2/60"
      style={verticalStyle(axis, span)}
    />
  )
}

/**
 * Returns the text that a visit's card shows besides the client and service: the room if columns are practitioners, the
 * practitioner if they are rooms.
 */
function roomOrPersonOf({ resources }: BoardDay, visit: BoardVisit, mode: BoardMode): string {
  if (mode === 'room') return peopleOf(visit) ?? ''
  const rooms = resources.filter(({ kind }) => kind === 'room')
  return rooms.length < 2 ? '' : (rooms.find(({ id }) => visit.resource_ids.includes(id))?.name ?? '')
}

/** If a pressed mouse moves fewer pixels than this, a half hour is tapped and no range is drawn. */
const DRAWS_PX = 4

/**
 * Follows the mouse over free parts of a column and selects whole half hours; a tap selects the last start time before
 * the pointer.
 */
function useDraw(axis: Axis, onDrawn: (span: Span) => void) {
  return (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || (event.target as HTMLElement).closest('button')) return
    const column = event.currentTarget
    const drawn = column.querySelector<HTMLElement>('[data-drawn]')!
    const { top } = column.getBoundingClientRect()
    const scrolled = { y: event.clientY }
    const minuteAt = (y: number) => axis.from + (y - top) / MINUTE_PX
    const halfHourAt = (y: number) => startBefore(minuteAt(y), { ...axis, every: 30 })
    const first = halfHourAt(event.clientY)
    const tapped = startBefore(minuteAt(event.clientY), axis)
    let span = { from: tapped, to: tapped + 30 }
    const isMouse = event.pointerType === 'mouse'
    let isDrawing = false
    const listening = new AbortController()
    const move = ({ clientX, clientY }: MouseEvent | globalThis.PointerEvent) => {
      // A finger that moves scrolls the board, so drawing is cancelled.
      if (!isMouse && Math.hypot(clientX - event.clientX, clientY - scrolled.y) > 8) return listening.abort()
      if (!isMouse || !(isDrawing ||= Math.abs(clientY - event.clientY) > DRAWS_PX)) return
      const at = halfHourAt(clientY)
      span = { from: Math.min(first, at), to: Math.max(first, at) + 30 }
      const { top: y, height } = verticalStyle(axis, span)
      Object.assign(drawn.style, { display: 'block', top: `${y}px`, height: `${height}px` })
    }
    const end = () => {
      listening.abort()
      drawn.style.display = ''
    }
    const { signal } = listening
    window.addEventListener('pointermove', move, { signal })
    window.addEventListener('pointercancel', end, { signal })
    window.addEventListener(
      'pointerup',
      () => {
        end()
        onDrawn(span)
      },
      { signal },
    )
  }
}

/** Tells whether a half hour of the board is in the future. */
export const isFuture = ({ date }: BoardDay, minute: number, now: Date): boolean => !hasBegun(date, timeOf(minute), now)
