import { appointmentsContract, type CalendarAppointment } from '#shared/appointments/contract.ts'
import { deskMessages as s, startTimeMessages } from '#shared/appointments/desk-messages.ts'
import { appointmentMessages, statusMessages } from '#shared/appointments/messages.ts'
import type { MoveStart } from '#shared/appointments/records.ts'
import { formatTimeRange, lastBookableDate, rescheduleTimes } from '#shared/appointments/slots.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import type { CivilTime } from '#shared/lib/manila-time.ts'
import { uiMessages } from '#shared/lib/messages.ts'
import { peopleOf } from '#shared/lib/visit-services.ts'
import { failedUnlessDeclined, sendWithReason } from '#web/alerts/ask-reason.ts'
import { deskReads } from '#web/appointments/visit/desk-reads.ts'
import { moveErrorsOf, useMoveForm, type NewTime } from '#web/appointments/visit/use-move-form.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { api, ifMatch } from '#web/lib/api.ts'
import { useIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { now, useToday } from '#web/lib/use-now.ts'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { DateInput } from '#web/ui/fields/date-input.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import type { DialogProps } from '#web/ui/overlays/dialog.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { describeAppointment, failedAs, notifyNotChanged, holidayQuestion } from './appointment-changes.ts'
import { useDayForBooking } from './start-times.tsx'

type RescheduleDialogProps = DialogControl & {
  appointment: CalendarAppointment
  /** The date and time with which the dialog opens; by default the visit's date, or today if that date is past. */
  first?: NewTime | undefined
  onMoved?: ((to: NewTime) => void) | undefined
  /** The element to focus after closing; by default the element that had the focus before. */
  finalFocus?: DialogProps['finalFocus']
}
type Form = ReturnType<typeof useRescheduleForm>

/** Chooses a new date and time for an appointment; taken times are disabled. */
export function RescheduleDialog(props: RescheduleDialogProps) {
  const { appointment, open, onClose, finalFocus } = props
  const form = useRescheduleForm(props)
  const leave = () => {
    onClose()
    notifyNotChanged()
  }
  return (
    <FormDialog
      open={open}
      onClose={leave}
      size="sm"
      {...(finalFocus && { finalFocus })}
      title={s.rescheduleTitle}
      description={describeAppointment(appointment)}
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
        {form.times.failure && <ErrorPanel {...form.times.failure} />}
      </div>
    </FormDialog>
  )
}

function DateField({ form }: { form: Form }) {
  const { closed, holiday } = form.day
  const notice = closed ? startTimeMessages.closedNotice : holiday && s.holidayNotice(holiday)
  return (
    <Field label={s.rescheduleDate} required error={form.errors.date} hint={notice}>
      <DateInput
        value={form.date}
        min={form.today}
        max={form.horizon.last}
        onChange={(event) => form.chooseDate(event.target.value)}
      />
    </Field>
  )
}

function TimeField({ form, appointment }: { form: Form; appointment: CalendarAppointment }) {
  const { closed, interval, whyNot } = form.day
  const known = form.day.known && form.times.data !== undefined
  const options = rescheduleTimes(interval)
    .map((value) => {
      const reason = form.isPresent(value) ? s.presentTime : whyNot(value)
      const people = form.startAt(value)?.practitioners ?? []
      return {
        value,
        label: formatTimeRange(value, appointment.duration_minutes),
        ...((reason ?? people.length > 0) && { detail: reason ?? s.withPerson(people.join(', ')) }),
        disabled: reason !== undefined,
      }
    })
    // Start times of today that are past are left out, because in the afternoon they would fill the list.
    .filter((option) => option.detail !== startTimeMessages.past)
  const nothingFree = known && options.every((option) => option.disabled)
  const chosen = form.time === null ? undefined : form.startAt(form.time)
  const instead = chosen?.is_other && s.insteadOf(chosen.practitioners.join(', '), form.askedFor)
  return (
    <Field
      label={s.rescheduleTime}
      group
      required
      error={form.errors.time}
      hint={(nothingFree && !closed && s.noFreeTime) || instead}
    >
      <Select
        options={options}
        value={form.time}
        onChange={form.chooseTime}
        disabled={!known || nothingFree}
        placeholder={
          form.canBeMovedTo && !known && !form.day.error && !form.times.failure ? uiMessages.loading : undefined
        }
      />
    </Field>
  )
}

/** The state of the reschedule form. */
function useRescheduleForm({ appointment, first, onMoved, onClose }: RescheduleDialogProps) {
  const today = useToday()
  const horizon = { last: lastBookableDate(now()), beyond: appointmentMessages.beyondHorizon }
  const { appointment_date: date } = appointment
  const form = useMoveForm(appointment, first ?? { date: date < today ? today : date }, horizon)
  const day = useDayForBooking(
    form.canBeMovedTo ? form.date : '',
    { id: appointment.service_id, minutes: appointment.duration_minutes },
    appointment.id,
  )
  const asked = { params: { id: appointment.id }, querystring: { date: form.date } }
  const times = useRead(visitContract.moveTimes, form.canBeMovedTo ? asked : null)
  const startAt = (time: CivilTime) => times.data?.data.starts.find((start) => start.time === time)
  const { busy, run } = useReschedule(appointment, { holiday: day.holiday, onMoved })
  const submit = form.submitWith({
    busy,
    // Books exactly the practitioners displayed beside the time.
    run: (to) => run({ ...to, people: startAt(to.time)?.practitioner_ids }),
    // The form closes if somebody else has changed the visit. After other failures it keeps the chosen date and time.
    isOver: ({ code }) => code === 'state_moved',
    onMoved: onClose,
  })
  return { ...form, day, times, startAt, askedFor: times.data?.data.asked_for.join(', ') ?? '', horizon, busy, submit }
}

/**
 * A new date and time. `people` names a practitioner for each service; if undefined, the server keeps practitioners
 * chosen by name and finds free practitioners for the other services.
 */
type Move = NewTime & { people?: MoveStart['practitioner_ids'] | undefined }

const rescheduleFailed = failedUnlessDeclined(failedAs(s.rescheduleFailed))

/**
 * Moves an appointment. A date that is a `holiday` needs a confirmation, and the move needs a reason if the client has
 * an alert against a treatment of the visit.
 */
export function useReschedule(
  appointment: CalendarAppointment,
  { holiday, onMoved }: Pick<RescheduleDialogProps, 'onMoved'> & { holiday?: string | undefined } = {},
) {
  const key = useIdempotencyKey()
  return useAction(
    ({ date, time, people }: Move) => {
      const { id } = appointment
      const move = {
        appointment_id: id,
        appointment_date: date,
        appointment_time: time,
        ...(people && { practitioner_ids: people }),
      }
      return sendWithReason('moved', (override) => {
        const body = { ...move, ...(override && { override }) }
        return api(
          appointmentsContract.reschedule,
          { params: { id }, body },
          { ...key.of(body), ...ifMatch(appointment) },
        )
      })
    },
    {
      ask: ({ date }) => holidayQuestion(date, holiday),
      done: ({ data }) => {
        const [told, people] = [s.updatedTo(statusMessages.inSentence.resched), peopleOf(data)]
        return { title: s.updated, description: people === null ? told : `${told}\n${s.itIsWith(people)}` }
      },
      failed: (error) => (moveErrorsOf(error) ? null : rescheduleFailed(error)),
      reread: deskReads,
      onDone: (_, to) => {
        key.forget()
        onMoved?.(to)
      },
    },
  )
}
