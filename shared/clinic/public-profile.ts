import type { ClinicProfile } from './contract.ts'

/** The clinic's texts on public pages; the build writes placeholders that the server fills in. */
export const CLINIC_TEXTS = [
  'name',
  'brand',
  'brand_line',
  'address',
  'location',
  'phone',
  'phone_href',
  'email',
  'email_href',
  'hours_text',
  'facebook_url',
  'instagram_url',
  'tiktok_url',
  'setup',
] as const
export type ClinicText = (typeof CLINIC_TEXTS)[number]

/** The public data of the clinic. Empty texts are hidden. */
export type PublicClinic = Record<ClinicText, string> &
  Pick<
    ClinicProfile,
    'logo_id' | 'opening_hours' | 'move_notice_hours' | 'cancel_notice_hours' | 'start_interval_minutes'
  >

/**
 * Splits a clinic's name up to its first comma into a brand (words with at least five letters in total) and a smaller
 * second line. `Mutya Skin & Aesthetics, Quezon City` → `Mutya` and `Skin & Aesthetics`.
 */
export function brandOf(name: string): { brand: string; brand_line: string } {
  const words = (name.split(',')[0] ?? '').trim().split(/\s+/)
  let count = 1
  while (count < words.length && words.slice(0, count).join(' ').length < 5) count++
  return { brand: words.slice(0, count).join(' '), brand_line: words.slice(count).join(' ') }
}

const phoneLink = (phone: string) => (/\d/.test(phone) ? `tel:${phone.replace(/[^\d+]/g, '')}` : '')

/** The public part of the profile with links made from it; HTML is not escaped yet. */
export const publicClinic = (profile: ClinicProfile): PublicClinic => ({
  name: profile.name,
  ...brandOf(profile.name),
  address: profile.address,
  location: profile.location_label,
  phone: profile.phone,
  phone_href: phoneLink(profile.phone),
  email: profile.email,
  email_href: profile.email && `mailto:${profile.email}`,
  hours_text: profile.hours_text,
  facebook_url: profile.facebook_url,
  instagram_url: profile.instagram_url,
  tiktok_url: profile.tiktok_url,
  setup: profile.needs_setup ? 'needed' : '',
  logo_id: profile.logo_id,
  opening_hours: profile.opening_hours,
  move_notice_hours: profile.move_notice_hours,
  cancel_notice_hours: profile.cancel_notice_hours,
  start_interval_minutes: profile.start_interval_minutes,
})

/** The placeholders such as `{{clinic.name}}` that pages are prerendered with. */
export const placeholderClinic = {
  ...Object.fromEntries(CLINIC_TEXTS.map((key) => [key, `{{clinic.${key}}}`])),
  logo_id: null,
  opening_hours: [],
  move_notice_hours: 0,
  cancel_notice_hours: 0,
  start_interval_minutes: 30,
} as unknown as PublicClinic
