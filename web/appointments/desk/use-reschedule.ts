import { appointmentsContract, type StaffAppointment } from '#shared/appointments/contract.ts'
import { deskSentences as s } from '#shared/appointments/desk-sentences.ts'
import { CallError } from '#shared/lib/call.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import { api } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.ts'
import { useRefreshAppointments } from './use-desk-lists.ts'
import { asSeen, tellFailure } from './use-change-status.ts'

/** Where in the form a refusal belongs; nothing when the appointment was moved, or is not what it was any more. */
export type RescheduleRefusal = { date?: string; time?: string } | undefined

/** Moves an appointment and reads the lists again whatever came out. */
export function useReschedule(
  appointment: StaffAppointment,
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
