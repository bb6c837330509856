import { ArrowLeft, CalendarPlus, Plus, ReceiptText, Sparkles, UserRoundX } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { clientsContract, type ClientDetail, type StandingRecord } from '#shared/clients/contract.ts'
import { clientHistoryMessages, clientMessages as s } from '#shared/clients/messages.ts'
import { ApiError, errorDataOf } from '#shared/lib/http-client.ts'
import type { Role } from '#shared/people/role.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { CancelAllButton } from '#web/appointments/desk/cancel-dialogs.tsx'
import { BelowVisitsToPay } from '#web/appointments/desk/unpaid-visits.tsx'
import { useRead } from '#web/data/use-read.ts'
import { HistoryButton } from '#web/history-logs/history-button.tsx'
import { paths, newOrderPath } from '#web/lib/paths.ts'
import { useMaySell } from '#web/lib/session/use-may-sell.ts'
import { useRole } from '#web/lib/session/session.ts'
import { MergeSection } from '#web/merges/merge-section.tsx'
import { ClientMessages } from '#web/messages/sent-messages.tsx'
import { ClientNews } from '#web/privacy/news-card.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { RefundedBadge } from '#web/sales/refunded-badge.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { EmptyState, ErrorPanel, Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { ServiceCell, StatusCell, TimeCell } from '#web/appointments/desk/appointment-cells.tsx'
import { useEventStream } from '#web/lib/event-stream.ts'
import { BasicInformation, BasicInformationSkeleton, EditClientDialog } from './basic-information.tsx'
import { clientPath, clientsPath } from './client-paths.ts'
import { ClientFigures } from './client-figures.tsx'
import { NoteCard } from './note-card.tsx'

const ReceiptDialog = lazyDialog(async () => (await import('#web/sales/receipt/receipt-dialog.tsx')).ReceiptDialog)
const ScheduleDialog = lazyDialog(
  async () => (await import('#web/appointments/desk/schedule-dialog.tsx')).ScheduleDialog,
)
const AddTreatmentDialog = lazyDialog(async () => (await import('./add-treatment-dialog.tsx')).AddTreatmentDialog)

/** True when a retry cannot help: no such client, an invalid id, or an empty answer. */
const isUnknown = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 422 || error.isEmpty)

/** A client's page with contact, figures and history. */
export default function ClientDetailPage() {
  const { clientId = '' } = useParams()
  const role = useRole()
  const { data, error, failure } = useRead(
    clientsContract.detail,
    { params: { id: clientId } },
    { failed: s.failedToLoadOne },
  )
  const client = data?.data
  const standing = errorDataOf(clientsContract.detail, 'not_found', error)
  if (isUnknown(error)) return <ClientNotFound role={role} standing={standing} />
  return (
    <div className="space-y-4">
      <Link to={clientsPath(role)} className={`${buttonClass({ variant: 'quiet' })} -ml-3`}>
        <ArrowLeft size={18} aria-hidden="true" />
        {s.backToList}
      </Link>
      {!client && <h1 className="sr-only">{s.one}</h1>}
      {failure && <ErrorPanel {...failure} />}
      {client && <Client client={client} />}
      {!client && !failure && (
        <div className={columns}>
          <BasicInformationSkeleton />
          <ServiceHistorySkeleton />
        </div>
      )}
    </div>
  )
}

const columns = 'grid items-start gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]'

function Client({ client }: { client: ClientDetail }) {
  const edit = useDialog(EditClientDialog, { client })
  const add = useDialog(AddTreatmentDialog, { client })
  const schedule = useDialog(ScheduleDialog)
  const maySell = useMaySell()
  const book = () => schedule.open({ client: { ...client, client_id: client.id } })
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <div className="flex min-w-0 flex-1 basis-72 items-center gap-3">
          <Avatar name={client.name} src={client.photo} />
          <h1 className="min-w-0 text-2xl font-bold tracking-tight wrap-anywhere">{client.name}</h1>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
          <HistoryButton withWord record={{ subject: 'client', id: client.id, name: client.name }} />
          {maySell && (
            <Link to={newOrderPath(client.id)} className={buttonClass()}>
              <ReceiptText size={18} aria-hidden="true" />
              {s.ringUp}
            </Link>
          )}
          <Button variant="primary" icon={<CalendarPlus size={18} aria-hidden="true" />} onClick={book}>
            {s.book}
          </Button>
        </div>
      </div>
      <div className={columns}>
        <div className="space-y-4">
          <BasicInformation client={client} onEdit={() => edit.open({})} />
          <NoteCard client={client} />
          <ClientNews client={client} />
          <MergeSection client={client} />
        </div>
        <div className="space-y-4">
          <ClientFigures client={client} />
          <BelowVisitsToPay userId={client.user_id}>
            <div className="space-y-4">
              <UpcomingVisits clientId={client.id} />
              <ServiceHistory entries={client.services_availed} onAdd={() => add.open({})} />
              <ClientMessages client={client} />
              <CancelAllButton client={client} />
            </div>
          </BelowVisitsToPay>
        </div>
      </div>
      {edit.element}
      {add.element}
      {schedule.element}
    </>
  )
}

type Entry = ClientDetail['services_availed'][number]

type ServiceHistoryProps = { entries: readonly Entry[]; onAdd: () => void }

/** Unfinished appointments, soonest first. */
function UpcomingVisits({ clientId }: { clientId: string }) {
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

/** The services, newest first, with a button to add one. */
function ServiceHistory({ entries, onAdd }: ServiceHistoryProps) {
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

function ServiceHistorySkeleton() {
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

/** Shown for an unknown or removed client; a merged one links to the remaining record. */
function ClientNotFound({ role, standing }: { role: Role; standing: StandingRecord | undefined }) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center py-16 text-center">
      <UserRoundX size={32} strokeWidth={1.6} className="text-gold" aria-hidden="true" />
      <h1 className="mt-4 text-2xl font-bold tracking-tight">{standing ? s.mergedTitle : s.notFoundTitle}</h1>
      <p className="mt-1 text-ink-2">{standing ? s.mergedHint(standing.name) : s.notFoundHint}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        {role === 'cashier' && (
          <Link to={paths.till} className={buttonClass()}>
            {s.backToCashier}
          </Link>
        )}
        <Link to={clientsPath(role)} className={buttonClass({ variant: standing ? 'secondary' : 'primary' })}>
          {s.backToClients}
        </Link>
        {standing && (
          <Link to={clientPath(role, standing.id)} className={buttonClass({ variant: 'primary' })}>
            {s.openMerged(standing.name)}
          </Link>
        )}
      </div>
    </div>
  )
}
