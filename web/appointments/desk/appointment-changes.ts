import { useQueryClient } from '@tanstack/react-query'
import { calendarSentences } from '#shared/appointments/calendar-sentences.ts'
import { appointmentsContract, type CalendarAppointment } from '#shared/appointments/contract.ts'
import { deskSentences as s } from '#shared/appointments/desk-sentences.ts'
import { formatTimeRange } from '#shared/appointments/slots.ts'
import type { AppointmentStatus, CancelReason } from '#shared/appointments/status.ts'
import { closuresContract } from '#shared/closures/contract.ts'
import { CallError } from '#shared/lib/call.ts'
import { callSentences } from '#shared/lib/errors.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { api } from '#web/lib/api.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.ts'

/** What the person saw goes along: if someone was faster, the server refuses and brings the row as it is now. */
export const asSeen = ({ version }: CalendarAppointment) => ({ headers: { 'if-match': String(version) } })

/** `Bianca Garcia, Diamond peel, Nov 21, 2026, 9:00 AM - 9:30 AM` */
export const describe = (row: CalendarAppointment): string =>
  s.whose(row.name, row.service_name, formatShortDate(row.appointment_date), formatTimeRange(row.appointment_time))

/** A refusal is told in the server's words; what got no answer, in the specification's. */
export function tellFailure(error: unknown, fallback: string): void {
  if (!(error instanceof CallError)) throw error
  const isRefusal = error.status >= 400 && error.status < 500
  toast.error({ title: s.errorTitle, description: isRefusal ? error.message : fallback })
}

/** The same, where the specification tells of the network: what got an answer did not fail for want of a connection. */
export function tellNetworkFailure(error: unknown): void {
  const isUnanswered = error instanceof CallError && error.status === 0
  tellFailure(error, isUnanswered ? calendarSentences.networkError : callSentences.general)
}

export const tellNotChanged = () => toast.info({ title: s.notChangedTitle, description: s.notChanged })

/** Marks an appointment; says how it went and reads the lists again whatever came out. */
export function useMark(): (row: CalendarAppointment, to: AppointmentStatus, reason?: CancelReason) => Promise<void> {
  const refresh = useRefreshAppointments()
  return async (row, to, reason) => {
    try {
      const body = { status: to, ...(reason && { reason }) }
      await api(appointmentsContract.updateStatus, { params: { id: row.id }, body }, asSeen(row))
      toast.success({ title: s.updated, description: s.updatedTo(to) })
    } catch (error) {
      tellFailure(error, s.failed)
    }
    await refresh()
  }
}

/** Asks first; on no, nothing changes and that is said. Cancelling asks for its reason in a dialog of its own. */
export function useChangeStatus(): (row: CalendarAppointment, to: AppointmentStatus) => Promise<void> {
  const confirm = useConfirm()
  const mark = useMark()
  return async (row, to) => {
    const yes = await confirm({
      title: s.markAs(to),
      body: describe(row),
      confirmLabel: s.yes,
      cancelLabel: s.no,
      busyLabel: s.updating,
      action: () => mark(row, to),
    })
    if (!yes) tellNotChanged()
  }
}

/** Reads again whatever shows appointments or free times on this page. */
export function useRefreshAppointments(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    const { list, calendar, takenTimes, payable } = appointmentsContract
    const { disabledDates, holidays } = closuresContract
    const shown = [list, calendar, takenTimes, payable, disabledDates, holidays]
    await Promise.all(shown.map(({ url }) => queries.invalidateQueries({ queryKey: [url] })))
  }
}
