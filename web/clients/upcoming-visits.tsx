import { appointmentsContract } from '#shared/appointments/contract.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import { ServiceCell, StatusCell, TimeCell } from '#web/appointments/desk/appointment-cells.tsx'
import { useRead } from '#web/data/use-read.ts'
import { useEventStream } from '#web/lib/events.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { ErrorPanel } from '#web/ui/data/error-panel.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/data/skeleton.tsx'

/** What is booked and not finished, soonest first. */
export function UpcomingVisits({ clientId }: { clientId: string }) {
  const querystring = { scope: 'active', client_id: clientId, per_page: 100 } as const
  const { data, isLoading, failure, reload } = useRead(appointmentsContract.list, { querystring }, { live: true })
  useEventStream(() => void reload())
  const visits = data?.appointments ?? []
  return (
    <SectionCard title={s.upcoming} aside={visits.length > 0 && <Badge tone="primary">{visits.length}</Badge>}>
      {failure && <ErrorPanel {...failure} message={`${s.failedToLoadUpcoming} ${failure.message}`} />}
      {isLoading && (
        <SkeletonGroup>
          <Skeleton className="h-12" />
        </SkeletonGroup>
      )}
      {data && visits.length === 0 && <p className="text-sm text-ink-2">{s.noneUpcoming}</p>}
      <ul className="divide-y divide-line">
        {visits.map((visit) => (
          <li key={visit.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
            <span className="min-w-0">
              <ServiceCell appointment={visit} />
            </span>
            <span className="min-w-0 flex-1 basis-40 sm:text-right">
              <TimeCell appointment={visit} />
            </span>
            <StatusCell appointment={visit} />
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}
