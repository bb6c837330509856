import { startBookingClinic, type BookingClinic } from '#server/appointments/booking-fixture.ts'
import { createResource, createUser, assignResources, linkPractitioner, type TestUser } from '#server/test/factories.ts'
import type { Caller } from '#server/test/server.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'

/** A test clinic that keeps charts, with two practitioners and a client who has a visit with the first. */
export type ChartClinic = BookingClinic & {
  reyes: TestUser
  cruz: TestUser
  ada: TestUser
  carlo: TestUser
  bianca: TestUser & { clientId: string }
  asReyes: Caller
  asCruz: Caller
  asAdmin: Caller
  asCashier: Caller
  /** The id of the client's visit with Dra. Reyes, today at 9:00. */
  visitId: string
  /** The resource ids of the practitioners Reyes and Cruz. */
  reyesId: string
  cruzId: string
}

const CHART_DAY = '2026-11-23'

export async function startChartClinic(): Promise<ChartClinic> {
  const clinic = await startBookingClinic({ now: new Date(`${CHART_DAY}T08:00:00+08:00`) })
  const { server, catalogue } = clinic
  await server.db.updateTable('chart_settings').set({ is_on: true }).execute()
  const reyesId = await createResource(server.db, 'practitioner', 'Dra. Reyes')
  const cruzId = await createResource(server.db, 'practitioner', 'Dr. Cruz')
  await assignResources(server.db, catalogue.serviceId, reyesId, cruzId)
  const reyes = await createUser(server.db, 'practitioner', { name: 'Dra. Reyes' })
  const cruz = await createUser(server.db, 'practitioner', { name: 'Dr. Cruz' })
  await linkPractitioner(server.db, reyes.id, reyesId)
  await linkPractitioner(server.db, cruz.id, cruzId)
  const ada = await createUser(server.db, 'admin', { name: 'Ada Admin' })
  const carlo = await createUser(server.db, 'cashier', { name: 'Carlo Cashier' })
  const bianca = await createUser(server.db, 'client', { name: 'Bianca Garcia', contactNumber: '0917 555 1234' })
  const body = {
    ...clinic.visit(CHART_DAY, '09:00:00', bianca.id),
    practitioner_id: reyesId,
    status: 'confirmed' as const,
  }
  const { data } = await clinic.desk(appointmentsContract.book, { body })
  return {
    ...clinic,
    reyes,
    cruz,
    ada,
    carlo,
    bianca: { ...bianca, clientId: bianca.clientId! },
    asReyes: server.as(reyes.token),
    asCruz: server.as(cruz.token),
    asAdmin: server.as(ada.token),
    asCashier: server.as(carlo.token),
    visitId: data.appointment_id,
    reyesId,
    cruzId,
  }
}
