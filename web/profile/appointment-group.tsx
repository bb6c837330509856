import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CalendarHeart } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { formatInstantTime } from '#shared/lib/manila-time.ts'
import { pageCount } from '#shared/lib/paging.ts'
import { profileSentences as s } from '#shared/profile/sentences.ts'
import { query } from '#web/lib/query.ts'
import { sentenceOf } from '#web/lib/query-client.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { AppointmentRow } from './appointment-row.tsx'
import { PrevNext } from './prev-next.tsx'
import { RowSkeletons } from './row-skeletons.tsx'
import { useCancelAppointment } from './use-cancel-appointment.ts'

const PER_PAGE = 5

type AppointmentGroupProps = {
  group: 'upcoming' | 'past'
  title: string
  empty: string
  /** The one thing to do when there is nothing. */
  emptyAction?: ReactNode
}

/** Upcoming or past appointments, five at a time, with their number. */
export function AppointmentGroup({ group, title, empty, emptyAction }: AppointmentGroupProps) {
  const [page, setPage] = useState(1)
  const cancel = useCancelAppointment()
  const list = useQuery({
    ...query(appointmentsContract.mine, { querystring: { group, page, per_page: PER_PAGE } }),
    placeholderData: keepPreviousData,
  })
  const appointments = list.data?.appointments
  const pages = pageCount(list.data?.total ?? 0, PER_PAGE)
  // The last appointment of the last page was cancelled: its page is gone.
  if (list.data && !list.isPlaceholderData && page > pages) setPage(pages)
  return (
    <SectionCard title={title} aside={list.data && <Badge tone="primary">{list.data.total}</Badge>}>
      {sentenceOf(list) && (
        <ErrorPanel
          message={s.appointmentsNotLoaded}
          onRetry={() => void list.refetch()}
          busy={list.isFetching}
          lastUpdated={list.data && formatInstantTime(new Date(list.dataUpdatedAt))}
          className="mb-4"
        />
      )}
      {!list.data && !list.error && <RowSkeletons />}
      {appointments?.length === 0 && page === 1 && (
        <EmptyState icon={CalendarHeart} title={empty} action={emptyAction} className="py-8!" />
      )}
      <ul aria-label={title} aria-busy={list.isFetching || undefined}>
        {appointments?.map((appointment) => (
          <AppointmentRow
            key={appointment.appointment_id}
            appointment={appointment}
            onCancel={() => void cancel(appointment)}
          />
        ))}
      </ul>
      <PrevNext label={title} page={page} pageCount={pages} onChange={setPage} />
    </SectionCard>
  )
}
