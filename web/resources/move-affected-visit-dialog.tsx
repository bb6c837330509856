import { useState } from 'react'
import { availabilityContract, type FreeDay } from '#shared/appointments/availability-contract.ts'
import { MAX_CALENDAR_DAYS, type CalendarAppointment, type StaffAppointment } from '#shared/appointments/contract.ts'
import { requestsContract } from '#shared/appointments/desk-contract.ts'
import { rescheduleTimes } from '#shared/appointments/slots.ts'
import type { AffectedVisit } from '#shared/lib/affected-visits.ts'
import { resourceMessages as s } from '#shared/resources/messages.ts'
import { RescheduleDialog } from '#web/appointments/desk/reschedule-dialog.tsx'
import type { NewTime } from '#web/appointments/visit/use-move-form.ts'
import { useRead } from '#web/data/use-read.ts'
import { useToday } from '#web/lib/use-now.ts'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

/** The first start after the visit's current time that is free and that the move dialog offers. */
function nextFree(days: readonly FreeDay[] | undefined, { appointment_date, appointment_time }: StaffAppointment) {
  const offered = new Set(rescheduleTimes(15))
  const starts = days?.flatMap(({ date, starts: of }) => of.map(({ time }) => ({ date, time }))) ?? []
  const isLater = ({ date, time }: NewTime) =>
    date > appointment_date || (date === appointment_date && time > appointment_time)
  return starts.find((start) => offered.has(start.time) && isLater(start))
}

type MoveDialogProps = DialogControl & {
  visit: AffectedVisit
  onMoved: (to: NewTime) => void
  finalFocus: () => HTMLElement | true
}

/** A visit, and the free time with which its move dialog opens. */
type Offer = { appointment: CalendarAppointment; first: NewTime | undefined }

/** The dialog that moves a visit; it opens at the next free time or, if there is none, at the visit's date. */
export function MoveAffectedVisitDialog({ visit: { id, appointment_date: date }, ...dialog }: MoveDialogProps) {
  const { open } = dialog
  const [offer, setOffer] = useState<Offer>()
  const today = useToday()
  const read = useRead(requestsContract.arrivals, { querystring: { ids: id } })
  const appointment = read.data?.data[0]
  const free = useRead(
    availabilityContract.atDesk,
    appointment
      ? {
          querystring: {
            service_id: appointment.service_id,
            ...(appointment.further_services.length > 0 && {
              further_services: appointment.further_services.map((one) => one.service_id).join(),
            }),
            date: date < today ? today : date,
            days: MAX_CALENDAR_DAYS,
          },
        }
      : null,
  )
  if (offer) return <RescheduleDialog {...dialog} {...offer} {...(appointment && { appointment })} />
  if (read.failure) return open && <ErrorPanel {...read.failure} />
  // Waits for fresh data, because earlier data may offer a time that the previous move took. Once the dialog has a
  // time, later data does not replace it.
  if (appointment && !read.isFetching && !free.isFetching && (free.data || free.failure))
    setOffer({ appointment, first: nextFree(free.data?.data.days, appointment) })
  return (
    open && (
      <p role="status" className="mt-2 text-ink-2">
        {s.lookingForTime}
      </p>
    )
  )
}
