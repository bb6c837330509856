import { bookingCatalogueContract } from '#shared/catalogue/booking-contract.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { shownService, type Earlier, type EarlierIds } from './booking.ts'
import { read } from './booking-call.ts'

/**
 * This module makes the API calls of the booking's first two steps. It is loaded after the first paint, because it
 * includes contracts and zod.
 */

export type BookingTreatment = Output<typeof bookingCatalogueContract.treatments>['data'][number]
export type BookingService = Output<typeof bookingCatalogueContract.services>['data'][number]

export const readTreatments = async (signal: AbortSignal): Promise<BookingTreatment[]> =>
  (await read(bookingCatalogueContract.treatments, {}, { signal })).data

export const readServices = async (treatmentId: string, signal: AbortSignal): Promise<BookingService[]> =>
  (await read(bookingCatalogueContract.services, { params: { treatmentId } }, { signal })).data

/**
 * Reads the services whose ids a link contains, with current names, lengths and prices, as far as they can be booked.
 */
export async function readEarlier(ids: readonly EarlierIds[]): Promise<Earlier[]> {
  const { signal } = new AbortController()
  const treatments = await readTreatments(signal)
  const lists = await Promise.all(ids.map(({ treatment }) => readServices(treatment, signal)))
  return ids.flatMap((wanted, index) => {
    const treatment = treatments.find(({ id }) => id === wanted.treatment)
    const service = lists[index]!.find(({ id }) => id === wanted.service)
    return treatment && service ? [shownService(treatment, service)] : []
  })
}
