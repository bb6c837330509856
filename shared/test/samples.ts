import type { ClientAppointment } from '#shared/appointments/contract.ts'
import type { ClinicProfile } from '#shared/clinic/contract.ts'
import type { Product } from '#shared/inventory/contract.ts'
import type { soldLine } from '#shared/sales/line.ts'
import type { z } from 'zod'

// This module makes records as the server returns them, for tests in all three source folders. A test names only the
// fields that it is about, so a new field of a record changes one line here.

export const sampleId = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
export const SAMPLE_INSTANT = '2026-11-21T09:00:00+08:00'

export const sampleClinic = (changes: Partial<ClinicProfile> = {}): ClinicProfile => ({
  name: 'Mutya',
  address: 'Quezon City',
  location_label: 'Quezon City',
  phone: '0917 555 0101',
  email: 'hello@mutya.test',
  tin: '',
  hours_text: 'By Appointment Only',
  receipt_foot: 'Thank you.',
  facebook_url: '',
  instagram_url: '',
  tiktok_url: '',
  logo_id: null,
  opening_hours: Array.from({ length: 7 }, (_, weekday) => ({ weekday, is_open: true, first_slot: 0, last_slot: 32 })),
  needs_setup: false,
  move_notice_hours: 24,
  cancel_notice_hours: 0,
  start_interval_minutes: 30,
  minimum_notice_minutes: 0,
  horizon_days: null,
  version: 1,
  ...changes,
})

/** A visit as its client sees it, confirmed for 10:00 AM. */
export const sampleClientAppointment = (changes: Partial<ClientAppointment> = {}): ClientAppointment => ({
  appointment_id: sampleId(81),
  treatment_id: sampleId(11),
  service_id: sampleId(12),
  treatment_name: 'Facials',
  service_name: 'Hydra Glow',
  further_services: [],
  practitioner_id: null,
  practitioner_name: null,
  appointment_date: '2026-11-23',
  appointment_time: '10:00',
  duration_minutes: 60,
  appointment_status: 'confirmed',
  cancel_reason: null,
  can_cancel: true,
  cannot_cancel: null,
  can_move: true,
  cannot_move: null,
  held_until: null,
  version: 4,
  ...changes,
})

export const sampleProduct = (changes: Partial<Product> = {}): Product => ({
  id: sampleId(22),
  name: 'Cotton',
  image: null,
  quantity: 3,
  low_stock_level: 5,
  next_expiry: null,
  unit_type: 'pack',
  category_id: sampleId(21),
  category_name: 'Serums',
  price: null,
  cost: null,
  barcode: null,
  tax_class: 'vatable',
  senior_pwd_eligible: false,
  updated_at: SAMPLE_INSTANT,
  version: 1,
  ...changes,
})

type SoldLine = z.output<typeof soldLine>

/** A sold line with one Diamond peel, as the API returns the lines of a document. */
export const sampleSoldLine = (changes: Partial<SoldLine> = {}): SoldLine => ({
  service_id: sampleId(11),
  treatment_id: sampleId(1),
  treatment_name: 'Facials',
  service_name: 'Diamond peel',
  quantity: 1,
  price: 2500,
  addOns: [],
  ...changes,
})
