import { availabilityContract } from '#shared/appointments/availability-contract.ts'
import { appointmentsContract, type ClientAppointment } from '#shared/appointments/contract.ts'
import { selfServiceContract } from '#shared/appointments/self-service-contract.ts'
import { visitLinkContract } from '#shared/appointments/visit-link-contract.ts'
import { bookingMessages } from '#shared/appointments/booking-messages.ts'
import { deskMessages } from '#shared/appointments/desk-messages.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { lastBookableDate, lastDateWithin } from '#shared/appointments/slots.ts'
import { termsMessages } from '#shared/appointments/terms-messages.ts'
import { formatLongDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { uiMessages } from '#shared/lib/ui-messages.ts'
import { profileMessages as s } from '#shared/profile/messages.ts'
import { servicesOf } from '#shared/lib/visit-services.ts'
import { SlotButtons } from '#web/appointments/desk/slot-buttons.tsx'
import { moveErrorsOf, useMoveForm, type MoveHorizon, type NewTime } from '#web/appointments/desk/use-move-form.ts'
import { useRead } from '#web/data/use-read.ts'
import { useAction } from '#web/data/use-action.ts'
import { api } from '#web/lib/api.ts'
import { serverMessage } from '#web/lib/server-message.ts'
import { now, useToday } from '#web/lib/use-now.ts'
import { ErrorPanel } from '#web/ui/data/error-panel.tsx'
import { DateInput } from '#web/ui/fields/date-input.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { visitTime } from './format-visit.ts'

type MoveVisitDialogProps = DialogControl & {
  visit: ClientAppointment
  policy: string
  /** Of the link to this one visit, for who is not logged in. */
  token?: string
}
type Form = ReturnType<typeof useOwnMoveForm>

/** Another date and time for an own visit; the rules stand above the choice. */
export function MoveVisitDialog({ open, onClose, visit, policy, token }: MoveVisitDialogProps) {
  const form = useOwnMoveForm(visit, onClose, token)
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.moveTitle}
      description={s.moveWhat(
        servicesOf(visit),
        formatLongDate(visit.appointment_date),
        visitTime(visit.appointment_time),
      )}
      leave={s.keep}
      send={s.moveThis}
      busy={form.busy}
      busyLabel={s.moving}
      onSubmit={form.submit}
    >
      <div ref={form.fields} className="space-y-4">
        <p className="rounded-card bg-info-soft px-4 py-3 text-sm text-ink">{policy}</p>
        <Field
          label={s.newDate}
          required
          error={form.errors.date}
          hint={form.isClosed ? deskMessages.closedNotice : undefined}
        >
          <DateInput
            value={form.date}
            min={form.today}
            max={form.horizon.last}
            onChange={(event) => form.chooseDate(event.target.value)}
          />
        </Field>
        <TimeField form={form} />
      </div>
    </FormDialog>
  )
}

function TimeField({ form: { day, canBeMovedTo, time, errors, whyNot, chooseTime } }: { form: Form }) {
  if (day.error) return <ErrorPanel message={day.error} onRetry={day.retry} />
  if (!canBeMovedTo) return null
  return (
    <Field label={s.newTime} group required error={errors.time}>
      <SlotButtons times={day.times} value={time} onChange={chooseTime} whyNot={whyNot} />
    </Field>
  )
}

const useMove = ({ appointment_id: id }: ClientAppointment, token: string | undefined) =>
  useAction(
    ({ date, time }: NewTime, sent): Promise<{ data: ClientAppointment }> => {
      const to = { appointment_date: date, appointment_time: time }
      return token === undefined
        ? api(selfServiceContract.move, { params: { id }, body: to }, sent)
        : api(visitLinkContract.move, { body: { token, ...to } })
    },
    {
      done: ({ data }) => ({
        title: s.moved,
        description: s.movedTo(formatLongDate(data.appointment_date), visitTime(data.appointment_time)),
        seconds: 6,
      }),
      failed: (error) =>
        moveErrorsOf(error)
          ? null
          : { title: s.notMoved, description: serverMessage(error, appointmentMessages.failedToUpdate) },
      reread: [appointmentsContract.mine, visitLinkContract.see, appointmentsContract.unavailableTimes],
      idempotent: true,
    },
  )

/** How far ahead the services of the visit can be booked; the furthest as long as nobody knows. */
function useHorizon({ service_id, further_services }: ClientAppointment): MoveHorizon {
  const date = useToday()
  const more = further_services.length > 0 && { further_services: further_services.map((one) => one.service_id).join() }
  const { data } = useRead(availabilityContract.availability, { querystring: { service_id, ...more, date } })
  const days = data?.data.horizon_days ?? null
  const last = lastDateWithin(days, now())
  const isOwn = days !== null && last < lastBookableDate(now())
  return { last, beyond: isOwn ? termsMessages.tooFarAhead(days) : appointmentMessages.beyondHorizon }
}

/** The state of the form; `onMoved` when there is nothing left to do here. */
function useOwnMoveForm(visit: ClientAppointment, onMoved: () => void, token: string | undefined) {
  const horizon = useHorizon(visit)
  const form = useMoveForm({ ...visit, id: visit.appointment_id }, { date: visit.appointment_date }, horizon)
  const { busy, run } = useMove(visit, token)
  const { day, isPresent } = form
  const isClosed = day.closed || day.holiday !== undefined
  const whyNot = (each: CivilTime) => {
    if (!day.known) return uiMessages.loading
    if (isPresent(each)) return deskMessages.presentTime
    if (isClosed) return deskMessages.closed
    const why = day.whyNot(each)
    // Why a time is not free is the clinic's business: clients read the word of the booking page, and no wall of red.
    return why === undefined || why === deskMessages.past ? why : bookingMessages.unavailable
  }
  const submit = form.submitWith({ busy, run, isOver: ({ code }) => code === 'state_moved', onMoved })
  return { ...form, busy, horizon, isClosed, whyNot, submit }
}
