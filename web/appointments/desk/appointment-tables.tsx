import { CalendarClock, CircleCheckBig } from 'lucide-react'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useRef } from 'react'
import { appointmentsContract, type StaffAppointment } from '#shared/appointments/contract.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { query, rereadEveryMinute } from '#web/lib/query.ts'
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
import type { StartMove } from './offered-moves.ts'

type AppointmentList = UseQueryResult<Output<typeof appointmentsContract.list>>

/** A page of the unfinished or of today's completed appointments. */
export const useDeskList = (scope: 'active' | 'completed-today', page: number): AppointmentList =>
  useQuery({
    ...query(appointmentsContract.list, { querystring: { scope, page } }),
    placeholderData: keepPreviousData,
    ...rereadEveryMinute,
  })

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

const columns: Column<StaffAppointment>[] = [
  { key: 'client', header: s.client, cell: (row) => <ClientCell appointment={row} />, card: 'title' },
  { key: 'time', header: s.time, cell: (row) => <TimeCell appointment={row} /> },
  { key: 'status', header: s.status, cell: (row) => <StatusCell appointment={row} /> },
]

const noneCompleted = <EmptyState icon={CircleCheckBig} title={s.noneCompleted} className="py-8" />

type CompletedTodayProps = { list: AppointmentList; page: number; onPage: (page: number) => void }

/** What was finished since midnight in Manila, newest first. */
export function CompletedToday({ list, page, onPage }: CompletedTodayProps) {
  const { data } = list
  const pages = pageCount(data?.total ?? 0, data?.per_page ?? 1)
  useExistingPage(page, data && !list.isPlaceholderData ? pages : undefined, onPage)
  return (
    <SectionCard
      title={s.completedToday}
      aside={data && data.total > 0 && <Badge>{data.total}</Badge>}
      bodyClassName="px-3 pb-3 sm:px-5 sm:pb-5 space-y-3"
    >
      <DataTable
        label={s.completedToday}
        columns={columns}
        rows={data?.appointments}
        rowKey={(row) => row.id}
        empty={noneCompleted}
        error={sentenceOf(list, s.failedToLoad)}
        onRetry={() => void list.refetch()}
        busy={list.isFetching}
        lastUpdated={formatInstantTime(new Date(list.dataUpdatedAt))}
        maxHeight="max-h-[200px] cards:max-h-[24rem]"
        skeletonRows={3}
      />
      <Pager page={page} pageCount={pages} onChange={onPage} label={s.completedPages} />
    </SectionCard>
  )
}

const newestOf = (ids: readonly string[]) => ids.reduce((newest, id) => (id > newest ? id : newest), '')

/**
 * True for a row that was booked while the list was on the screen: it flashes once. Ids sort by the time of their making,
 * so a row that only moved up from the next page is older than the newest one here, and is not new.
 */
function useNewRows(ids: readonly string[] | undefined, page: number): (id: string) => boolean {
  const seen = useRef({ page: Number.NaN, newest: '', fresh: new Set<string>() })
  if (ids && seen.current.page !== page) seen.current = { page, newest: newestOf(ids), fresh: new Set() }
  const { newest, fresh } = seen.current
  for (const id of ids ?? []) if (id > newest) fresh.add(id)
  return (id) => fresh.has(id)
}
