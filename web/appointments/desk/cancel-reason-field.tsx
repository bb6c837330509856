import { appointmentWords, deskSentences as s } from '#shared/appointments/desk-sentences.ts'
import { CANCEL_REASONS } from '#shared/appointments/status.ts'
import { Field } from '#web/ui/field.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import type { CancelForm } from './use-cancel-form.ts'

const options = CANCEL_REASONS.map((value) => ({ value, label: appointmentWords.reasons[value] }))

/** Why it is cancelled: one of the reasons that are kept. */
export function CancelReasonField({ form: { reason, choose, error, fields } }: { form: CancelForm }) {
  return (
    <div ref={fields}>
      <Field label={s.whyCancelled} group required error={error}>
        <RadioGroup options={options} value={reason} onChange={choose} />
      </Field>
    </div>
  )
}
