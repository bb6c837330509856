import { useState, type FormEvent } from 'react'
import { appointmentsContract, type CalendarAppointment } from '#shared/appointments/contract.ts'
import { deskSentences as s } from '#shared/appointments/desk-sentences.ts'
import { formatTimeRange, lastBookableDate, RESCHEDULE_TIMES } from '#shared/appointments/slots.ts'
import { CallError } from '#shared/lib/call.ts'
import { formatLongDate, isCivilDate, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { uiSentences } from '#shared/lib/ui-sentences.ts'
import { api } from '#web/lib/api.ts'
import { useFocusOnProblem } from '#web/lib/use-focus-on-problem.ts'
import { now, useToday } from '#web/lib/use-now.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.ts'
import { asSeen, describe, tellFailure, tellNotChanged, useRefreshAppointments } from './appointment-changes.ts'
import { useDayForBooking } from './use-day-for-booking.ts'

type RescheduleDialogProps = { appointment: CalendarAppointment; open: boolean; onClose: () => void }
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

function TimeField({ form, appointment }: { form: Form; appointment: CalendarAppointment }) {
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

type Errors = { date?: string | undefined; time?: string | undefined }

/** The state of the reschedule form; `onMoved` when it has done its work. */
function useRescheduleForm(appointment: CalendarAppointment, onMoved: () => void) {
  const today = useToday()
  const confirm = useConfirm()
  const reschedule = useReschedule(appointment)
  const [date, setDate] = useState(appointment.appointment_date < today ? today : appointment.appointment_date)
  const [time, setTime] = useState<CivilTime | null>(null)
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const day = useDayForBooking(date)

  const chooseDate = (next: string) => {
    setDate(next)
    setTime(null)
    setErrors({})
  }
  const chooseTime = (next: CivilTime) => {
    setTime(next)
    setErrors({})
  }
  const move = async (to: CivilTime) => {
    setBusy(true)
    const refused = await reschedule(date, to)
    setBusy(false)
    if (!refused) return onMoved()
    if (refused.time) setTime(null)
    setErrors(refused)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!isCivilDate(date)) return setErrors({ date: s.chooseDate })
    if (time === null) return setErrors({ time: s.chooseTime })
    if (day.holiday === undefined) return move(time)
    const title = s.holidayQuestion(formatLongDate(date), day.holiday)
    if (await confirm({ title, confirmLabel: s.useHoliday, cancelLabel: s.no })) await move(time)
  }
  const fields = useFocusOnProblem(errors)
  return { today, date, time, day, errors, fields, busy, chooseDate, chooseTime, submit }
}

/** Where in the form a refusal belongs; nothing when the appointment was moved, or is not what it was any more. */
type RescheduleRefusal = { date?: string; time?: string } | undefined

/** Moves an appointment and reads the lists again whatever came out. */
export function useReschedule(
  appointment: CalendarAppointment,
): (date: CivilDate, time: CivilTime) => Promise<RescheduleRefusal> {
  const refresh = useRefreshAppointments()
  return async (date, time) => {
    const { id } = appointment
    const body = { appointment_id: id, appointment_date: date, appointment_time: time }
    try {
      await api(appointmentsContract.reschedule, { params: { id }, body }, asSeen(appointment))
      toast.success({ title: s.updated, description: s.updatedTo('resched') })
      await refresh()
      return undefined
    } catch (error) {
      await refresh()
      return placed(error)
    }
  }
}

/** A refusal of the time is shown at its field and the form stays; every other failure is told above the page. */
function placed(error: unknown): RescheduleRefusal {
  const refusal = error instanceof CallError && error.status >= 400 && error.status < 500 ? error : undefined
  if (refusal?.code === 'slot_taken' || refusal?.errors.appointment_time) return { time: refusal.message }
  if (refusal?.code === 'conflict' || refusal?.errors.appointment_date) return { date: refusal.message }
  tellFailure(error, s.rescheduleFailed)
  return refusal ? undefined : {}
}
