import { useState, type FormEvent } from 'react'
import { bookingMessages } from '#shared/appointments/booking-messages.ts'
import type { CalendarAppointment } from '#shared/appointments/contract.ts'
import { startTimeMessages } from '#shared/appointments/desk-messages.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { isCivilDate, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import type { Outcome } from '#web/data/use-action.ts'
import { useFocusOnError } from '#web/lib/form-errors.ts'
import { useToday } from '#web/lib/use-now.ts'

type MoveErrors = { date?: string | undefined; time?: string | undefined }
export type NewTime = { date: CivilDate; time: CivilTime }
/** The date and time with which the form for moving a visit opens. */
type FirstTime = { date: CivilDate; time?: CivilTime | undefined }

/** The fields of the visit that the form for moving it needs. */
type Moved = Pick<CalendarAppointment, 'appointment_date' | 'appointment_time'>

/** An error of the date or the time is shown at its field; undefined for every other failure. */
export function moveErrorsOf(error: unknown): MoveErrors | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { code, errors, message } = error
  if (code === 'slot_taken' || errors.appointment_time) return { time: message }
  return code === 'conflict' || errors.appointment_date ? { date: message } : undefined
}

type Sending<Answer> = {
  busy: boolean
  run: (to: NewTime) => Promise<Outcome<Answer>>
  /** True for a failure after which the form closes. */
  isOver: (error: ApiError) => boolean
  onMoved: () => void
}

/** The last date to which a visit can be moved, and the message for a date after it. */
export type MoveHorizon = { last: CivilDate; beyond: string }

/**
 * Says why a date is not allowed even if it has free times: it is past or too far ahead. The check is needed because
 * date inputs accept any typed date.
 */
const whyOutside = (date: string, today: CivilDate, { last, beyond }: MoveHorizon): string | undefined =>
  !isCivilDate(date) ? undefined : date < today ? bookingMessages.dayPassed : date > last ? beyond : undefined

/** The date and time that were chosen for moving a visit, and why these cannot be used. */
function useNewTime(first: FirstTime, horizon: MoveHorizon) {
  const today = useToday()
  const [date, setDate] = useState(first.date)
  const [time, setTime] = useState<CivilTime | null>(first.time ?? null)
  const [errors, setErrors] = useState<MoveErrors>({})
  const outside = whyOutside(date, today, horizon)
  const change = (next: CivilDate, chosen: CivilTime | null) => {
    setDate(next)
    setTime(chosen)
    setErrors({})
  }
  return {
    today,
    date,
    time,
    errors,
    setErrors,
    outside,
    /** True when the chosen date is neither past nor too far ahead. */
    canBeMovedTo: isCivilDate(date) && outside === undefined,
    chooseDate: (next: string) => change(next, null),
    chooseTime: (next: CivilTime) => change(date, next),
    loseTime: () => setTime(null),
  }
}

/**
 * The fields of a visit's new date and time. `submitWith` sends them: validation errors are shown at their fields, and
 * a time that was taken meanwhile has to be chosen again.
 */
export function useMoveForm(visit: Moved, first: FirstTime, horizon: MoveHorizon) {
  const { errors, setErrors, outside, loseTime, ...chosen } = useNewTime(first, horizon)
  const { date, time, canBeMovedTo } = chosen
  const fields = useFocusOnError(errors)
  const submitWith =
    <Answer>({ busy, run, isOver, onMoved }: Sending<Answer>) =>
    async (event: FormEvent) => {
      event.preventDefault()
      if (busy) return
      if (!canBeMovedTo) return setErrors({ date: outside ?? startTimeMessages.chooseDate })
      if (time === null) return setErrors({ time: startTimeMessages.chooseTime })
      const outcome = await run({ date, time })
      if (outcome.kind === 'done') return onMoved()
      if (outcome.kind !== 'failed') return
      const refused = moveErrorsOf(outcome.error)
      if (refused === undefined && isOver(outcome.error)) return onMoved()
      if (refused?.time) loseTime()
      setErrors(refused ?? {})
    }
  /** True for the time at which the visit is booked now. */
  const isPresent = (each: CivilTime) =>
    date === visit.appointment_date && each.slice(0, 5) === visit.appointment_time.slice(0, 5)
  return { ...chosen, errors: { ...errors, date: outside ?? errors.date }, fields, isPresent, submitWith }
}
