import { expect, test } from 'vitest'
import { brandOf, CLINIC_TEXTS, placeholderClinic, publicClinic } from './public-profile.ts'

test.each([
  ['Mutya Skin & Aesthetics, Quezon City', 'Mutya', 'Skin & Aesthetics'],
  ['Glow', 'Glow', ''],
  ['Glow Derma Clinic', 'Glow Derma', 'Clinic'],
  ['  The   Pearl Room ', 'The Pearl', 'Room'],
  ['', '', ''],
])('the name "%s" is headed "%s" with the line "%s"', (name, brand, brand_line) => {
  expect(brandOf(name)).toEqual({ brand, brand_line })
})

const profile = {
  name: 'Mutya Skin & Aesthetics',
  address: '12 Katipunan Ave, Quezon City',
  location_label: 'Quezon City',
  phone: '(02) 8123-4567',
  email: 'hello@mutya.test',
  tin: '123-456-789',
  hours_text: 'By Appointment Only',
  receipt_foot: 'Thank you',
  facebook_url: '',
  instagram_url: 'https://instagram.com/mutya',
  tiktok_url: '',
  logo_id: null,
  opening_hours: [],
  move_notice_hours: 24,
  cancel_notice_hours: 0,
  start_interval_minutes: 30 as const,
  minimum_notice_minutes: 0,
  horizon_days: null,
  needs_setup: false,
  version: 1,
}

test('a public page gets links for phone and e-mail and no data that only receipts need', () => {
  const clinic = publicClinic(profile)
  expect(clinic).toMatchObject({ phone_href: 'tel:0281234567', email_href: 'mailto:hello@mutya.test', setup: '' })
  expect(JSON.stringify(clinic)).not.toContain('123-456-789')
  expect(JSON.stringify(clinic)).not.toContain('Thank you')
})

test('values that are not set are empty, so that their place can be hidden', () => {
  const clinic = publicClinic({ ...profile, phone: '', email: '', needs_setup: true })
  expect(clinic).toMatchObject({ phone_href: '', email_href: '', facebook_url: '', setup: 'needed' })
})

test('every text of a public page has its token', () => {
  for (const key of CLINIC_TEXTS) expect(placeholderClinic[key]).toBe(`{{clinic.${key}}}`)
  expect(Object.keys(publicClinic(profile)).sort()).toEqual(Object.keys(placeholderClinic).sort())
})
