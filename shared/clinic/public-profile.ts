import type { ClinicProfile } from './contract.ts'

/** The clinic's texts that public pages show; the build writes a token for each, the server puts the words in. */
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

/** What the public pages know of the clinic. Texts that are not set are empty, and their places are hidden. */
export type PublicClinic = Record<ClinicText, string> &
  Pick<
    ClinicProfile,
    'logo_id' | 'opening_hours' | 'move_notice_hours' | 'cancel_notice_hours' | 'start_interval_minutes'
  >

/**
 * A name for a header: up to the first comma, as words of at least five letters and a small second line.
 * `Mutya Skin & Aesthetics, Quezon City` → `Mutya` and `Skin & Aesthetics`.
 */
export function brandOf(name: string): { brand: string; brand_line: string } {
  const words = (name.split(',')[0] ?? '').trim().split(/\s+/)
  let count = 1
  while (count < words.length && words.slice(0, count).join(' ').length < 5) count++
  return { brand: words.slice(0, count).join(' '), brand_line: words.slice(count).join(' ') }
}

const phoneLink = (phone: string) => (/\d/.test(phone) ? `tel:${phone.replace(/[^\d+]/g, '')}` : '')

/** The public part of the profile, with links made from it; nothing here is escaped. */
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

/** What pages are rendered with at build time: `{{clinic.name}}` and so on, in place of words. */
export const placeholderClinic = {
  ...Object.fromEntries(CLINIC_TEXTS.map((key) => [key, `{{clinic.${key}}}`])),
  logo_id: null,
  opening_hours: [],
  move_notice_hours: 0,
  cancel_notice_hours: 0,
  start_interval_minutes: 30,
} as unknown as PublicClinic
