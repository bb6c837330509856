import { CircleCheckBig } from 'lucide-react'
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
import { ClientCell, StatusCell, TimeCell } from './appointment-cells.tsx'
import type { AppointmentList } from './use-desk-lists.ts'

const columns: Column<StaffAppointment>[] = [
  { key: 'client', header: s.client, cell: (row) => <ClientCell appointment={row} />, card: 'title' },
  { key: 'time', header: s.time, cell: (row) => <TimeCell appointment={row} /> },
  { key: 'status', header: s.status, cell: (row) => <StatusCell appointment={row} /> },
]

const nothing = <EmptyState icon={CircleCheckBig} title={s.noneCompleted} className="py-8" />

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
        empty={nothing}
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
