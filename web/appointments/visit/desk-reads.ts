import { useQueryClient } from '@tanstack/react-query'
import { alertsContract } from '#shared/alerts/contract.ts'
import { availabilityContract } from '#shared/appointments/availability-contract.ts'
import { boardContract } from '#shared/appointments/board-contract.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { liveContract } from '#shared/appointments/live-contract.ts'
import { requestsContract, visitContract } from '#shared/appointments/desk-contract.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import { signedFormsContract } from '#shared/forms/signing-contract.ts'
import { walkInsContract } from '#shared/walk-ins/contract.ts'
import { rereadAll } from '#web/lib/query.ts'

/**
 * The endpoints that components on every screen of the staff read. These components themselves reload them after each
 * event.
 */
const requestReads = [liveContract.requestCount, requestsContract.requests, requestsContract.arrivals]

/** The endpoints about appointments and free times at the front desk, except those in `requestReads`. */
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
  walkInsContract.queue,
  signedFormsContract.missing,
  signedFormsContract.missingOfClient,
  alertsContract.list,
]

/** All endpoints that are read again after a change at the front desk. */
export const deskReads = [...dayReads, ...requestReads]

/**
 * Returns two functions: `all` reloads all data of the front desk, and `afterEvent` skips `requestReads`, which are
 * reloaded elsewhere.
 */
export function useRefreshAppointments(): { all: () => Promise<void>; afterEvent: () => Promise<void> } {
  const queries = useQueryClient()
  return { all: () => rereadAll(queries, deskReads), afterEvent: () => rereadAll(queries, dayReads) }
}
