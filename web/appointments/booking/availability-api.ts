import { availabilityContract } from '#shared/appointments/availability-contract.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'

export type Availability = Output<typeof availabilityContract.availability>['data']

/** The number of days to search for the next free time. */
const DAYS_AHEAD = 14

/** Loads two weeks of free times from a date, with one person or anyone; uses the lazily loaded booking API. */
export async function readAvailability(
  { read, withFailureMessage, servicesOfKey }: typeof import('./booking-api.ts'),
  date: CivilDate,
  service: string,
  practitioner: string | null,
  signal: AbortSignal,
): Promise<Availability> {
  const { service_id, further_services } = servicesOfKey(service)
  const querystring = {
    service_id,
    ...(further_services && { further_services: further_services.join() }),
    date,
    days: DAYS_AHEAD,
    ...(practitioner !== null && { practitioner_id: practitioner }),
  }
  const answer = read(availabilityContract.availability, { querystring }, { signal })
  return (await withFailureMessage(appointmentMessages.conflictCheckFailed, answer)).data
}
