import { chooseFor, createResource, setService } from '#server/test/factories.ts'
import { startBookingClinic, type BookingClinic } from './booking-fixture.ts'

/**
 * A clinic of two rooms in which Ana or Bea do the peel (60 minutes), Bea or Cora the facial (30, and 15 to clean up), and
 * nobody in particular the laser (45), with the one device.
 */
export async function startServicesClinic() {
  const clinic: BookingClinic = await startBookingClinic({
    poolSize: 20,
    limits: { openBookingsPerClient: 1_000, bookingsPerClient: { tries: 100_000, windowSeconds: 60 } },
  })
  const { db } = clinic.server
  const peel = clinic.catalogue.serviceId
  const facial = clinic.catalogue.otherServiceId
  const laser = clinic.catalogue.otherTreatmentServiceId
  const ana = await createResource(db, 'practitioner', 'Ana', 1)
  const bea = await createResource(db, 'practitioner', 'Bea', 2)
  const cora = await createResource(db, 'practitioner', 'Cora', 3)
  const device = await createResource(db, 'device', 'Laser', 4)
  await createResource(db, 'room', 'Room 2', 5)
  await chooseFor(db, peel, ana, bea)
  await chooseFor(db, facial, bea, cora)
  await chooseFor(db, laser, device)
  await setService(db, peel, { duration_minutes: 60 })
  await setService(db, facial, { duration_minutes: 30, buffer_after_minutes: 15 })
  await setService(db, laser, { duration_minutes: 45 })
  return { clinic, peel, facial, laser, ana, bea, cora, device }
}
