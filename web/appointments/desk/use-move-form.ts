import { useState, type FormEvent } from 'react'
import { deskMessages as s } from '#shared/appointments/desk-messages.ts'
import type { CalendarAppointment } from '#shared/appointments/contract.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { isCivilDate, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { useDayForBooking } from './use-day-for-booking.ts'
import type { Outcome } from '#web/data/use-action.ts'
import { useFocusOnError } from '#web/lib/use-focus-on-error.ts'
import { useToday } from '#web/lib/use-now.ts'

export type MoveErrors = { date?: string | undefined; time?: string | undefined }
export type NewTime = { date: CivilDate; time: CivilTime }

/** What a form of a new date and time knows of a visit. */
type Moved = Pick<
  CalendarAppointment,
  'id' | 'appointment_date' | 'appointment_time' | 'service_id' | 'duration_minutes'
>

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
  /** A failure after which there is nothing left to do here. */
  isOver: (error: ApiError) => boolean
  onMoved: () => void
}

/**
 * The fields of a new date and time for a visit, and what is free on that date. `submitWith` sends them: what the server
 * refuses stands at its field, and a time that was taken meanwhile is chosen anew.
 */
export function useMoveForm(visit: Moved, first: CivilDate) {
  const today = useToday()
  const [date, setDate] = useState(first)
  const [time, setTime] = useState<CivilTime | null>(null)
  const [errors, setErrors] = useState<MoveErrors>({})
  const day = useDayForBooking(date, { id: visit.service_id, minutes: visit.duration_minutes }, visit.id)
  const fields = useFocusOnError(errors)
  const change = (next: CivilDate, chosen: CivilTime | null) => {
    setDate(next)
    setTime(chosen)
    setErrors({})
  }
  const submitWith =
    <Answer>({ busy, run, isOver, onMoved }: Sending<Answer>) =>
    async (event: FormEvent) => {
      event.preventDefault()
      if (busy) return
      if (!isCivilDate(date)) return setErrors({ date: s.chooseDate })
      if (time === null) return setErrors({ time: s.chooseTime })
      const outcome = await run({ date, time })
      if (outcome.kind === 'done') return onMoved()
      if (outcome.kind !== 'failed') return
      const refused = moveErrorsOf(outcome.error)
      if (refused === undefined && isOver(outcome.error)) return onMoved()
      if (refused?.time) setTime(null)
      setErrors(refused ?? {})
    }
  /** Whether a time is the one at which the visit is now. */
  const isPresent = (each: CivilTime) =>
    date === visit.appointment_date && each.slice(0, 5) === visit.appointment_time.slice(0, 5)
  const chooseDate = (next: string) => change(next, null)
  const chooseTime = (next: CivilTime) => change(date, next)
  return { today, date, time, day, errors, fields, isPresent, chooseDate, chooseTime, submitWith }
}
