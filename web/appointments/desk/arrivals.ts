import { requestMessages as s } from '#shared/appointments/request-messages.ts'
import { NEWS_STATUSES } from '#shared/appointments/status.ts'
import type { AppointmentRequest } from '#shared/appointments/requests-contract.ts'
import { formatDay, formatTime } from '#shared/lib/manila-time.ts'
import type { Arrival } from '#web/lib/event-stream.ts'
import { MAX_PER_PAGE } from '#shared/lib/paging.ts'
import { servicesOf } from '#shared/lib/visit-services.ts'

/** A notice lists at most this many visits and confirms only listed ones, so that nothing is confirmed unread. */
export const MOST_NAMED = 3

const momentOf = ({ appointment_date, appointment_time }: AppointmentRequest) =>
  `${formatDay(appointment_date)}, ${formatTime(appointment_time)}`

/** Describes visits: one in full, several by name and time. */
export function linesOf(rows: readonly AppointmentRequest[]): string[] {
  const [row] = rows
  if (row && rows.length === 1) return [s.what(row.name, servicesOf(row)), momentOf(row)]
  const lines = rows.slice(0, MOST_NAMED).map((each) => s.when(each.name, momentOf(each)))
  return rows.length > MOST_NAMED ? [...lines, s.more(rows.length - MOST_NAMED)] : lines
}

/** Visits that were not answered meanwhile. */
export function stillOpen(
  arrivals: readonly Arrival[],
  rows: readonly AppointmentRequest[],
  what: Arrival['what'],
): AppointmentRequest[] {
  const statuses = NEWS_STATUSES[what]
  const ids = new Set(arrivals.filter((arrival) => arrival.what === what).map(({ id }) => id))
  return rows.filter((row) => ids.has(row.id) && statuses.some((status) => status === row.status))
}

/** Merges arrivals without duplicates (an event may come twice), limited to the number that can be requested. */
export function gatherArrivals(before: readonly Arrival[], next: readonly Arrival[]): Arrival[] {
  const all = new Map([...before, ...next].map((arrival) => [`${arrival.what} ${arrival.id}`, arrival]))
  return [...all.values()].slice(-MAX_PER_PAGE)
}
