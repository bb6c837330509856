import { clsx } from 'clsx'
import { UserX } from 'lucide-react'
import { visitMessages, deskMessages, requestMessages } from '#shared/appointments/desk-messages.ts'
import type { CalendarAppointment } from '#shared/appointments/contract.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { peopleOf } from '#shared/lib/visit-services.ts'
import { useRead } from '#web/data/use-read.ts'
import { Badge } from '#web/ui/badge.tsx'

const MINUTE_MS = 60_000

/** How long a client or a request has waited, in the largest unit: `just now`, `12 min`, `3 h`, `2 days`. */
export function formatWait(since: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - new Date(since).getTime()) / MINUTE_MS)
  if (minutes < 1) return requestMessages.justNow
  if (minutes < 60) return requestMessages.waitedMinutes(minutes)
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return requestMessages.waitedHours(hours)
  return requestMessages.waitedDays(Math.floor(hours / 24))
}

type WithPersonProps = {
  appointment: Pick<CalendarAppointment, 'practitioner_name' | 'practitioner_colour' | 'further_services'>
  className?: string
}

/**
 * Names the practitioner of a visit, with a dot in their colour; renders nothing if the service needs nobody in
 * particular.
 */
export function WithPerson({ appointment, className }: WithPersonProps) {
  const name = peopleOf(appointment)
  const { practitioner_colour: colour } = appointment
  if (name === null) return null
  return (
    <span className={clsx('wrap-anywhere', className)}>
      {colour !== null && (
        <span
          aria-hidden="true"
          className="mr-1.5 inline-block size-2.5 rounded-full"
          style={{ backgroundColor: colour }}
        />
      )}
      {deskMessages.withPerson(name)}
    </span>
  )
}

/** A badge with the number of visits that a client has missed, shown where staff book for the client. */
export function NoShowMark({ clientId }: { clientId: string }) {
  const { data } = useRead(visitContract.noShows, { params: { id: clientId } })
  if (!data?.data.last_date) return null
  const { no_shows, last_date } = data.data
  return (
    <p role="status">
      <Badge tone="warning" icon={<UserX size={14} aria-hidden="true" />}>
        {visitMessages.noShowMark(no_shows, formatShortDate(last_date))}
      </Badge>
    </p>
  )
}
