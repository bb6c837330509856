import { calendarSentences as s } from '#shared/appointments/calendar-sentences.ts'
import { formatShortDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
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
  const footer = (
    <>
      <Button onClick={onClose} disabled={busy}>
        {s.keepOpen}
      </Button>
      <Button type="submit" variant="danger" busy={busy} busyLabel={s.disabling}>
        {hit ? s.disableAnyway : s.disableDate}
      </Button>
    </>
  )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      dismissible={!busy}
      size="sm"
      title={s.disableTitle}
      description={s.disableWhat(dates.map(formatShortDate).join('; '))}
      footer={footer}
      onSubmit={(event) => void form.submit(event)}
    >
      <div ref={form.fields}>
        <Field label={s.reason} required error={form.error}>
          <Textarea value={form.reason} maxLength={200} onChange={(event) => form.setReason(event.target.value)} />
        </Field>
      </div>
      {hit && <BookedOnThem hit={hit} />}
    </Dialog>
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
