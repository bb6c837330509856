import { useQuery } from '@tanstack/react-query'
import { CalendarHeart } from 'lucide-react'
import { Link } from 'react-router'
import { appointmentsContract, type ClientAppointment } from '#shared/appointments/contract.ts'
import { formatLongDate } from '#shared/lib/manila-time.ts'
import { profileSentences as s } from '#shared/profile/sentences.ts'
import { paths } from '#web/lib/paths.ts'
import { query } from '#web/lib/query.ts'
import { sentenceOf } from '#web/lib/query-client.ts'
import { useNow } from '#web/lib/use-now.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { BookLink } from './book-link.tsx'
import { DateTile } from './date-tile.tsx'
import { RowSkeletons } from './row-skeletons.tsx'
import { daysAhead, visitTime } from './visit-words.ts'

/** The soonest appointment that is not over, and the way to book another. */
export function NextAppointment() {
  const list = useQuery(query(appointmentsContract.mine, { querystring: { group: 'upcoming', per_page: 1 } }))
  const next = list.data?.appointments[0]
  return (
    <SectionCard title={s.nextAppointment}>
      {sentenceOf(list) && (
        <ErrorPanel message={s.appointmentsNotLoaded} onRetry={() => void list.refetch()} busy={list.isFetching} />
      )}
      {/* As high as what comes: nothing below it moves. */}
      <div className="flex min-h-40 flex-col justify-center">
        {list.isPending && <RowSkeletons count={1} />}
        {next && <Visit visit={next} />}
        {list.data && !next && (
          <EmptyState icon={CalendarHeart} title={s.noUpcoming} body={s.bookFirst} className="py-0!" />
        )}
      </div>
      <div className="mt-5 flex gap-3 max-sm:flex-col">
        <BookLink>{next ? s.bookAgain : s.bookNow}</BookLink>
        <Link to={paths.profile} className={buttonClass({ pill: true })}>
          {s.allAppointments}
        </Link>
      </div>
    </SectionCard>
  )
}

function Visit({ visit }: { visit: ClientAppointment }) {
  const ahead = daysAhead(visit.appointment_date, useNow())
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <DateTile date={visit.appointment_date} />
      <div className="min-w-0 flex-1 basis-44">
        {ahead && <p className="tnum text-sm font-bold text-primary">{ahead}</p>}
        <p className="text-lg font-bold wrap-anywhere">{visit.service_name}</p>
        <p className="tnum text-sm text-ink-2">
          {formatLongDate(visit.appointment_date)}, {visitTime(visit.appointment_time)}
        </p>
      </div>
      <StatusBadge status={visit.appointment_status}>{s.statuses[visit.appointment_status]}</StatusBadge>
    </div>
  )
}
