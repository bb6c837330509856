import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CalendarCheck } from 'lucide-react'
import { useState } from 'react'
import { appointmentsContract, type StaffAppointment } from '#shared/appointments/contract.ts'
import { formatShortDate, formatTime } from '#shared/lib/manila-time.ts'
import { pageCount } from '#shared/lib/paging.ts'
import { posDemoSentences as s } from '#shared/pos-demo/sentences.ts'
import { sentenceOf } from '#web/lib/query-client.ts'
import { query } from '#web/lib/query.ts'
import { RowSkeletons } from '#web/profile/row-skeletons.tsx'
import { allServices } from '#web/sales/api.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { offerOf } from './clinic-services.tsx'
import { OfferList, OfferRow, type TallyProps } from './offer-list.tsx'

const PAGE_SIZE = 10

const confirmedOn = (page: number) =>
  query(appointmentsContract.list, {
    querystring: { scope: 'active', status: 'confirmed', page, per_page: PAGE_SIZE },
  })

/** What the confirmed visits will cost, each by the present price of its service. */
export function ConfirmedAppointments(props: TallyProps) {
  const [page, setPage] = useState(1)
  const visits = useQuery({ ...confirmedOn(page), placeholderData: keepPreviousData })
  const services = useQuery(allServices)
  const pages = pageCount(visits.data?.total ?? 0, PAGE_SIZE)
  return (
    <div className="space-y-4">
      {sentenceOf(visits) && (
        <ErrorPanel message={s.confirmedFailed} onRetry={() => void visits.refetch()} busy={visits.isFetching} />
      )}
      {sentenceOf(services) && (
        <ErrorPanel message={s.servicesFailed} onRetry={() => void services.refetch()} busy={services.isFetching} />
      )}
      {(visits.isPending || (services.isPending && visits.data?.total !== 0)) && <RowSkeletons count={4} />}
      {visits.data?.total === 0 && <EmptyState icon={CalendarCheck} title={s.noConfirmed} body={s.noConfirmedHint} />}
      {visits.data && services.data && (
        <OfferList>
          {visits.data.appointments.map((visit) => (
            <Visit
              key={visit.id}
              visit={visit}
              service={services.data.find((service) => service.service_id === visit.service_id)}
              {...props}
            />
          ))}
        </OfferList>
      )}
      <Pager page={page} pageCount={pages} onChange={setPage} variant="steps" />
    </div>
  )
}

type VisitProps = TallyProps & { visit: StaffAppointment; service: Parameters<typeof offerOf>[0] | undefined }

function Visit({ visit, service, ...props }: VisitProps) {
  const when = `${formatShortDate(visit.appointment_date)}, ${formatTime(visit.appointment_time)}`
  return (
    <OfferRow
      title={visit.service_name}
      detail={`${visit.name} · ${when}`}
      offer={service && offerOf(service)}
      addLabel={s.addForVisit(visit.service_name, visit.name)}
      {...props}
    />
  )
}
