import { bookingSentences as s } from '#shared/appointments/booking-sentences.ts'
import { formatTime, type CivilTime } from '#shared/lib/manila-time.ts'
import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import type { Choices } from './booking.ts'
import type { BookingSources } from './booking-sources.ts'

/** `10:30 AM`; the last slot of a day says that it is midnight. */
export const timeInWords = (time: CivilTime): string =>
  time === '00:00:00' ? `${formatTime(time)} (${s.midnight})` : formatTime(time)

export type VisitInWords = { treatment: string | null; service: string | null; price: string | null }

/** Names and price of what is chosen; null where nothing is chosen or its name is not loaded yet. */
export function visitInWords({ treatment, service }: Choices, sources: BookingSources): VisitInWords {
  const { treatments, services } = sources
  const ofTreatment = treatments.status === 'ready' ? treatments.data.find(({ id }) => id === treatment) : undefined
  const ofService = services.status === 'ready' ? services.data.find(({ id }) => id === service) : undefined
  return {
    treatment: ofTreatment?.treatment_name ?? null,
    service: ofService?.service_name ?? null,
    price: ofService ? formatPesoShort(toCentavos(ofService.service_price)) : null,
  }
}
