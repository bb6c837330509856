import { useEffect, useRef } from 'react'
import { bookingMessages } from '#shared/appointments/booking-messages.ts'
import { appointmentsContract, type ClientAppointment } from '#shared/appointments/contract.ts'
import { startTimeMessages } from '#shared/appointments/desk-messages.ts'
import { appointmentMessages, termsMessages } from '#shared/appointments/messages.ts'
import type { MoveStart } from '#shared/appointments/records.ts'
import { selfServiceContract, visitLinkContract } from '#shared/appointments/self-service-contract.ts'
import { formatStart, lastBookableDate, lastDateWithin } from '#shared/appointments/slots.ts'
import { depositLinkContract } from '#shared/deposits/link-contract.ts'
import { formatLongDate, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { profileMessages as s } from '#shared/profile/messages.ts'
import { peopleOf, servicesOf } from '#shared/lib/visit-services.ts'
import { SlotButtons } from '#web/appointments/desk/start-times.tsx'
import { moveErrorsOf, useMoveForm, type MoveHorizon, type NewTime } from '#web/appointments/visit/use-move-form.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { api, ifMatch } from '#web/lib/api.ts'
import { serverMessage } from '#web/lib/api-errors.ts'
import { now } from '#web/lib/use-now.ts'
import { ErrorPanel, Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import { DateInput } from '#web/ui/fields/date-input.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

type MoveVisitDialogProps = DialogControl & {
  visit: ClientAppointment
  policy: string
  /** The token of the visit's link, for people who are not logged in. */
  token?: string
}

/** Moves a client's own visit; the clinic's rules about moving are shown above the fields. */
export function MoveVisitDialog({ open, onClose, visit, policy, token }: MoveVisitDialogProps) {
  const form = useOwnMoveForm(visit, onClose, token)
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.moveTitle}
      description={s.moveWhat(
        servicesOf(visit),
        peopleOf(visit),
        formatLongDate(visit.appointment_date),
        formatStart(visit.appointment_time),
      )}
      leave={s.keep}
      send={s.moveThis}
      busy={form.busy}
      disabled={form.times.data !== undefined && form.starts.length === 0}
      busyLabel={s.moving}
      onSubmit={form.submit}
    >
      <div ref={form.fields} className="space-y-4">
        <p className="rounded-card bg-info-soft px-4 py-3 text-sm text-ink">{policy}</p>
        <Field
          label={s.newDate}
          required
          error={form.errors.date}
          hint={form.times.data?.data.is_closed ? startTimeMessages.closedNotice : undefined}
        >
          <DateInput
            value={form.date}
            min={form.today}
            max={form.horizon.last}
            onChange={(event) => form.chooseDate(event.target.value)}
          />
        </Field>
        {form.canBeMovedTo && <MoveTimes form={form} />}
      </div>
    </FormDialog>
  )
}

type Move = NewTime & { people: MoveStart['practitioner_ids'] | undefined }

const useMove = (visit: ClientAppointment, token: string | undefined) =>
  useAction(
    ({ date, time, people }: Move, sent): Promise<{ data: ClientAppointment }> => {
      const params = { id: visit.appointment_id }
      const to = { appointment_date: date, appointment_time: time, ...(people && { practitioner_ids: people }) }
      return token === undefined
        ? api(selfServiceContract.move, { params, body: to }, { ...sent, ...ifMatch(visit) })
        : api(visitLinkContract.move, { body: { token, ...to } }, ifMatch(visit))
    },
    {
      done: ({ data }) => {
        const moved = s.movedTo(
          formatLongDate(data.appointment_date),
          formatStart(data.appointment_time),
          peopleOf(data),
        )
        const waits = data.appointment_status === 'pending'
        return { title: s.moved, description: waits ? `${moved}\n${s.movedRequest}` : moved, seconds: 6 }
      },
      failed: (error) =>
        moveErrorsOf(error)
          ? null
          : { title: s.notMoved, description: serverMessage(error, appointmentMessages.failedToUpdate) },
      reread: [
        appointmentsContract.mine,
        visitLinkContract.see,
        depositLinkContract.see,
        selfServiceContract.moveTimes,
        visitLinkContract.moveTimes,
      ],
      idempotent: true,
    },
  )

/**
 * Reads the times of a date to which the visit can be moved, by the link's token or as the logged-in client; nothing
 * without a date.
 */
function useMoveTimes({ appointment_id: id }: ClientAppointment, token: string | undefined, date: CivilDate | null) {
  const asClient = date === null || token !== undefined ? null : { params: { id }, querystring: { date } }
  const own = useRead(selfServiceContract.moveTimes, asClient)
  const byLink = useRead(
    visitLinkContract.moveTimes,
    date === null || token === undefined ? null : { body: { token, date } },
  )
  return token === undefined ? own : byLink
}

/** The last bookable date for the visit's services; the general limit until it is loaded. */
function horizonOf(days: number | null): MoveHorizon {
  const last = lastDateWithin(days, now())
  const isOwn = days !== null && last < lastBookableDate(now())
  return { last, beyond: isOwn ? termsMessages.tooFarAhead(days) : appointmentMessages.beyondHorizon }
}

/** The form's state; `onMoved` is called when the dialog can close. */
function useOwnMoveForm(visit: ClientAppointment, onMoved: () => void, token: string | undefined) {
  const present = useMoveTimes(visit, token, visit.appointment_date)
  const horizon = horizonOf(present.data?.data.horizon_days ?? null)
  const form = useMoveForm(visit, { date: visit.appointment_date }, horizon)
  const times = useMoveTimes(visit, token, form.canBeMovedTo ? form.date : null)
  const starts = times.data?.data.starts.filter((start) => !form.isPresent(start.time)) ?? []
  const chosen = starts.find((start) => start.time === form.time)
  const { busy, run } = useMove(visit, token)
  const submit = form.submitWith({
    busy,
    // Books exactly the practitioners displayed beside the time.
    run: (to) => run({ ...to, people: chosen?.practitioner_ids }),
    isOver: ({ code }) => code === 'state_moved',
    onMoved,
  })
  return { ...form, busy, horizon, times, starts, chosen, submit }
}

type OwnMoveForm = ReturnType<typeof useOwnMoveForm>

/**
 * The free times of the date. Times with the practitioners who were chosen by name come first; times with other people
 * are collapsed below them.
 */
function MoveTimes({ form }: { form: OwnMoveForm }) {
  const { times, starts, date } = form
  if (times.failure) return <ErrorPanel {...times.failure} />
  if (!times.data)
    return (
      <SkeletonGroup label={bookingMessages.loadingTimes} className="grid grid-cols-3 gap-2 sm:grid-cols-4">
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} className="h-13 rounded-ctl!" />
        ))}
      </SkeletonGroup>
    )
  const askedFor = times.data.data.asked_for.join(', ')
  const [kept, others] = [starts.filter((start) => !start.is_other), starts.filter((start) => start.is_other)]
  const hasKept = kept.length > 0
  const { time: error } = form.errors
  return (
    <>
      {hasKept && (
        <Times form={form} label={askedFor === '' ? s.newTime : s.timesWith(askedFor)} starts={kept} error={error} />
      )}
      {!hasKept && <p role="status">{others.length > 0 ? s.noTimeWith(askedFor) : s.noTimeFree}</p>}
      {others.length > 0 && (
        <Fold key={date} label={s.timesWithOthers(others.length)} isOpenFirst={!hasKept}>
          <Times form={form} label={s.othersTimes} starts={others} error={hasKept ? undefined : error} named />
        </Fold>
      )}
      <WhoDoesIt chosen={form.chosen} askedFor={askedFor} />
    </>
  )
}

type TimesProps = {
  form: OwnMoveForm
  label: string
  starts: readonly MoveStart[]
  error: string | undefined
  named?: boolean
}

/** The free times as radio buttons. With `named`, each time also shows the practitioners who are free then. */
function Times({ form: { time, chooseTime }, label, starts, error, named = false }: TimesProps) {
  const peopleAt = (each: CivilTime) => starts.find((start) => start.time === each)?.practitioners.join(', ')
  return (
    <Field label={label} group required error={error}>
      <SlotButtons
        times={starts.map((start) => start.time)}
        value={time}
        onChange={chooseTime}
        {...(named && { noteOf: peopleAt })}
      />
    </Field>
  )
}

/**
 * Shows before the confirmation who will do the visit at the chosen time. The sentence scrolls into view if this is not
 * the person who was chosen by name.
 */
function WhoDoesIt({ chosen, askedFor }: { chosen: MoveStart | undefined; askedFor: string }) {
  const place = useRef<HTMLParagraphElement>(null)
  const people = chosen?.practitioners.join(', ') ?? ''
  const isOther = chosen?.is_other ?? false
  useEffect(() => {
    if (isOther) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isOther, people])
  return (
    <p ref={place} role="status" className="scroll-mb-6 font-semibold">
      {people !== '' && (chosen?.is_other ? s.willBeWithOther(people, askedFor) : s.willBeWith(people))}
    </p>
  )
}
