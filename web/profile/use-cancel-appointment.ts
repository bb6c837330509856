import { useQueryClient } from '@tanstack/react-query'
import { appointmentsContract, type ClientAppointment } from '#shared/appointments/contract.ts'
import { appointmentSentences } from '#shared/appointments/sentences.ts'
import { CallError } from '#shared/lib/call.ts'
import { formatLongDate } from '#shared/lib/manila-time.ts'
import { profileSentences as s } from '#shared/profile/sentences.ts'
import { api } from '#web/lib/api.ts'
import { serverWords } from '#web/lib/server-words.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.ts'
import { visitTime } from './visit-words.ts'

/** Asks, cancels an own appointment, says how it went, and reads the lists again whatever came out. */
export function useCancelAppointment(): (appointment: ClientAppointment) => Promise<void> {
  const confirm = useConfirm()
  const queries = useQueryClient()
  return async (appointment) => {
    const { appointment_id, service_name, appointment_date, appointment_time } = appointment
    try {
      const cancelled = await confirm({
        title: s.cancelQuestion,
        body: s.cancelWhat(service_name, formatLongDate(appointment_date), visitTime(appointment_time)),
        confirmLabel: s.cancelThis,
        cancelLabel: s.keep,
        busyLabel: s.cancelling,
        danger: true,
        action: () => api(appointmentsContract.cancelMine, { params: { id: appointment_id }, body: {} }),
      })
      if (!cancelled) return
      toast.success({ title: s.cancelledTitle })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast.error({ title: s.notCancelledTitle, description: serverWords(error, appointmentSentences.failedToUpdate) })
    }
    await queries.invalidateQueries({ queryKey: [appointmentsContract.mine.url] })
  }
}
