import type { Role } from '#shared/people/role.ts'
import { USUAL_TAX } from '#shared/catalogue/service-tax.ts'
import { USUAL_BOOKING } from '#shared/catalogue/service-booking.ts'
import type { Till } from '#shared/cash/contract.ts'
import type { StaffAppointment } from '#shared/appointments/contract.ts'
import type { ClientContact, ClientDetail, ClientRow } from '#shared/clients/contract.ts'
import type { Sale } from '#shared/sales/contract.ts'
import type { WalkIn } from '#shared/walk-ins/contract.ts'
import { SAMPLE_INSTANT, sampleClinic, sampleId } from '#shared/test/samples.ts'

/** This file contains sample records as the server returns them, for tests of screens without a server. */
const at = SAMPLE_INSTANT
export { sampleId }

export const page = { page: 1, per_page: 5 }
export const listOf = <Row>(...data: Row[]) => ({ data, total: data.length, ...page })

export const treatment = {
  id: sampleId(11),
  treatment_name: 'Facials',
  treatment_description: null,
  treatment_price: 500,
  is_delete: 0 as const,
  updated_at: at,
  version: 1,
}
export const service = {
  id: sampleId(12),
  service_id: sampleId(12),
  service_name: 'Hydra Glow',
  service_description: null,
  service_price: 1500,
  ...USUAL_BOOKING,
  ...USUAL_TAX,
  Service_name: 'Hydra Glow',
  Service_description: null,
  Service_price: 1500,
  service_pic: null,
  treatment_id: treatment.id,
  treatment_name: 'Facials',
  is_delete: 0 as const,
  updated_at: at,
  version: 1,
}
export const addOn = {
  id: sampleId(13),
  addOn_id: sampleId(13),
  addOn_name: 'Eye Mask',
  addOn_price: 250,
  treatment_id: treatment.id,
  treatment_name: 'Facials',
  is_delete: 0 as const,
  updated_at: at,
  version: 1,
}
export const category = { id: sampleId(21), name: 'Serums', created_at: at, product_count: 0, version: 1 }

/** A sample client as a row of a list. */
export const sampleClient = (changes: Partial<ClientRow> = {}): ClientRow => ({
  id: sampleId(31),
  user_id: sampleId(32),
  name: 'Bianca Garcia',
  first_name: 'Bianca Garcia',
  middle_name: null,
  last_name: null,
  suffix: null,
  email: null,
  contact_number: null,
  services_availed: 0,
  last_visit: null,
  joined_at: at,
  version: 1,
  ...changes,
})
export const client = sampleClient()

/** The sample client, who waits in the walk-in queue of the sample date for the sample service. */
export const sampleWalkIn: WalkIn = {
  id: sampleId(81),
  business_date: '2026-11-21',
  number: 3,
  state: 'waiting',
  user_id: client.user_id,
  client_id: client.id,
  name: client.name,
  email: null,
  contact_number: null,
  service_id: service.id,
  service_name: service.service_name,
  came_at: '2026-11-21T08:48:00+08:00',
  appointment_id: null,
}

/** A sample client with all data of the client's page. */
export const sampleClientDetail = (changes: Partial<ClientDetail> = {}): ClientDetail => ({
  ...client,
  note: { text: null, version: 1 },
  services_availed: [],
  photo: null,
  log_in: { status: 'No email', default_password_until: null },
  email_of: null,
  ...changes,
})

/** A sample client as a search box suggests it. */
export const sampleContact = (changes: Partial<ClientContact> = {}): ClientContact => ({
  user_id: client.user_id,
  client_id: client.id,
  name: client.name,
  contact_number: null,
  email: null,
  last_visit: null,
  ...changes,
})

export const user = {
  id: sampleId(41),
  name: 'Carlo Cruz',
  username: 'carlo@mutya.test',
  email: 'carlo@mutya.test' as string | null,
  contact_number: null,
  role: 'client' as Role,
  practitioner_id: null as string | null,
  status: 'Active' as const,
  email_waits: false,
  joinDate: at,
  closure_request: null,
  version: 1,
}

/** A sample of a pending visit with the fields for staff. */
export const visit: StaffAppointment = {
  id: sampleId(51),
  appointment_id: sampleId(51),
  user_id: client.user_id,
  client_id: client.id,
  name: client.name,
  contact_number: '',
  appointment_date: '2026-11-21',
  appointment_time: '09:00:00',
  duration_minutes: 30,
  status: 'pending',
  version: 1,
  treatment_id: treatment.id,
  service_id: service.id,
  treatment_name: 'Facials',
  service_name: service.service_name,
  further_services: [],
  practitioner_id: null,
  practitioner_name: null,
  practitioner_colour: null,
  cancel_reason: null,
  done_at: null,
  arrived_at: null,
  note: { text: null, version: 1 },
  client_note: null,
  overbook_reason: null,
  undo: null,
  overdue: false,
  is_paid: false,
  paid_receipt_number: null,
  paid_document: null,
}

export const sale: Sale = {
  id: sampleId(51),
  receipt_number: 17,
  document_name: 'Receipt 000017',
  takes_back: null,
  customer_name: client.name,
  transaction_date: at,
  business_date: '2026-11-21',
  cashier_name: 'Andrea Lim',
  subtotal: 1500,
  discount: 0,
  discount_reason: null,
  total_after_discount: 1500,
  received_money: 2000,
  exchange_money: 500,
  payment_method: 'cash',
  reference_number: null,
  payments: [{ method: 'cash', amount: 1500, received: 2000, change: 500, reference_number: null }],
  is_walk_in: true,
  item_count: 1,
  location: 'Quezon City',
  treatments: [],
  void_reason: null,
  voids_receipt_number: null,
  refund_reason: null,
  refunds_receipt_number: null,
  refunded: 0,
  approved_by: null,
  state: 'sale',
}

export const profile = sampleClinic()

/** What the server says about the till of a clinic without cash control. */
export const tillWithoutShifts: Till = {
  is_on: false,
  terminals: [],
  terminal: null,
  shift: null,
  unclosed_date: null,
  asks_colleague: false,
  can_close_day: false,
  z_reading_id: null,
  step: 'choose-terminal',
}
