import { appointmentsContract } from '#shared/appointments/contract.ts'
import { bookingCatalogueContract } from '#shared/catalogue/booking-contract.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import type { RunningClinic } from '../fixtures.ts'

/** A visit of a client that the desk puts in; answers its id. */
export async function bookVisit(
  clinic: RunningClinic,
  client: { id: string },
  date: CivilDate,
  time: CivilTime,
): Promise<string> {
  const desk = clinic.call(clinic.cashier)
  const [treatment] = (await desk(bookingCatalogueContract.treatments, {})).data
  const [service] = (await desk(bookingCatalogueContract.services, { params: { treatmentId: treatment!.id } })).data
  const ids = { user_id: client.id, treatment_id: treatment!.id, service_id: service!.id }
  const body = { ...ids, appointment_date: date, appointment_time: time }
  return (await desk(appointmentsContract.book, { body })).data.appointment_id
}
