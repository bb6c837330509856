import { ArrowLeft, CalendarPlus, ClipboardPlus, Pencil, Plus, ReceiptText, UserRoundX } from 'lucide-react'
import { lazy, Suspense, useRef } from 'react'
import { Link, useParams } from 'react-router'
import { chartMessages as c } from '#shared/charts/messages.ts'
import { clientsContract, type ClientDetail, type ClientNote, type RemainingRecord } from '#shared/clients/contract.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import { ApiError, errorDataOf } from '#shared/lib/http-client.ts'
import type { Role } from '#shared/people/role.ts'
import { AlertLine } from '#web/alerts/alert-line.tsx'
import { alertsFirst, useAlerts } from '#web/alerts/use-alerts.ts'
import { CancelAllButton } from '#web/appointments/desk/cancel-dialogs.tsx'
import { BelowVisitsToPay } from '#web/appointments/desk/unpaid-visits.tsx'
import { useMayUseCharts } from '#web/charts/use-clinical-record.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useRead } from '#web/data/use-read.ts'
import { ClientFormsCard } from '#web/forms/filling/client-forms-card.tsx'
import { HistoryButton } from '#web/history-logs/history-button.tsx'
import { chartPath, newOrderPath, paths } from '#web/lib/paths.ts'
import { useRole } from '#web/lib/session/session.ts'
import { useMaySell } from '#web/lib/session/use-may-sell.ts'
import { MergeSection } from '#web/merges/merge-section.tsx'
import { ClientMessages } from '#web/messages/sent-messages.tsx'
import { ClientNews } from '#web/privacy/news-card.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Loaded, Skeleton } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Textarea } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { lazyDialog, useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { BasicInformation, BasicInformationSkeleton, EditClientDialog } from './basic-information.tsx'
import { ClientFigures, ServiceHistory, ServiceHistorySkeleton, UpcomingVisits } from './client-history.tsx'
import { clientPath, clientsPath } from './client-paths.ts'

const ScheduleDialog = lazyDialog(
  async () => (await import('#web/appointments/desk/schedule-dialog.tsx')).ScheduleDialog,
)
const ClientCardDetails = lazy(() => import('#web/client-cards/client-card-details.tsx'))
const ClientPackages = lazy(() => import('#web/prepaid/client-packages.tsx'))
const ClientPlans = lazy(() => import('#web/treatment-plans/client-plans.tsx'))
const AddTreatmentDialog = lazyDialog(async () => (await import('./add-treatment-dialog.tsx')).AddTreatmentDialog)

/** True for errors that a retry cannot solve: no such client, an invalid id, or an empty answer. */
const isUnknown = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 422 || error.isEmpty)

/** A client's page with contact data, numbers such as spending and visits, and the history of services. */
export default function ClientDetailPage() {
  const { clientId = '' } = useParams()
  const role = useRole()
  const { data, error, failure } = useRead(
    clientsContract.detail,
    { params: { id: clientId } },
    { failed: s.failedToLoadOne },
  )
  const client = data?.data
  const alerts = useAlerts(client?.id ?? null)
  const standing = errorDataOf(clientsContract.detail, 'not_found', error)
  if (isUnknown(error)) return <ClientNotFound role={role} standing={standing} />
  return (
    <div className="space-y-4">
      <Link to={clientsPath(role)} className={`${buttonClass({ variant: 'quiet' })} -ml-3`}>
        <ArrowLeft size={18} aria-hidden="true" />
        {s.backToList}
      </Link>
      {!client && <h1 className="sr-only">{s.one}</h1>}
      <Loaded read={alertsFirst({ data: client, failure }, alerts)} skeleton={<Loading />}>
        {(shown) => <Client client={shown} />}
      </Loaded>
    </div>
  )
}

const columns = 'grid items-start gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]'

const Loading = () => (
  <div className={columns}>
    <BasicInformationSkeleton />
    <ServiceHistorySkeleton />
  </div>
)

function Client({ client }: { client: ClientDetail }) {
  const edit = useDialog(EditClientDialog, { client })
  const add = useDialog(AddTreatmentDialog, { client })
  const schedule = useDialog(ScheduleDialog)
  const maySell = useMaySell()
  const mayReadChart = useMayUseCharts('charts.read')
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
          {mayReadChart && (
            <Link to={chartPath(client.id)} className={buttonClass()}>
              <ClipboardPlus size={18} aria-hidden="true" />
              {c.openChart}
            </Link>
          )}
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
      <AlertLine clientId={client.id} />
      <div className={columns}>
        <div className="space-y-4">
          <BasicInformation client={client} onEdit={() => edit.open({})} />
          <CardOfRecord client={client} />
          <NoteCard client={client} />
          <MergeSection client={client} />
          {/* The news and the packages are loaded later, so they come last: otherwise they would move the buttons below
              them while somebody presses these buttons. */}
          <ClientNews client={client} />
          <Suspense>
            <ClientPackages client={client} />
          </Suspense>
        </div>
        <div className="space-y-4">
          <ClientFigures client={client} />
          <BelowVisitsToPay userId={client.user_id}>
            <div className="space-y-4">
              <ClientFormsCard client={{ client_id: client.id, name: client.name }} />
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

/** Shown for an unknown or removed client; for a merged client with a link to the remaining record. */
function ClientNotFound({ role, standing }: { role: Role; standing: RemainingRecord | undefined }) {
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

/** The client's treatment plans and client card, shown while the clinic keeps a clinical record. */
function CardOfRecord({ client }: { client: ClientDetail }) {
  if (!useMayUseCharts('client-cards.manage')) return null
  return (
    <Suspense fallback={<Skeleton className="h-96" />}>
      <ClientPlans client={client} />
      <ClientCardDetails clientId={client.id} name={client.name} />
    </Suspense>
  )
}

/** The staff's note about the client. */
function NoteCard({ client }: { client: ClientDetail }) {
  const edit = useDialog(NoteDialog, { client })
  const { text } = client.note
  const icon = text === null ? <Plus size={18} aria-hidden="true" /> : <Pencil size={18} aria-hidden="true" />
  return (
    <SectionCard
      title={s.note}
      aside={
        <Button icon={icon} onClick={() => edit.open({})}>
          {text === null ? s.addNote : s.editNote}
        </Button>
      }
    >
      {text === null ? (
        <p className="text-sm text-ink-2">{s.noNote}</p>
      ) : (
        <p className="whitespace-pre-line wrap-anywhere">{text}</p>
      )}
      {edit.element}
    </SectionCard>
  )
}

const noteValues = ({ text }: ClientNote) => ({ note: text ?? '' })

/** A dialog to write, change or clear the note about a client. */
function NoteDialog({ open, client, onClose }: DialogControl & { client: ClientDetail }) {
  const { form, dialog } = useContractForm(clientsContract.changeNote, {
    values: noteValues(client.note),
    edits: { row: client.note, valuesOf: noteValues },
    input: (body) => ({ params: { id: client.id }, body }),
    done: s.noteSaved,
    failed: s.noteNotSaved,
    reread: [clientsContract.detail],
    onDone: onClose,
  })
  const area = useRef<HTMLTextAreaElement>(null)
  const { ref, ...field } = form.register('note')
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      initialFocus={area}
      title={s.noteTitle}
      description={client.name}
      leave={s.cancel}
      send={s.saveNote}
      busyLabel={s.saving}
      {...dialog}
    >
      <Field label={s.note} hint={s.noteHint} error={form.formState.errors.note?.message}>
        <Textarea
          {...field}
          ref={(element) => {
            ref(element)
            area.current = element
          }}
          rows={6}
        />
      </Field>
    </FormDialog>
  )
}
