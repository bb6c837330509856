import { Banknote } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import type { StaffAppointment } from '#shared/appointments/contract.ts'
import { appointmentWords, deskSentences as s } from '#shared/appointments/desk-sentences.ts'
import { appointmentSentences } from '#shared/appointments/sentences.ts'
import { CANCEL_REASONS, type CancelReason } from '#shared/appointments/status.ts'
import { receiptNumber } from '#shared/sales/receipt.ts'
import { useFocusOnProblem } from '#web/lib/use-focus-on-problem.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { describe, tellNotChanged, useMark } from './use-change-status.ts'

const options = CANCEL_REASONS.map((value) => ({ value, label: appointmentWords.reasons[value] }))

type CancelAppointmentDialogProps = { appointment: StaffAppointment; open: boolean; onClose: () => void }

function useCancelForm(appointment: StaffAppointment, onDone: () => void) {
  const mark = useMark()
  const [reason, setReason] = useState<CancelReason | null>(null)
  const [said, setSaid] = useState<{ reason?: string }>({})
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (reason === null) return setSaid({ reason: appointmentSentences.reasonRequired })
    setBusy(true)
    await mark(appointment, 'cancelled', reason)
    onDone()
  }
  const choose = (next: CancelReason) => {
    setReason(next)
    setSaid({})
  }
  return { reason, choose, error: said.reason, fields: useFocusOnProblem(said), busy, submit }
}

/** The question before an appointment is declined or cancelled, with the reason that is kept. */
export function CancelAppointmentDialog({ appointment, open, onClose }: CancelAppointmentDialogProps) {
  const { reason, choose, error, fields, busy, submit } = useCancelForm(appointment, onClose)
  const leave = () => {
    onClose()
    tellNotChanged()
  }
  return (
    <FormDialog
      open={open}
      onClose={leave}
      size="sm"
      title={s.markAs('cancelled')}
      description={describe(appointment)}
      leave={s.keep}
      send={s.markCancelled}
      busy={busy}
      busyLabel={s.updating}
      danger
      onSubmit={submit}
    >
      {appointment.paid_receipt_number !== null && <PaidNotice receipt={appointment.paid_receipt_number} />}
      <div ref={fields}>
        <Field label={s.whyCancelled} group required error={error}>
          <RadioGroup options={options} value={reason} onChange={choose} />
        </Field>
      </div>
    </FormDialog>
  )
}

/** Who cancels what was paid decides knowing that the money stays in the books. */
function PaidNotice({ receipt }: { receipt: number }) {
  return (
    <div role="alert" className="mb-4 flex gap-3 rounded-card bg-warning-soft px-4 py-3 text-sm">
      <Banknote size={20} className="shrink-0 text-warning" aria-hidden="true" />
      <div>
        <p className="tnum font-semibold text-warning">{s.alreadyPaid(receiptNumber(receipt))}</p>
        <p className="mt-1 text-ink">{s.moneyStays}</p>
      </div>
    </div>
  )
}
