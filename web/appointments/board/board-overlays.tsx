import { clsx } from 'clsx'
import { TriangleAlert } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { BoardDay } from '#shared/appointments/board-contract.ts'
import { boardMessages as s } from '#shared/appointments/calendar-messages.ts'
import { formatTimeRange } from '#shared/appointments/slots.ts'
import { formatTime } from '#shared/lib/manila-time.ts'
import type { Span } from '#shared/resources/free-starts.ts'
import { timeOf, type BoardColumn, type BoardMode, type DropConflict } from './board-rules.ts'
import { MINUTE_PX, useDragPart, type Drag, type DragStore } from './use-drag.ts'
import { conflictOf } from './use-drop.tsx'

/** The labels of the hours at the left of the day board, which stay visible when its columns scroll sideways. */
export function TimeLabels({ axis }: { axis: Span }) {
  const hours = Array.from({ length: (axis.to - axis.from) / 60 }, (_, i) => axis.from + i * 60)
  return (
    <div className="sticky left-0 z-[3] bg-surface" aria-hidden="true">
      {hours.map((minute) => (
        <span
          key={minute}
          className="tnum block px-2 pt-0.5 text-right text-xs text-ink-2"
          style={{ height: 60 * MINUTE_PX }}
        >
          {formatTime(timeOf(minute)).replace(':00', '')}
        </span>
      ))}
    </div>
  )
}

const DAY = 24 * 60

/**
 * Draws today's current time as a line behind the visits, so that names stay readable. The line has no z-index and
 * comes before the columns, each of which is a stacking context.
 */
export function NowLine({ axis, minute }: { axis: Span; minute: number }) {
  const at = (minute / 60_000 + 8 * 60) % DAY
  if (at < axis.from || at > axis.to) return null
  return (
    <span
      aria-hidden="true"
      data-now-line
      style={{ top: (at - axis.from) * MINUTE_PX }}
      className="pointer-events-none absolute inset-x-0"
    >
      <span className="absolute inset-x-0 h-0.5 bg-danger" />
      <span className="tnum sticky left-0 z-[4] inline-block -translate-y-1/2 rounded-full bg-danger px-1.5 text-xs font-bold text-on-danger">
        {formatTime(timeOf(Math.floor(at)))}
      </span>
    </span>
  )
}

type LayerProps = {
  store: DragStore
  /** A dropped visit whose move is being saved. */
  pending: Drag | null
  ground: RefObject<HTMLDivElement | null>
  day: BoardDay
  mode: BoardMode
  axis: Span
  columns: readonly BoardColumn[]
  titleOf: (columnId: string) => string
}

/**
 * Draws what the day board shows while a visit is dragged: the dragged visit, and a bar that says where it would go.
 */
export function DragLayer({ store, pending, ground, day, mode, axis, columns, titleOf }: LayerProps) {
  const drag = useDragPart(store, (one) => one)
  const conflict = useMemo(() => drag && conflictOf(day, drag, mode), [day, drag, mode])
  const shown = drag ?? pending
  return (
    <>
      {/* This layer keeps the visits under the pointer from reacting to the mouse during a drag. */}
      {drag?.by === 'pointer' && <div className="absolute inset-0 z-[6] cursor-grabbing" />}
      {shown && <DragGhost {...{ ground, axis, columns, conflict }} drag={shown} />}
      {drag && <DragBar drag={drag} conflict={conflict} name={titleOf(drag.target.columnId)} />}
    </>
  )
}

type GhostProps = Pick<LayerProps, 'ground' | 'axis' | 'columns'> & {
  drag: Drag
  /** Why the visit cannot be dropped at its target; null if it can. */
  conflict: DropConflict | null
}

const span = ({ visit, target }: Drag) => formatTimeRange(timeOf(target.start), visit.duration_minutes)

/** The dragged visit at its target; red, with the reason, where it cannot be dropped. Only a CSS transform moves it. */
function DragGhost({ ground, drag, axis, columns, conflict }: GhostProps) {
  const { visit, target, by } = drag
  const card = useRef<HTMLDivElement>(null)
  const [places, setPlaces] = useState<ReadonlyMap<string, { x: number; width: number }>>()
  useLayoutEffect(() => {
    const found = [...(ground.current?.querySelectorAll<HTMLElement>('[data-column]') ?? [])]
    setPlaces(
      new Map(found.map((column) => [column.dataset['column']!, { x: column.offsetLeft, width: column.offsetWidth }])),
    )
  }, [ground, columns])
  const { columnId, start } = target
  useLayoutEffect(() => {
    if (by === 'keys') card.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [by, columnId, start, places])
  const place = places?.get(columnId)
  if (!place) return null
  return (
    <div
      ref={card}
      aria-hidden="true"
      data-ghost
      style={{
        transform: `translate(${place.x}px, ${(start - axis.from) * MINUTE_PX}px)`,
        width: place.width,
        height: Math.max(visit.duration_minutes * MINUTE_PX, 48),
      }}
      className={clsx(
        'pointer-events-none absolute top-0 left-0 z-[5] flex scroll-m-20 flex-col overflow-clip rounded-ctl border-2 px-2 py-1 text-xs shadow-3 will-change-transform',
        conflict ? 'border-danger bg-danger-soft text-danger' : 'border-primary bg-surface text-ink',
      )}
    >
      <span className="tnum shrink-0 truncate text-sm font-extrabold">{span(drag)}</span>
      <span className="shrink-0 truncate font-bold">{visit.name}</span>
      {conflict && <span className="line-clamp-3 font-semibold">{conflict.text}</span>}
    </div>
  )
}

function hintOf({ by }: Drag, conflict: DropConflict | null): string {
  if (by === 'keys') return s.keys
  if (conflict === null) return s.dropHint
  return conflict.over.length > 0 ? s.overbookHint : s.putBackHint
}

type DragBarProps = { drag: Drag; conflict: DropConflict | null; name: string }

/** Announces, also to screen readers, where the visit would go and what prevents it. */
function DragBar({ drag, conflict, name }: DragBarProps) {
  return (
    <div
      role="status"
      className={clsx(
        'pointer-events-none fixed inset-x-4 bottom-4 z-30 mx-auto flex max-w-3xl items-center gap-3 rounded-card border bg-surface px-4 py-3 shadow-3',
        conflict ? 'border-danger' : 'border-line',
      )}
    >
      {conflict && <TriangleAlert size={22} className="shrink-0 text-danger" aria-hidden="true" />}
      <span className="min-w-0">
        <span className="tnum block text-sm font-bold">
          {conflict?.text ?? s.fits(drag.visit.name, span(drag), name)}
        </span>
        <span className="block text-xs text-ink-2">{hintOf(drag, conflict)}</span>
      </span>
    </div>
  )
}
