import { useQueryClient } from '@tanstack/react-query'
import { availabilityContract } from '#shared/appointments/availability-contract.ts'
import { boardContract } from '#shared/appointments/board/contract.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { liveContract } from '#shared/appointments/live-contract.ts'
import { requestsContract } from '#shared/appointments/requests-contract.ts'
import { visitContract } from '#shared/appointments/visit-contract.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import { rereadAll } from '#web/lib/query.ts'

/** Shown by parts of every staff screen, which read it again after each event by themselves. */
const requestReads = [liveContract.requestCount, requestsContract.requests, requestsContract.arrivals]

/** Whatever else shows appointments or free times at the desk. */
const dayReads = [
  appointmentsContract.list,
  appointmentsContract.calendar,
  boardContract.day,
  appointmentsContract.unavailableTimes,
  availabilityContract.atDesk,
  appointmentsContract.payable,
  closedDatesContract.disabledDates,
  closedDatesContract.holidays,
  visitContract.noShows,
  visitContract.moveTimes,
]

/** Read again after each change at the desk. */
export const deskReads = [...dayReads, ...requestReads]

/** Reads again what the desk shows: all of it, or what an event leaves to the desk. */
export function useRefreshAppointments(): { all: () => Promise<void>; afterEvent: () => Promise<void> } {
  const queries = useQueryClient()
  return { all: () => rereadAll(queries, deskReads), afterEvent: () => rereadAll(queries, dayReads) }
}
