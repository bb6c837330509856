import { useState, type FormEvent } from 'react'
import type { StaffAppointment } from '#shared/appointments/contract.ts'
import { deskMessages as s } from '#shared/appointments/desk-messages.ts'
import { appointmentMessages, statusMessages } from '#shared/appointments/messages.ts'
import { hasBegun } from '#shared/appointments/slots.ts'
import { CANCEL_REASONS, type CancelReason } from '#shared/appointments/status.ts'
import type { Outcome } from '#web/data/use-action.ts'
import { useFocusOnError } from '#web/lib/form-errors.ts'
import { useMinute } from '#web/lib/use-now.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'

type Start = Pick<StaffAppointment, 'appointment_date' | 'appointment_time'>

/** The reasons for cancelling that fit all of the visits: "missed" is left out if one of them has not begun. */
function useReasonsOf(visits: readonly Start[]): CancelReason[] {
  const now = useMinute()
  const allBegun = visits.every((visit) => hasBegun(visit.appointment_date, visit.appointment_time, now))
  return CANCEL_REASONS.filter((reason) => reason !== 'no-show' || allBegun)
}

/**
 * Holds the state of the form in which staff choose why visits are cancelled. `cancel` sends the call to the server.
 * `onDone` closes the form after the call has succeeded, or has failed because somebody else has changed the visit. After
 * any other failure the form stays open with the chosen reason, so that staff can try again.
 */
export function useCancelForm(
  visits: readonly Start[],
  cancel: (reason: CancelReason) => Promise<Outcome<unknown>>,
  onDone: () => void,
) {
  const reasons = useReasonsOf(visits)
  const [chosen, setReason] = useState<CancelReason | null>(null)
  const reason = reasons.find((each) => each === chosen) ?? null
  const [errors, setErrors] = useState<{ reason?: string }>({})
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (reason === null) return setErrors({ reason: appointmentMessages.reasonRequired })
    const outcome = await cancel(reason)
    if (outcome.kind === 'done' || (outcome.kind === 'failed' && outcome.error.code === 'state_moved')) onDone()
  }
  const choose = (next: CancelReason) => {
    setReason(next)
    setErrors({})
  }
  return { reasons, reason, choose, error: errors.reason, fields: useFocusOnError(errors), submit }
}
type CancelForm = ReturnType<typeof useCancelForm>

type ReasonFieldProps = { form: CancelForm; label?: string }

/** The field for the reason of the cancellation. */
export function CancelReasonField({ form, label = s.whyCancelled }: ReasonFieldProps) {
  const { reasons, reason, choose, error, fields } = form
  const options = reasons.map((value) => ({ value, label: statusMessages.reasons[value] }))
  return (
    <div ref={fields}>
      <Field label={label} group required error={error}>
        <RadioGroup options={options} value={reason} onChange={choose} />
      </Field>
    </div>
  )
}
