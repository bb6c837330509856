import { Plus, Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { visitMessages as v } from '#shared/appointments/desk-messages.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import type { ClientDetail } from '#shared/clients/contract.ts'
import { clientHistoryMessages, clientMessages as s } from '#shared/clients/messages.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { ServiceCell, StatusCell, TimeCell } from '#web/appointments/desk/appointment-cells.tsx'
import { useRead } from '#web/data/use-read.ts'
import { useEventStream } from '#web/lib/event-stream.ts'
import { RefundedBadge } from '#web/sales/refunded-badge.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { EmptyState, ErrorPanel, Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'

const ReceiptDialog = lazyDialog(async () => (await import('#web/sales/receipt/receipt-dialog.tsx')).ReceiptDialog)

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

/** A label with its value, such as the number of visits, or with a placeholder while the value loads. */
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

/** Lists a client's unfinished appointments, soonest first. */
export function UpcomingVisits({ clientId }: { clientId: string }) {
  const querystring = { scope: 'active', client_id: clientId, per_page: 100 } as const
  const { data, isLoading, failure, reload } = useRead(appointmentsContract.list, { querystring }, { live: true })
  useEventStream(() => void reload())
  const visits = data?.appointments ?? []
  return (
    <SectionCard title={s.upcoming} aside={visits.length > 0 && <Badge tone="primary">{visits.length}</Badge>}>
      {/* Reserves the height of one visit, so that the button below does not move. */}
      <div className="min-h-14">
        {failure && <ErrorPanel {...failure} message={`${s.failedToLoadUpcoming} ${failure.message}`} />}
        {isLoading && (
          <SkeletonGroup>
            <Skeleton className="h-14" />
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
      </div>
    </SectionCard>
  )
}

type Entry = ClientDetail['services_availed'][number]
type ServiceHistoryProps = { entries: readonly Entry[]; onAdd: () => void }

/** The services that the client received, newest first, with a button to add one. */
export function ServiceHistory({ entries, onAdd }: ServiceHistoryProps) {
  const receipt = useDialog(ReceiptDialog)
  const openReceipt = (saleId: string) => receipt.open({ saleId, mustComeOut: false })
  const aside = (
    <div className="flex items-center justify-between gap-3 max-sm:w-full">
      <Badge tone="primary">{s.services(entries.length)}</Badge>
      <Button icon={<Plus size={18} aria-hidden="true" />} onClick={onAdd}>
        {clientHistoryMessages.addTreatment}
      </Button>
    </div>
  )
  return (
    <SectionCard title={s.serviceHistory} aside={aside}>
      {entries.length === 0 ? (
        <EmptyState icon={Sparkles} title={s.noHistory} body={s.noHistoryHint} />
      ) : (
        <ol className="space-y-5 border-l-2 border-line pl-5">
          {entries.map((entry) => (
            <HistoryEntry key={entry.id} entry={entry} onReceipt={openReceipt} />
          ))}
        </ol>
      )}
      {receipt.element}
    </SectionCard>
  )
}

function HistoryEntry({ entry, onReceipt }: { entry: Entry; onReceipt: (saleId: string) => void }) {
  const { sale_id: saleId, document_name: document } = entry
  return (
    <li className="relative before:absolute before:top-1.5 before:-left-[calc(1.25rem+6px)] before:size-2.5 before:rounded-full before:bg-primary">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-bold">{entry.service_name}</span>
          <span className="text-ink-2"> – {entry.treatment_name}</span> <RefundedBadge refunded={entry.refunded} />
        </p>
        <p className="tnum text-sm text-ink-2">
          <time dateTime={entry.date}>{formatShortDate(entry.date)}</time>
          {saleId !== null && document !== null && (
            <>
              {' · '}
              <button
                type="button"
                onClick={() => onReceipt(saleId)}
                className="-my-3 py-3 font-semibold text-primary hover:underline"
              >
                {document}
              </button>
            </>
          )}
        </p>
      </div>
      {entry.addons.length > 0 && (
        <div className="mt-1 text-sm text-ink-2">
          <p className="font-semibold">{s.addOns}</p>
          <ul className="list-disc pl-5">
            {entry.addons.map((addOn) => (
              <li key={addOn.addon_id} className="tnum wrap-anywhere">
                {s.timesOf(addOn.addOn_name, addOn.quantity)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </li>
  )
}

export function ServiceHistorySkeleton() {
  return (
    <SkeletonGroup className="space-y-5 rounded-card border border-line bg-surface p-5">
      <Skeleton className="h-5 w-40" />
      {[1, 2, 3].map((entry) => (
        <div key={entry} className="space-y-2">
          <Skeleton className="h-4 w-64 max-w-full" />
          <Skeleton className="h-3 w-24" />
        </div>
      ))}
    </SkeletonGroup>
  )
}
