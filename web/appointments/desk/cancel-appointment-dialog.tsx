import { Banknote, CalendarX2 } from 'lucide-react'
import { useState } from 'react'
import type { CalendarAppointment } from '#shared/appointments/contract.ts'
import { deskMessages as s } from '#shared/appointments/desk-messages.ts'
import { statusMessages } from '#shared/appointments/status-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { describe, notifyNotChanged, useMark } from './appointment-changes.ts'
import {
  CancelAllVisits,
  CancelReasonField,
  useCancelAll,
  useCancelForm,
  useOpenVisits,
  type OpenVisits,
} from './cancel-form.tsx'

type CancelAppointmentDialogProps = DialogControl & { appointment: CalendarAppointment }

/** Cancels one appointment, or `all` of the client's visits that were open at the question. */
function useCancelOneOrAll(appointment: CalendarAppointment, onDone: () => void) {
  const mark = useMark()
  const cancelAll = useCancelAll()
  const openVisits = useOpenVisits(appointment.client_id)
  const [all, setAll] = useState<OpenVisits | null>(null)
  const form = useCancelForm(
    all?.visits ?? [appointment],
    (reason) =>
      all
        ? cancelAll.run({ clientId: appointment.client_id, reason, open: all })
        : mark.run({ row: appointment, to: 'cancelled', reason }),
    onDone,
  )
  const count = (all ?? openVisits).visits.length
  return { all, count, form, busy: mark.busy || cancelAll.busy, toggle: () => setAll(all ? null : openVisits) }
}

/** Asks before an appointment is declined or cancelled, alone or with the client's others. */
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
      description={all ? undefined : describe(appointment)}
      busy={busy}
      danger
      onSubmit={form.submit}
    >
      {all && <CancelAllVisits client={name} open={all} />}
      {!all && document !== null && <PaidNotice document={document} />}
      <CancelReasonField form={form} />
      {(count > 1 || all) && <OneOrAll isAll={all !== null} count={count} disabled={busy} onClick={toggle} />}
    </FormDialog>
  )
}

type OneOrAllProps = { isAll: boolean; count: number; disabled: boolean; onClick: () => void }

/** Switches between one visit and all of the client's. */
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
function PaidNotice({ document }: { document: string }) {
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
