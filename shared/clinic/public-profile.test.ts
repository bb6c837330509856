import { expect, test } from 'vitest'
import { brandOf, CLINIC_TEXTS, placeholderClinic, publicClinic } from './public-profile.ts'
import { sampleClinic } from '#shared/test/samples.ts'

test.each([
  ['Mutya Skin & Aesthetics, Quezon City', 'Mutya', 'Skin & Aesthetics'],
  ['Glow', 'Glow', ''],
  ['Glow Derma Clinic', 'Glow Derma', 'Clinic'],
  ['  The   Pearl Room ', 'The Pearl', 'Room'],
  ['', '', ''],
])('the clinic name "%s" is displayed as the heading "%s" and the smaller line "%s"', (name, brand, brand_line) => {
  expect(brandOf(name)).toEqual({ brand, brand_line })
})

const profile = sampleClinic({
  name: 'Mutya Skin & Aesthetics',
  phone: '(02) 8123-4567',
  tin: '123-456-789',
  receipt_foot: 'Thank you',
  instagram_url: 'https://instagram.com/mutya',
  opening_hours: [],
})

test('a public page gets links for phone and e-mail and no data that only receipts need', () => {
  const clinic = publicClinic(profile)
  expect(clinic).toMatchObject({ phone_href: 'tel:0281234567', email_href: 'mailto:hello@mutya.test', setup: '' })
  expect(JSON.stringify(clinic)).not.toContain('123-456-789')
  expect(JSON.stringify(clinic)).not.toContain('Thank you')
})

test('profile values that the clinic has not set are empty on public pages, so that the pages can hide them', () => {
  const clinic = publicClinic({ ...profile, phone: '', email: '', needs_setup: true })
  expect(clinic).toMatchObject({ phone_href: '', email_href: '', facebook_url: '', setup: 'needed' })
})

test('every text of the clinic on a public page has a placeholder that is replaced by the text', () => {
  for (const key of CLINIC_TEXTS) expect(placeholderClinic[key]).toBe(`{{clinic.${key}}}`)
  expect(Object.keys(publicClinic(profile)).sort()).toEqual(Object.keys(placeholderClinic).sort())
})
