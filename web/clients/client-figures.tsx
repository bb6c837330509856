import type { ReactNode } from 'react'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { visitMessages as v } from '#shared/appointments/desk-messages.ts'
import type { ClientDetail } from '#shared/clients/contract.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { useRead } from '#web/data/use-read.ts'
import { ErrorPanel, Skeleton } from '#web/ui/data/load-states.tsx'

/** A client's total spending, number of visits, last visit and missed visits. */
export function ClientFigures({ client }: { client: ClientDetail }) {
  const { data, failure } = useRead(salesContract.spending, { params: { id: client.id } })
  const noShows = useRead(visitContract.noShows, { params: { id: client.id } })
  const figures = data?.data
  if (noShows.failure)
    return <ErrorPanel {...noShows.failure} message={`${s.failedToLoadFigures} ${noShows.failure.message}`} />
  if (failure) return <ErrorPanel {...failure} message={`${s.failedToLoadFigures} ${failure.message}`} />
  return (
    <dl className="grid grid-cols-2 gap-px overflow-clip rounded-card border border-line bg-line sm:grid-cols-4">
      <Figure label={s.spent}>{figures && formatPeso(toCentavos(figures.total_spent))}</Figure>
      <Figure label={s.visits}>{figures && formatNumber(figures.visits)}</Figure>
      <Figure label={s.lastVisit}>
        {client.last_visit === null ? s.noVisitYet : formatShortDate(client.last_visit)}
      </Figure>
      <Figure label={v.noShows}>{noShows.data && formatNumber(noShows.data.data.no_shows)}</Figure>
    </dl>
  )
}

type FigureProps = { label: string; className?: string; children: ReactNode }

/** A label and its figure, or a placeholder while it loads. */
function Figure({ label, className = '', children }: FigureProps) {
  return (
    <div className={`min-w-0 bg-surface px-5 py-3.5 ${className}`}>
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd className="tnum mt-0.5 text-lg font-bold wrap-anywhere">
        {children ?? <Skeleton className="my-1 h-5 w-24" />}
      </dd>
    </div>
  )
}
