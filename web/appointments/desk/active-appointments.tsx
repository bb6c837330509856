import { CalendarClock } from 'lucide-react'
import type { StaffAppointment } from '#shared/appointments/contract.ts'
import { deskSentences as s } from '#shared/appointments/desk-sentences.ts'
import { formatInstantTime } from '#shared/lib/manila-time.ts'
import { pageCount } from '#shared/lib/paging.ts'
import { sentenceOf } from '#web/lib/query-client.ts'
import { useExistingPage } from '#web/lib/use-existing-page.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import type { Column } from '#web/ui/data-table-column.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { ActionsCell, ClientCell, ServiceCell, StatusCell, TimeCell } from './appointment-cells.tsx'
import type { AppointmentList } from './use-desk-lists.ts'
import type { StartMove } from './use-desk-moves.tsx'
import { useNewRows } from './use-new-rows.ts'

type Row = StaffAppointment

const columnsFrom = (first: number, startMove: StartMove): Column<Row>[] => [
  { key: 'number', header: s.number, cell: (_, i) => first + i, align: 'right', className: 'w-12', card: 'hidden' },
  { key: 'client', header: s.client, cell: (row) => <ClientCell appointment={row} />, card: 'title' },
  { key: 'service', header: s.service, cell: (row) => <ServiceCell appointment={row} /> },
  { key: 'time', header: s.time, cell: (row) => <TimeCell appointment={row} /> },
  { key: 'status', header: s.status, cell: (row) => <StatusCell appointment={row} /> },
  {
    key: 'actions',
    header: s.actions,
    cell: (row) => <ActionsCell appointment={row} startMove={startMove} />,
    align: 'right',
    card: 'actions',
  },
]

const nothing = <EmptyState icon={CalendarClock} title={s.noData} body={s.noDataHint} className="py-8" />

type ActiveAppointmentsProps = {
  list: AppointmentList
  page: number
  onPage: (page: number) => void
  startMove: StartMove
}

/** Everything unfinished: overdue ones first, then by time, each with the moves that are open to it. */
export function ActiveAppointments({ list, page, onPage, startMove }: ActiveAppointmentsProps) {
  const { data } = list
  const pages = pageCount(data?.total ?? 0, data?.per_page ?? 1)
  useExistingPage(page, data && !list.isPlaceholderData ? pages : undefined, onPage)
  const isNew = useNewRows(list.isPlaceholderData ? undefined : data?.appointments.map((row) => row.id), page)
  const shown = data?.page ?? 1
  return (
    <SectionCard
      title={s.active}
      aside={data && data.total > 0 && <Badge>{data.total}</Badge>}
      bodyClassName="px-3 pb-3 sm:px-5 sm:pb-5 space-y-3"
    >
      <DataTable
        label={s.active}
        columns={columnsFrom((shown - 1) * (data?.per_page ?? 0) + 1, startMove)}
        rows={data?.appointments}
        rowKey={(row) => row.id}
        rowClassName={(row) => (isNew(row.id) ? 'animate-flash' : undefined)}
        empty={nothing}
        error={sentenceOf(list, s.failedToLoad)}
        onRetry={() => void list.refetch()}
        busy={list.isFetching}
        lastUpdated={formatInstantTime(new Date(list.dataUpdatedAt))}
        maxHeight="max-h-[250px] cards:max-h-[32rem]"
        cardsBelow="lg"
      />
      <Pager page={page} pageCount={pages} onChange={onPage} label={s.activePages} />
    </SectionCard>
  )
}
