import { Banknote, CalendarX2 } from 'lucide-react'
import { useState } from 'react'
import { cancelAllContract } from '#shared/appointments/desk-contract.ts'
import { type CalendarAppointment, appointmentsContract, type StaffAppointment } from '#shared/appointments/contract.ts'
import { deskMessages as s } from '#shared/appointments/desk-messages.ts'
import { formatTimeRange } from '#shared/appointments/slots.ts'
import { statusMessages } from '#shared/appointments/messages.ts'
import { NOT_BEGUN_STATUSES, type CancelReason } from '#shared/appointments/status.ts'
import { withinSentence } from '#shared/clinic/document-name.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { servicesOf } from '#shared/lib/visit-services.ts'
import { deskReads } from '#web/appointments/visit/desk-reads.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { type DialogControl, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { describeAppointment, notifyNotChanged, useUpdateStatus, failedAs } from './appointment-changes.ts'
import { CancelReasonField, useCancelForm } from './cancel-form.tsx'

type CancelAppointmentDialogProps = DialogControl & { appointment: CalendarAppointment }

/** Cancels one appointment, or `all` visits of the client that were open when the person chose to cancel all. */
function useCancelOneOrAll(appointment: CalendarAppointment, onDone: () => void) {
  const update = useUpdateStatus()
  const cancelAll = useCancelAll()
  const openVisits = useOpenVisits(appointment.client_id)
  const [all, setAll] = useState<OpenVisits | null>(null)
  const form = useCancelForm(
    all?.visits ?? [appointment],
    (reason) =>
      all
        ? cancelAll.run({ clientId: appointment.client_id, reason, open: all })
        : update.run({ row: appointment, to: 'cancelled', reason }),
    onDone,
  )
  const count = (all ?? openVisits).visits.length
  return { all, count, form, busy: update.busy || cancelAll.busy, toggle: () => setAll(all ? null : openVisits) }
}

/** Asks before one appointment is declined or cancelled; all other visits of the client can be cancelled with it. */
export function CancelAppointmentDialog({ appointment, open, onClose }: CancelAppointmentDialogProps) {
  const { all, count, form, busy, toggle } = useCancelOneOrAll(appointment, onClose)
  const { name, paid_document: document } = appointment
  const leave = () => {
    onClose()
    notifyNotChanged()
  }
  const words = all
    ? { title: s.cancelAllTitle(count, name), leave: s.keepAll, send: s.sendCancelAll(count), busyLabel: s.cancelling }
    : {
        title: s.markAs(statusMessages.inSentence.cancelled),
        leave: s.keep,
        send: s.markCancelled,
        busyLabel: s.updating,
      }
  return (
    <FormDialog
      {...words}
      open={open}
      onClose={leave}
      size="sm"
      description={all ? undefined : describeAppointment(appointment)}
      busy={busy}
      danger
      onSubmit={form.submit}
    >
      {all && <CancelAllVisits client={name} open={all} />}
      {!all && document !== null && <PaidWarning document={document} />}
      <CancelReasonField form={form} />
      {(count > 1 || all) && <OneOrAll isAll={all !== null} count={count} disabled={busy} onClick={toggle} />}
    </FormDialog>
  )
}

type OneOrAllProps = { isAll: boolean; count: number; disabled: boolean; onClick: () => void }

/** A button that switches between cancelling this visit and all visits of the client. */
const OneOrAll = ({ isAll, count, ...button }: OneOrAllProps) => (
  <Button
    {...button}
    className="mt-4"
    block
    variant={isAll ? 'secondary' : 'danger-quiet'}
    icon={isAll ? undefined : <CalendarX2 size={18} aria-hidden="true" />}
  >
    {isAll ? s.backToOne : s.cancelAll(count)}
  </Button>
)

/** Warns that cancelling a paid visit does not refund it. */
function PaidWarning({ document }: { document: string }) {
  return (
    <div role="alert" className="mb-4 flex gap-3 rounded-card bg-warning-soft px-4 py-3 text-sm">
      <Banknote size={20} className="shrink-0 text-warning" aria-hidden="true" />
      <div>
        <p className="tnum font-semibold text-warning">{s.alreadyPaid(document)}</p>
        <p className="mt-1 text-ink">{s.moneyStays}</p>
      </div>
    </div>
  )
}

/** The button that cancels every open visit of a client; hidden if the client has no open visit. */
export function CancelAllButton({ client }: { client: { id: string; name: string } }) {
  const visits = useOpenVisits(client.id)
  const ask = useDialog(CancelAllDialog)
  const count = visits.visits.length
  if (count === 0 && !ask.isOpen) return null
  return (
    <>
      <Button
        variant="danger-quiet"
        icon={<CalendarX2 size={18} aria-hidden="true" />}
        onClick={() => ask.open({ client, visits })}
      >
        {s.cancelAll(count)}
      </Button>
      {ask.element}
    </>
  )
}

type CancelAllDialogProps = DialogControl & {
  client: { id: string; name: string }
  /**
   * The visits that were open when the question was asked. They are kept here, because the loaded list shrinks while
   * they are cancelled.
   */
  visits: OpenVisits
}

/** Asks for confirmation and a reason before all visits of a client are cancelled. */
function CancelAllDialog({ client, visits, open, onClose }: CancelAllDialogProps) {
  const cancelAll = useCancelAll()
  const form = useCancelForm(
    visits.visits,
    (reason) => cancelAll.run({ clientId: client.id, reason, open: visits }),
    onClose,
  )
  const count = visits.visits.length
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.cancelAllTitle(count, client.name)}
      leave={s.keepAll}
      send={s.sendCancelAll(count)}
      busy={cancelAll.busy}
      busyLabel={s.cancelling}
      danger
      onSubmit={form.submit}
    >
      <CancelAllVisits client={client.name} open={visits} />
      <CancelReasonField form={form} />
    </FormDialog>
  )
}

/** A client's visits that have not begun, by time: those that can be cancelled together, and paid ones. */
function useOpenVisits(clientId: string) {
  const querystring = { scope: 'active', client_id: clientId, per_page: 100 } as const
  const list = useRead(appointmentsContract.list, { querystring })
  const open = list.data?.appointments.filter(({ status }) => NOT_BEGUN_STATUSES.some((each) => each === status)) ?? []
  return { visits: open.filter(({ is_paid }) => !is_paid), paid: open.filter(({ is_paid }) => is_paid) }
}
type OpenVisits = ReturnType<typeof useOpenVisits>

type CancelAllVisitsProps = { client: string; open: OpenVisits }

/** Lists what will be cancelled and what stays, with a warning that it cannot be undone. */
function CancelAllVisits({ client, open: { visits, paid } }: CancelAllVisitsProps) {
  const [first, last] = [visits[0], visits.at(-1)]
  return (
    <div className="mb-4 space-y-3 text-sm">
      {first && last && (
        <p className="tnum text-ink">
          {s.cancelAllSpan(formatShortDate(first.appointment_date), formatShortDate(last.appointment_date))}
        </p>
      )}
      <ul
        aria-label={s.cancelAllOf(client)}
        // The list is focusable, so that it can be scrolled by keyboard.
        tabIndex={0}
        className="max-h-44 divide-y divide-line overflow-y-auto rounded-card border border-line px-4"
      >
        {visits.map((row) => (
          <li key={row.id} className="py-2">
            <span className="tnum block font-semibold">
              {formatShortDate(row.appointment_date)}, {formatTimeRange(row.appointment_time, row.duration_minutes)}
            </span>
            <span className="block text-ink-2 wrap-anywhere">{servicesOf(row)}</span>
          </li>
        ))}
      </ul>
      {paid.length > 0 && <p className="tnum text-ink-2">{s.paidStay(documentsOf(paid))}</p>}
      <p className="font-semibold text-danger">{s.cannotBeUndone}</p>
    </div>
  )
}

/** Lists the documents of paid visits within a sentence: `receipt 002080, receipt 002083`. */
const documentsOf = (paid: readonly StaffAppointment[]): string =>
  paid.flatMap(({ paid_document: document }) => (document === null ? [] : [withinSentence(document)])).join(', ')

type CancelAll = { clientId: string; reason: CancelReason; open: OpenVisits }

/** Cancels the listed visits of a client; reports how many were cancelled and which stay. */
const useCancelAll = () =>
  useAction(
    ({ clientId, reason, open: { visits } }: CancelAll) => {
      const body = { reason, appointment_ids: visits.map(({ id }) => id) }
      return api(cancelAllContract.cancelAllOf, { params: { id: clientId }, body })
    },
    {
      done: ({ data }) => ({
        title: s.cancelledAll(data.cancelled),
        ...(data.paid.length > 0 && { description: s.paidStay(documentsOf(data.paid)) }),
      }),
      failed: failedAs(s.failed),
      reread: deskReads,
    },
  )
