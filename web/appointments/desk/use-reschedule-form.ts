import { useState, type FormEvent } from 'react'
import type { StaffAppointment } from '#shared/appointments/contract.ts'
import { deskSentences as s } from '#shared/appointments/desk-sentences.ts'
import { formatLongDate, isCivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { useFocusOnProblem } from '#web/lib/use-focus-on-problem.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { useDayForBooking } from './use-day-for-booking.ts'
import { useReschedule } from './use-reschedule.ts'
import { useToday } from '#web/appointments/calendar/use-today.ts'

type Errors = { date?: string | undefined; time?: string | undefined }

/** The state of the reschedule form; `onMoved` when it has done its work. */
export function useRescheduleForm(appointment: StaffAppointment, onMoved: () => void) {
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
