import type { BeautySalon, OpeningHoursSpecification, Offer, WithContext } from 'schema-dts'
import { CLOSING_TIMES, hasSetHours, SLOT_TIMES, type OpeningHours } from '#shared/clinic/opening-hours.ts'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import { formatPesoShort, toPesos } from '#shared/lib/money.ts'

/** A treatment with the prices of its services, in centavos. */
export type Offered = {
  id: string
  name: string
  description: string | null
  services: readonly { name: string; price_centavos: number }[]
}

type Sources = {
  clinic: PublicClinic
  offers: readonly Offered[]
  /** The public origin, the share picture and booking links; undefined without PUBLIC_URL. */
  address?: { origin: string; picture: string; bookingOf: (treatmentId: string) => string } | undefined
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** Groups days with the same hours; closed days are left out. */
function openingHoursOf(hours: readonly OpeningHours[]): OpeningHoursSpecification[] {
  const groups = new Map<string, OpeningHours[]>()
  for (const day of hours.filter(({ is_open }) => is_open)) {
    const key = `${day.first_slot}-${day.last_slot}`
    groups.set(key, [...(groups.get(key) ?? []), day])
  }
  return [...groups.values()].map((days) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: days.map(({ weekday }) => WEEKDAYS[weekday]!),
    opens: SLOT_TIMES[days[0]!.first_slot]!.slice(0, 5),
    closes: CLOSING_TIMES[days[0]!.last_slot]!.slice(0, 5),
  }))
}

const pricesOf = (offers: readonly Offered[]) =>
  offers.flatMap(({ services }) => services.map(({ price_centavos }) => price_centavos))

function offerOf({ id, name, description, services }: Offered, address: Sources['address']): Offer {
  const prices = services.map(({ price_centavos }) => toPesos(price_centavos))
  return {
    '@type': 'Offer',
    itemOffered: { '@type': 'Service', name, ...(description && { description }) },
    priceSpecification: {
      '@type': 'PriceSpecification',
      priceCurrency: 'PHP',
      minPrice: Math.min(...prices),
      maxPrice: Math.max(...prices),
    },
    ...(address && { url: address.bookingOf(id) }),
  }
}

/** The clinic and its services for search engines (schema.org); empty values are left out. */
export function structuredData({ clinic, offers, address }: Sources): Exclude<WithContext<BeautySalon>, string> {
  const prices = pricesOf(offers)
  const profiles = [clinic.facebook_url, clinic.instagram_url, clinic.tiktok_url].filter((url) => url !== '')
  const hours = hasSetHours(clinic.opening_hours) ? openingHoursOf(clinic.opening_hours) : []
  return {
    '@context': 'https://schema.org',
    '@type': 'BeautySalon',
    // The clinic's second type, because schema.org has no type for both a salon and a clinic.
    additionalType: 'https://schema.org/MedicalBusiness',
    name: clinic.name,
    ...(address && { '@id': `${address.origin}/#clinic`, url: `${address.origin}/`, image: address.picture }),
    ...(clinic.address && {
      address: {
        '@type': 'PostalAddress',
        streetAddress: clinic.address,
        ...(clinic.location && { addressLocality: clinic.location }),
        addressCountry: 'PH',
      },
    }),
    ...(clinic.phone && { telephone: clinic.phone }),
    ...(clinic.email && { email: clinic.email }),
    ...(hours.length > 0 && { openingHoursSpecification: hours }),
    ...(prices.length > 0 && {
      priceRange: `${formatPesoShort(Math.min(...prices))}–${formatPesoShort(Math.max(...prices))}`,
      currenciesAccepted: 'PHP',
    }),
    ...(profiles.length > 0 && { sameAs: profiles }),
    ...(offers.length > 0 && {
      makesOffer: offers.filter(({ services }) => services.length > 0).map((offered) => offerOf(offered, address)),
    }),
  }
}
