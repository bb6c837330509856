import { useQueryClient } from '@tanstack/react-query'
import { calendarSentences } from '#shared/appointments/calendar-sentences.ts'
import { appointmentsContract, type CalendarAppointment } from '#shared/appointments/contract.ts'
import { deskSentences as s } from '#shared/appointments/desk-sentences.ts'
import { formatTimeRange } from '#shared/appointments/slots.ts'
import type { AppointmentStatus, CancelReason } from '#shared/appointments/status.ts'
import { closuresContract } from '#shared/closures/contract.ts'
import type { CallError } from '#shared/lib/call.ts'
import { callSentences } from '#shared/lib/errors.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { useAction } from '#web/data/use-action.ts'
import { api } from '#web/lib/api.ts'
import { ifMatch } from '#web/lib/if-match.ts'
import { rereadAll } from '#web/lib/query.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.ts'

/** `Bianca Garcia, Diamond peel, Nov 21, 2026, 9:00 AM - 9:30 AM` */
export const describe = (row: CalendarAppointment): string =>
  s.whose(row.name, row.service_name, formatShortDate(row.appointment_date), formatTimeRange(row.appointment_time))

/** Whatever shows appointments or free times at the desk: read again after each change. */
export const deskReads = [
  appointmentsContract.list,
  appointmentsContract.calendar,
  appointmentsContract.takenTimes,
  appointmentsContract.payable,
  closuresContract.disabledDates,
  closuresContract.holidays,
]

/** Reads again what the desk shows. */
export function useRefreshAppointments(): () => Promise<void> {
  const queries = useQueryClient()
  return () => rereadAll(queries, deskReads)
}

export const isRefusal = ({ status }: CallError): boolean => status >= 400 && status < 500

/** A refusal is told in the server's words; what got no answer, in the specification's. */
export const failedAs = (fallback: string) => (error: CallError) => ({
  title: s.errorTitle,
  description: isRefusal(error) ? error.message : fallback,
})

/** The same, where the specification tells of the network: what got an answer did not fail for want of a connection. */
export const failedOnNetwork = (error: CallError) =>
  failedAs(error.status === 0 ? calendarSentences.networkError : callSentences.general)(error)

export const tellNotChanged = () => toast.info({ title: s.notChangedTitle, description: s.notChanged })

type Mark = { row: CalendarAppointment; to: AppointmentStatus; reason?: CancelReason }

/** Marks an appointment. */
export const useMark = () =>
  useAction(
    ({ row, to, reason }: Mark) => {
      const body = { status: to, ...(reason && { reason }) }
      return api(appointmentsContract.updateStatus, { params: { id: row.id }, body }, ifMatch(row))
    },
    {
      done: (_, { to }) => ({ title: s.updated, description: s.updatedTo(to) }),
      failed: failedAs(s.failed),
      reread: deskReads,
    },
  )

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
      // The question stays until the lists are read again: the next one is asked of what is true then.
      action: () => mark.run({ row, to }),
    })
    if (!yes) tellNotChanged()
  }
}
