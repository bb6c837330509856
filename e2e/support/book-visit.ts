import { appointmentsContract } from '#shared/appointments/contract.ts'
import { bookingCatalogueContract } from '#shared/catalogue/booking-contract.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import type { RunningClinic } from '../fixtures.ts'
import type { Caller } from './clinic-api.ts'

/**
 * Returns the first service of Signature Facials, for tests in which the service does not matter. Other treatments may
 * have no services.
 */
export async function anyService(call: Caller): Promise<{ treatment_id: string; service_id: string }> {
  const treatments = (await call(bookingCatalogueContract.treatments, {})).data
  const treatment = treatments.find(({ treatment_name: name }) => name === 'Signature Facials')!
  const [service] = (await call(bookingCatalogueContract.services, { params: { treatmentId: treatment.id } })).data
  return { treatment_id: treatment.id, service_id: service!.id }
}

/** Books a visit for a client as staff and returns its id. */
export async function bookVisit(
  clinic: RunningClinic,
  client: { id: string },
  date: CivilDate,
  time: CivilTime,
  more: { practitioner_id?: string; status?: 'confirmed' } = {},
): Promise<string> {
  const desk = clinic.call(clinic.cashier)
  const when = { appointment_date: date, appointment_time: time }
  const body = { ...(await anyService(desk)), user_id: client.id, ...when, ...more }
  return (await desk(appointmentsContract.book, { body })).data.appointment_id
}
