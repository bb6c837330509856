import { calendarSentences as s } from '#shared/appointments/calendar-sentences.ts'
import { formatShortDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { describe } from './use-change-status.ts'
import { useDisableForm } from './use-disable-form.ts'

type DisableDateDialogProps = {
  dates: readonly CivilDate[]
  open: boolean
  onClose: () => void
  onDisabled: () => void
}

/** Closes the picked dates with a reason. What is booked on them is listed first and stays booked. */
export function DisableDateDialog({ dates, open, onClose, onDisabled }: DisableDateDialogProps) {
  const form = useDisableForm(dates, onDisabled)
  const { hit, busy } = form
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.disableTitle}
      description={s.disableWhat(dates.map(formatShortDate).join('; '))}
      leave={s.keepOpen}
      send={hit ? s.disableAnyway : s.disableDate}
      busy={busy}
      busyLabel={s.disabling}
      danger
      onSubmit={form.submit}
    >
      <div ref={form.fields}>
        <Field label={s.reason} required error={form.error}>
          <Textarea value={form.reason} maxLength={200} onChange={(event) => form.setReason(event.target.value)} />
        </Field>
      </div>
      {hit && <BookedOnThem hit={hit} />}
    </FormDialog>
  )
}

type Hit = NonNullable<ReturnType<typeof useDisableForm>['hit']>

function BookedOnThem({ hit }: { hit: Hit }) {
  return (
    <div role="alert" className="mt-4 rounded-card bg-warning-soft px-4 py-3 text-sm">
      <p className="font-semibold text-warning">{hit.sentence}</p>
      <ul className="mt-2 space-y-1 text-ink">
        {hit.appointments.map((row) => (
          <li key={row.id}>{describe(row)}</li>
        ))}
      </ul>
    </div>
  )
}
