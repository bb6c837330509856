import { useNavigate } from 'react-router'
import { boardMessages, calendarMessages } from '#shared/appointments/calendar-messages.ts'
import { visitMessages, deskMessages as s } from '#shared/appointments/desk-messages.ts'
import { appointmentsContract, type CalendarAppointment, type StaffAppointment } from '#shared/appointments/contract.ts'
import { formatTimeRange } from '#shared/appointments/slots.ts'
import { statusMessages } from '#shared/appointments/messages.ts'
import { type AppointmentStatus, type CancelReason, canTransition } from '#shared/appointments/status.ts'
import { callMessages } from '#shared/lib/messages.ts'
import type { ApiError } from '#shared/lib/http-client.ts'
import { formatLongDate, formatShortDate, formatTime, type CivilTime, type CivilDate } from '#shared/lib/manila-time.ts'
import { servicesOf } from '#shared/lib/visit-services.ts'
import { failedUnlessDeclined, sendWithReason } from '#web/alerts/ask-reason.ts'
import { deskReads } from '#web/appointments/visit/desk-reads.ts'
import { linesOfUsed } from '#web/appointments/visit/used-supplies.ts'
import { UNDO_SECONDS, useUndo } from '#web/appointments/visit/visit-changes.ts'
import { useAction } from '#web/data/use-action.ts'
import { api, ifMatch } from '#web/lib/api.ts'
import { payPath } from '#web/lib/paths.ts'
import { useMaySell } from '#web/lib/session/use-may-sell.ts'
import { type ConfirmQuestion, useConfirm } from '#web/ui/overlays/confirm.tsx'
import { toast, type ToastMessage } from '#web/ui/overlays/toast.ts'

/** An appointment as text: `Bianca Garcia, Diamond peel, Nov 21, 2026, 9:00 AM - 9:30 AM` */
export const describeAppointment = (row: CalendarAppointment): string =>
  s.whose(
    row.name,
    servicesOf(row),
    formatShortDate(row.appointment_date),
    formatTimeRange(row.appointment_time, row.duration_minutes),
  )

const isApiError = ({ status }: ApiError): boolean => status >= 400 && status < 500

const withCause = (fallback: string, error: ApiError) => ({
  title: s.errorTitle,
  description: isApiError(error) ? error.message : error.status === 0 ? `${fallback}\n${error.message}` : fallback,
})

/**
 * Shows an error in the server's words, or after a lost response the given text with the cause below it. On an offline
 * device, only the message that the device is offline is shown.
 */
export const failedAs = (fallback: string) => (error: ApiError) =>
  error.isOffline ? { title: s.errorTitle, description: error.message } : withCause(fallback, error)

/** Shows an error in the server's words or, if there was no response, the network message of the specification. */
export const failedOnNetwork = (error: ApiError) =>
  withCause(error.status === 0 ? calendarMessages.networkError : callMessages.general, error)

export const notifyNotChanged = () => toast.info({ title: s.notChangedTitle, description: s.notChanged })

type StatusChange = { row: CalendarAppointment; to: AppointmentStatus; reason?: CancelReason }

/** Makes the buttons of the toast after a status change: Undo and, after a treatment, Pay. */
function useNextActions(): (
  update: StatusChange,
  changed: StaffAppointment,
) => Pick<ToastMessage, 'action' | 'secondary' | 'seconds'> {
  const maySell = useMaySell()
  const navigate = useNavigate()
  const undo = useUndo()
  return ({ row, to }, changed) => {
    const secondary = { label: visitMessages.undo, onPress: () => void undo.run(changed) }
    return maySell && to === 'completed' && !row.is_paid
      ? { seconds: 12, secondary, action: { label: s.pay, onPress: () => void navigate(payPath(row.id)) } }
      : { seconds: UNDO_SECONDS, secondary }
  }
}

/** Changes the status of an appointment. */
export function useUpdateStatus() {
  const nextActions = useNextActions()
  return useAction(
    ({ row, to, reason }: StatusChange) =>
      sendWithReason('started', (override) => {
        const body = { status: to, ...(reason && { reason }), ...(override && { override }) }
        return api(appointmentsContract.updateStatus, { params: { id: row.id }, body }, ifMatch(row))
      }),
    {
      done: ({ data, used = [] }, update) => ({
        title: s.updated,
        description: [s.updatedTo(statusMessages.inSentence[update.to]), ...linesOfUsed(used)].join('\n'),
        ...nextActions(update, data),
      }),
      failed: failedUnlessDeclined(failedAs(s.failed)),
      reread: deskReads,
    },
  )
}

/**
 * Asks before a status change; after a "No", a toast says that nothing changed. Cancelling has its own dialog for the
 * reason.
 */
export function useChangeStatus(): (row: CalendarAppointment, to: AppointmentStatus) => Promise<void> {
  const confirm = useConfirm()
  const update = useUpdateStatus()
  return async (row, to) => {
    const yes = await confirm({
      title: s.markAs(statusMessages.inSentence[to]),
      body: describeAppointment(row),
      confirmLabel: s.yes,
      cancelLabel: s.no,
      harmless: true,
      busyLabel: s.updating,
      // The question stays open until the lists are reloaded, so that the next question uses current data.
      action: () => update.run({ row, to }),
    })
    if (!yes) notifyNotChanged()
  }
}

/** Says as a sentence why a person, room or device is not available. */
export const conflictText = ({ name, why, until }: { name: string; why: 'busy' | 'away'; until: CivilTime | null }) => {
  if (until === null) return boardMessages.away(name)
  return (why === 'busy' ? boardMessages.busyUntil : boardMessages.awayUntil)(name, formatTime(until))
}

/** A status change that staff can make, with its button; `to` is the new status. */
type DeskTransition = { to: AppointmentStatus; label: string; look: 'primary' | 'secondary' | 'danger-quiet' }

/** Starts a status change with a question or a dialog. */
export type StartTransition = (appointment: CalendarAppointment, to: AppointmentStatus) => void

type Movable = Pick<CalendarAppointment, 'status' | 'appointment_date'>

/** The status changes that are allowed today, the next step of the visit first. */
export function offeredTransitions({ status, appointment_date }: Movable, today: CivilDate): DeskTransition[] {
  const all: DeskTransition[] = [
    { to: 'confirmed', label: s.confirm, look: 'primary' },
    { to: 'on-going', label: s.start, look: status === 'confirmed' ? 'primary' : 'secondary' },
    { to: 'completed', label: s.end, look: 'primary' },
    { to: 'resched', label: s.reschedule, look: 'secondary' },
    { to: 'cancelled', label: status === 'pending' ? s.decline : s.cancel, look: 'danger-quiet' },
  ]
  const isEarly = today < appointment_date
  return all.filter(({ to }) => canTransition(status, to) && !(to === 'on-going' && isEarly))
}

/**
 * The question that staff must confirm before a visit is booked on or moved to a public holiday; null on other dates.
 */
export const holidayQuestion = (date: CivilDate, holiday: string | undefined): ConfirmQuestion | null =>
  holiday === undefined
    ? null
    : {
        title: s.holidayQuestion(formatLongDate(date), holiday),
        confirmLabel: s.useHoliday,
        cancelLabel: s.no,
        harmless: true,
      }
