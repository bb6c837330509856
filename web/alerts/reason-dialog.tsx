import { TriangleAlert } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { alertMessages as s } from '#shared/alerts/messages.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { Textarea } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import type { AskedReason } from './asked-reason.ts'
import { questionText } from './question-text.ts'

/** Lists why a visit should not be booked or started, such as an alert, and asks for the reason to do it anyway. */
export function ReasonDialog({ open, onClose, asked }: DialogControl & { asked: AskedReason }) {
  const { step, questions, answer } = asked
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const leave = () => {
    onClose()
    answer(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React passes the event on to the form of a dialog below this one, which must not be sent as well.
    event.stopPropagation()
    if (reason.trim() === '') return setError(s.reasonNeeded)
    onClose()
    answer({ reason: reason.trim(), questions: questions.map(({ key }) => key) })
  }
  return (
    <FormDialog
      open={open}
      onClose={leave}
      size="sm"
      title={s.questionTitle[step]}
      leave={s.cancel}
      send={s.goOn[step]}
      danger
      onSubmit={submit}
    >
      <div className="space-y-4">
        <ul className="space-y-1.5 rounded-card bg-danger-soft px-4 py-3 text-sm font-semibold text-danger">
          {questions.map((question) => (
            <li key={question.key} className="flex gap-2">
              <TriangleAlert size={18} className="shrink-0" aria-hidden="true" />
              <span className="min-w-0 wrap-anywhere">{questionText(question)}</span>
            </li>
          ))}
        </ul>
        <Field label={s.reason} required error={error} hint={s.reasonHint}>
          <Textarea
            rows={3}
            value={reason}
            maxLength={500}
            onChange={(event) => {
              setReason(event.target.value)
              setError(undefined)
            }}
          />
        </Field>
      </div>
    </FormDialog>
  )
}
