import type { StaffAppointment } from '#shared/appointments/contract.ts'
import { deskSentences as s } from '#shared/appointments/desk-sentences.ts'
import { formatTimeRange, lastBookableDate, RESCHEDULE_TIMES } from '#shared/appointments/slots.ts'
import type { CivilTime } from '#shared/lib/manila-time.ts'
import { uiSentences } from '#shared/lib/ui-sentences.ts'
import { now } from '#web/lib/use-now.ts'
import { DateInput } from '#web/ui/date-input.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { describe, tellNotChanged } from './use-change-status.ts'
import { useRescheduleForm } from './use-reschedule-form.ts'

type RescheduleDialogProps = { appointment: StaffAppointment; open: boolean; onClose: () => void }
type Form = ReturnType<typeof useRescheduleForm>

/** A new date and half hour for an appointment; what is taken on that date cannot be chosen. */
export function RescheduleDialog({ appointment, open, onClose }: RescheduleDialogProps) {
  const form = useRescheduleForm(appointment, onClose)
  const leave = () => {
    onClose()
    tellNotChanged()
  }
  return (
    <FormDialog
      open={open}
      onClose={leave}
      size="sm"
      title={s.rescheduleTitle}
      description={describe(appointment)}
      leave={s.keep}
      send={s.reschedule}
      busy={form.busy}
      busyLabel={s.updating}
      onSubmit={form.submit}
    >
      <div ref={form.fields} className="space-y-4">
        <DateField form={form} />
        <TimeField form={form} appointment={appointment} />
        {form.day.error && <ErrorPanel message={form.day.error} onRetry={form.day.retry} />}
      </div>
    </FormDialog>
  )
}

function DateField({ form }: { form: Form }) {
  const { closed, holiday } = form.day
  const notice = closed ? s.closedNotice : holiday && s.holidayNotice(holiday)
  return (
    <Field label={s.rescheduleDate} required error={form.errors.date} hint={notice}>
      <DateInput
        value={form.date}
        min={form.today}
        max={lastBookableDate(now())}
        onChange={(event) => form.chooseDate(event.target.value)}
      />
    </Field>
  )
}

function TimeField({ form, appointment }: { form: Form; appointment: StaffAppointment }) {
  const { known, closed, whyNot } = form.day
  const isPresent = (time: CivilTime) =>
    form.date === appointment.appointment_date && time === appointment.appointment_time
  const options = RESCHEDULE_TIMES.map((value) => {
    const detail = isPresent(value) ? s.presentTime : whyNot(value)
    return { value, label: formatTimeRange(value), detail, disabled: detail !== undefined }
    // In the afternoon the morning would fill the list with nothing to choose.
  }).filter((option) => option.detail !== s.past)
  const nothingFree = known && options.every((option) => option.disabled)
  return (
    <Field
      label={s.rescheduleTime}
      group
      required
      error={form.errors.time}
      hint={nothingFree && !closed && s.noFreeTime}
    >
      <Select
        options={options}
        value={form.time}
        onChange={form.chooseTime}
        disabled={!known || nothingFree}
        placeholder={known || form.day.error ? undefined : uiSentences.loading}
      />
    </Field>
  )
}
