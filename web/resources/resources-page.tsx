import {
  CalendarOff,
  CircleUserRound,
  Cpu,
  DoorOpen,
  Plus,
  SearchX,
  ArrowDown,
  ArrowUp,
  CalendarPlus,
  Pencil,
} from 'lucide-react'
import { useMemo } from 'react'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { calendarFeedMessages } from '#shared/messages/messages.ts'
import { resourcesContract, type Resource } from '#shared/resources/contract.ts'
import { RESOURCE_KINDS, type ResourceKind } from '#shared/resources/free-starts.ts'
import { resourceMessages as s } from '#shared/resources/messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { useList } from '#web/data/use-list.ts'
import { HistoryButton } from '#web/history-logs/history-button.tsx'
import { api } from '#web/lib/api.ts'
import { useAddress } from '#web/lib/use-url-state.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { weekLines } from '#shared/resources/hours-text.ts'
import { ListExport } from '#web/exports/list-export.tsx'
import { resourceFile } from '#shared/resources/list-file.ts'

const ResourceDialog = lazyDialog(async () => (await import('./resource-dialog.tsx')).ResourceDialog)
const ExceptionsDialog = lazyDialog(async () => (await import('./exceptions-dialog.tsx')).ExceptionsDialog)

const CalendarFeedDialog = lazyDialog(async () => (await import('#web/messages/calendar-feed.tsx')).CalendarFeedDialog)
const CloseHoursDialog = lazyDialog(async () => (await import('./exceptions-dialog.tsx')).CloseHoursDialog)

const tabs = RESOURCE_KINDS.map((kind) => ({ value: kind, label: s.kinds[kind] }))
const icons = { practitioner: CircleUserRound, room: DoorOpen, device: Cpu }

/** The open tab from the URL: `?kind=room`. Another tab starts without filters. */
function useKind(): [ResourceKind, (kind: ResourceKind) => void] {
  const [params, edit] = useAddress()
  const named = params.get('kind')
  const open = (next: ResourceKind) =>
    edit((address) => {
      Array.from(address.keys()).forEach((name) => address.delete(name))
      if (next !== RESOURCE_KINDS[0]) address.set('kind', next)
    })
  return [RESOURCE_KINDS.find((kind) => kind === named) ?? RESOURCE_KINDS[0], open]
}

/** The settings page for practitioners, rooms and devices. */
export default function ResourcesPage() {
  const [kind, openKind] = useKind()
  const edit = useDialog(ResourceDialog)
  const closeHours = useDialog(CloseHoursDialog)
  const add = (
    <Button
      variant="primary"
      icon={<Plus size={18} aria-hidden="true" />}
      onClick={() => edit.open({ kind, resource: null })}
    >
      {s.add[kind]}
    </Button>
  )
  return (
    <div className="space-y-4">
      <PageHeader
        title={s.title}
        subtitle={s.subtitle}
        actions={
          <>
            {kind === 'room' && (
              <Button icon={<CalendarOff size={18} aria-hidden="true" />} onClick={() => closeHours.open({})}>
                {s.closeHours}
              </Button>
            )}
            {add}
          </>
        }
      />
      <Tabs label={s.kindsLabel} items={tabs} value={kind} onChange={openKind} panelClassName="mt-4">
        <ResourceList key={kind} kind={kind} onEdit={(resource) => edit.open({ kind, resource })} />
      </Tabs>
      {edit.element}
      {closeHours.element}
    </div>
  )
}

type ResourceListProps = { kind: ResourceKind; onEdit: (resource: Resource) => void }

function ResourceList({ kind, onEdit }: ResourceListProps) {
  const list = useList(resourcesContract.list, { fixed: { kind }, failed: s.failedToLoad })
  const { open: openExceptions, element: exceptions } = useDialog(ExceptionsDialog)
  const { open: openFeed, element: feed } = useDialog(CalendarFeedDialog)
  const { run: move } = useAction(
    ({ id, direction }: { id: string; direction: 'up' | 'down' }) =>
      api(resourcesContract.move, { params: { id }, body: { direction } }),
    { failed: s.notMoved, reread: [resourcesContract.list] },
  )
  const canMove = list.query.search === ''
  const columns = useMemo(
    () =>
      resourceColumns({
        onEdit,
        onExceptions: (resource) => openExceptions({ resource }),
        onFeed: (resource) => openFeed({ resource }),
        onMove: ({ id }, direction) => void move({ id, direction }),
        count: list.total ?? 0,
        canMove,
      }),
    [onEdit, openExceptions, openFeed, move, list.total, canMove],
  )
  const Icon = icons[kind]
  const empty = canMove ? (
    <EmptyState icon={Icon} title={s.none[kind]} body={s.noneHint[kind]} />
  ) : (
    <EmptyState icon={SearchX} title={s.noMatch} body={s.noMatchHint} />
  )
  return (
    <section className="space-y-3">
      <div className="flex flex-wrap items-center gap-3">
        <SearchBox label={s.search[kind]} {...list.searchBox} className="w-full sm:w-80" />
        <ListExport list={list} file={resourceFile} endpoint={resourcesContract.exportList} covers={[s.kinds[kind]]} />
      </div>
      <DataTable
        label={s.kinds[kind]}
        columns={columns}
        rowKey={(row) => row.id}
        empty={empty}
        cardsBelow="lg"
        {...list.table}
      />
      {exceptions}
      {feed}
    </section>
  )
}

type ResourceActions = {
  onEdit: (resource: Resource) => void
  onExceptions: (resource: Resource) => void
  /** Opens the calendar feed of an active practitioner or room. */
  onFeed: (resource: Resource) => void
  onMove: (resource: Resource, direction: 'up' | 'down') => void
  /** The number of resources, because the last one cannot move down. */
  count: number
  /** False in a searched list: moving needs the full order, which such a list does not show. */
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

/** The maximum number of services that are listed by name; the number of further services follows. */
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

/** A resource's next exception (leave or other hours), and the number of later exceptions. */
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
      {row.kind !== 'device' && row.is_active && (
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

const resourceColumns = (actions: ResourceActions): Column<Resource>[] => [
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
