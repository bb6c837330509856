import { CalendarClock, SearchX } from 'lucide-react'
import { memo, useMemo, useRef } from 'react'
import { appointmentsContract, APPOINTMENT_SORTS, type StaffAppointment } from '#shared/appointments/contract.ts'
import { deskMessages as s } from '#shared/appointments/desk-messages.ts'
import { statusMessages } from '#shared/appointments/messages.ts'
import { OPEN_STATUSES } from '#shared/appointments/status.ts'
import { useList, type List } from '#web/data/use-list.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { ActionsCell } from './appointment-actions.tsx'
import { ClientCell, ServiceCell, StatusCell, TimeCell } from './appointment-cells.tsx'
import type { StartTransition } from './appointment-changes.ts'
import { ListExport } from '#web/exports/list-export.tsx'
import { appointmentFile } from '#shared/appointments/list-file.ts'

type Row = StaffAppointment

const columnsFrom = (first: number, startTransition: StartTransition): Column<Row>[] => [
  { key: 'number', header: s.number, cell: (_, i) => first + i, align: 'right', className: 'w-12', card: 'hidden' },
  { key: 'client', header: s.client, cell: (row) => <ClientCell appointment={row} />, card: 'title' },
  { key: 'service', header: s.service, cell: (row) => <ServiceCell appointment={row} /> },
  { key: 'time', header: s.time, cell: (row) => <TimeCell appointment={row} /> },
  { key: 'status', header: s.status, cell: (row) => <StatusCell appointment={row} /> },
  {
    key: 'actions',
    header: s.actions,
    cell: (row) => <ActionsCell appointment={row} startTransition={startTransition} />,
    align: 'right',
    card: 'actions',
  },
]

const nothing = <EmptyState icon={CalendarClock} title={s.noData} body={s.noDataHint} className="py-8" />

const noneFound = <EmptyState icon={SearchX} title={s.noneFound} body={s.noneFoundHint} className="py-8" />

type ActiveList = List<typeof appointmentsContract.list>

/** Unfinished appointments; status, search and order are in the URL. */
const useActiveList = (): ActiveList =>
  useList(appointmentsContract.list, {
    fixed: { scope: 'active', from: undefined, to: undefined, client_id: undefined, payment: undefined },
    live: true,
    failed: s.failedToLoad,
  })

type ActiveProps = { startTransition: StartTransition }

/** The table of unfinished appointments with their possible status changes, overdue ones first, then by time. */
export const ActiveAppointments = memo(function ActiveAppointments({ startTransition }: ActiveProps) {
  const list = useActiveList()
  const { answer, query } = list
  const isNew = useNewRows(
    list.isPrevious ? undefined : answer?.appointments.map((row) => row.id),
    JSON.stringify(query),
  )
  const all = total(answer?.summary)
  const first = ((answer?.page ?? 1) - 1) * (answer?.per_page ?? 0) + 1
  const columns = useMemo(() => columnsFrom(first, startTransition), [first, startTransition])
  return (
    <SectionCard
      title={s.active}
      aside={all > 0 && <Badge>{all}</Badge>}
      bodyClassName="px-3 pb-3 sm:px-5 sm:pb-5 space-y-3"
    >
      <Filters list={list} />
      <DataTable
        label={s.active}
        columns={columns}
        rowKey={(row) => row.id}
        rowClassName={(row) => (isNew(row.id) ? 'animate-flash' : undefined)}
        empty={query.search === '' && query.status === undefined ? nothing : noneFound}
        maxHeight="max-h-[250px] cards:max-h-[32rem]"
        cardsBelow="lg"
        {...list.table}
        rows={answer?.appointments}
      />
      <Pager {...list.pager} label={s.activePages} />
    </SectionCard>
  )
})

type Summary = NonNullable<ActiveList['answer']>['summary']
const total = (summary: Summary): number => Object.values(summary ?? {}).reduce((sum, count) => sum + count, 0)

const ALL = 'all'
const BY_TIME = 'time'
const sorts = [BY_TIME, ...APPOINTMENT_SORTS] as const

/** The number of appointments in each status, and the fields for search and order. */
function Filters({ list }: { list: ActiveList }) {
  const { answer, query, change, searchBox } = list
  const { summary } = answer ?? {}
  const withCount = (word: string, count: number) => (summary ? s.statusWith(word, count) : word)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SegmentedControl
        aria-label={s.statusFilter}
        value={query.status ?? ALL}
        onChange={(status) => change({ status: status === ALL ? undefined : status })}
        options={[
          { value: ALL, label: withCount(s.allStatuses, total(summary)) },
          ...OPEN_STATUSES.map((value) => ({
            value,
            label: withCount(statusMessages.statuses[value], summary?.[value] ?? 0),
          })),
        ]}
      />
      <SearchBox label={s.searchActive} {...searchBox} className="min-w-52 flex-1" />
      <ListExport
        list={list}
        file={appointmentFile}
        endpoint={appointmentsContract.exportList}
        covers={[s.active, query.status && statusMessages.statuses[query.status]]}
      />
      <Select
        aria-label={s.sortBy}
        value={query.sort ?? BY_TIME}
        onChange={(sort) => change({ sort: sort === BY_TIME ? undefined : sort })}
        options={sorts.map((value) => ({ value, label: s.sorts[value] }))}
        className="w-44! max-sm:w-full!"
      />
    </div>
  )
}

const newestOf = (ids: readonly string[]) => ids.reduce((newest, id) => (id > newest ? id : newest), '')

/**
 * True for a visit that was booked while this list was open; its row flashes once. Ids sort by creation time, so a row
 * that has only moved up from the next page has a smaller id than the newest row seen so far.
 */
function useNewRows(ids: readonly string[] | undefined, view: string): (id: string) => boolean {
  const seen = useRef({ view: '', newest: '', fresh: new Set<string>() })
  if (ids && seen.current.view !== view) seen.current = { view, newest: newestOf(ids), fresh: new Set() }
  const { newest, fresh } = seen.current
  for (const id of ids ?? []) if (id > newest) fresh.add(id)
  return (id) => fresh.has(id)
}
