import { CalendarOff, CircleUserRound, Cpu, DoorOpen, Plus, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { resourcesContract, type Resource } from '#shared/resources/contract.ts'
import { RESOURCE_KINDS, type ResourceKind } from '#shared/resources/free-starts.ts'
import { resourceMessages as s } from '#shared/resources/messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { useList } from '#web/data/use-list.ts'
import { api } from '#web/lib/api.ts'
import { useAddress } from '#web/lib/use-url-state.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/empty-state.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { resourceColumns } from './resource-columns.tsx'

const ResourceDialog = lazyDialog(async () => (await import('./resource-dialog.tsx')).ResourceDialog)
const ExceptionsDialog = lazyDialog(async () => (await import('./exceptions-dialog.tsx')).ExceptionsDialog)

const CalendarFeedDialog = lazyDialog(async () => (await import('#web/messages/calendar-feed.tsx')).CalendarFeedDialog)
const CloseHoursDialog = lazyDialog(async () => (await import('./close-hours-dialog.tsx')).CloseHoursDialog)

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
        onFeed: (practitioner) => openFeed({ practitioner }),
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
      <SearchBox label={s.search[kind]} {...list.searchBox} className="w-full sm:w-80" />
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
