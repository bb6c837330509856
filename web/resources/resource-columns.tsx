import { ArrowDown, ArrowUp, CalendarOff, CalendarPlus, Cpu, DoorOpen, Pencil } from 'lucide-react'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { calendarFeedMessages } from '#shared/messages/calendar-feed-messages.ts'
import type { Resource } from '#shared/resources/contract.ts'
import { resourceMessages as s } from '#shared/resources/messages.ts'
import { HistoryButton } from '#web/history-logs/history-button.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import type { Column } from '#web/ui/data/data-table.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { weekLines } from './hours-text.ts'

type ResourceActions = {
  onEdit: (resource: Resource) => void
  onExceptions: (resource: Resource) => void
  /** For active practitioners. */
  onFeed: (practitioner: Resource) => void
  onMove: (resource: Resource, direction: 'up' | 'down') => void
  /** The number of resources, because the last one cannot move down. */
  count: number
  /** False in a searched list, which does not show the full order. */
  canMove: boolean
}

function Name({ row }: { row: Resource }) {
  const Icon = row.kind === 'room' ? DoorOpen : Cpu
  return (
    <span className="flex items-center gap-3 py-1">
      {row.kind === 'practitioner' ? (
        <Avatar name={row.name} src={row.photo} />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 place-items-center rounded-full bg-surface-2 text-ink-2"
        >
          <Icon size={20} strokeWidth={1.6} />
        </span>
      )}
      <span className="min-w-0 wrap-anywhere">
        <span className="flex items-center gap-x-2">
          {row.colour && (
            <span aria-hidden="true" className="size-3 shrink-0 rounded-full" style={{ backgroundColor: row.colour }} />
          )}
          <span className="min-w-0 font-semibold">{row.name}</span>
          {!row.is_active && <Badge>{s.inactive}</Badge>}
        </span>
        {row.title && <span className="block text-compact font-normal text-ink-2">{row.title}</span>}
      </span>
    </span>
  )
}

/** How many services are named; the rest is counted. */
const NAMED = 3

function Services({ row: { kind, services } }: { row: Resource }) {
  if (services.length === 0) return kind === 'room' ? s.anyServiceRoom : s.noService
  const named = services.slice(0, NAMED).map(({ name }) => name)
  const more = services.length - named.length
  return [...named, ...(more > 0 ? [s.moreServices(more)] : [])].join(', ')
}

function Hours({ row: { week } }: { row: Resource }) {
  const lines = weekLines(week)
  return lines.length === 0
    ? s.clinicHours
    : lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))
}

/** The next exception, and the number of further ones. */
function Away({ row: { exceptions } }: { row: Resource }) {
  const [next] = exceptions
  if (!next) return s.noExceptions
  const more = exceptions.length - 1
  return (
    <>
      <span className="block font-semibold">{s.exceptionKinds[next.kind]}</span>
      <span className="block">{s.dates(formatShortDate(next.first_date), formatShortDate(next.last_date))}</span>
      {more > 0 && <span className="block">{s.moreServices(more)}</span>}
    </>
  )
}

function RowActions({ row, index, actions }: { row: Resource; index: number; actions: ResourceActions }) {
  const { onEdit, onExceptions, onFeed, onMove, count, canMove } = actions
  return (
    <div className="flex justify-end">
      <IconButton
        label={s.moveUp(row.name)}
        icon={<ArrowUp size={18} aria-hidden="true" />}
        disabled={!canMove || index === 0}
        onClick={() => onMove(row, 'up')}
      />
      <IconButton
        label={s.moveDown(row.name)}
        icon={<ArrowDown size={18} aria-hidden="true" />}
        disabled={!canMove || index === count - 1}
        onClick={() => onMove(row, 'down')}
      />
      <HistoryButton record={{ subject: 'resource', id: row.id, name: row.name }} />
      <IconButton
        label={s.exceptionsOf(row.name)}
        icon={<CalendarOff size={18} aria-hidden="true" />}
        onClick={() => onExceptions(row)}
      />
      {row.kind === 'practitioner' && row.is_active && (
        <IconButton
          label={calendarFeedMessages.open(row.name)}
          icon={<CalendarPlus size={18} aria-hidden="true" />}
          onClick={() => onFeed(row)}
        />
      )}
      <IconButton
        label={s.editOne(row.name)}
        icon={<Pencil size={18} aria-hidden="true" />}
        onClick={() => onEdit(row)}
      />
    </div>
  )
}

export const resourceColumns = (actions: ResourceActions): Column<Resource>[] => [
  { key: 'name', header: s.columnName, card: 'title', className: 'min-w-52', cell: (row) => <Name row={row} /> },
  {
    key: 'services',
    header: s.columnServices,
    className: 'min-w-40 text-ink-2 wrap-anywhere',
    cell: (row) => <Services row={row} />,
  },
  { key: 'hours', header: s.columnHours, className: 'tnum min-w-44 text-ink-2', cell: (row) => <Hours row={row} /> },
  { key: 'away', header: s.columnAway, className: 'tnum min-w-36 text-ink-2', cell: (row) => <Away row={row} /> },
  {
    key: 'actions',
    header: s.actions,
    align: 'right',
    card: 'actions',
    className: 'w-70',
    cell: (row, index) => <RowActions row={row} index={index} actions={actions} />,
  },
]
