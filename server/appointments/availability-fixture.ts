import { afterAll, beforeAll, beforeEach } from 'vitest'
import { newId } from '#server/lib/new-id.ts'
import { assignResources, createResource, emptyBookings, setHours, setService } from '#server/test/factories.ts'
import type { ExceptionKind } from '#shared/resources/contract.ts'
import { availabilityContract } from '#shared/appointments/availability-contract.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import type { BookingRules } from '#shared/clinic/booking-rules.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import { startBookingClinic, type BookingClinic } from './booking-fixture.ts'

/** A Tuesday, eleven days after the date on which the tests run. */
export const DATE = '2026-12-01'
export let clinic: BookingClinic
export let ana: string
export let bea: string

const NOW = new Date('2026-11-20T09:10:00+08:00')

/** Opens a clinic from 8 AM to noon, with a service of one hour that Ana or Bea does in one of two rooms. */
export function openAvailabilityClinic(): void {
  beforeAll(async () => {
    clinic = await startBookingClinic({
      limits: { openBookingsPerClient: 1_000, bookingsPerClient: { tries: 100_000, windowSeconds: 60 } },
    })
  })
  afterAll(() => clinic.server.close())
  beforeEach(async () => {
    const { db } = clinic.server
    clinic.server.clock.now = NOW
    await emptyBookings(db)
    await setService(db, clinic.catalogue.serviceId, {
      duration_minutes: 60,
      buffer_before_minutes: 0,
      buffer_after_minutes: 0,
      minimum_notice_minutes: null,
      horizon_days: null,
      bookable_online: true,
    })
    await setRules({ start_interval_minutes: 30, minimum_notice_minutes: 0, horizon_days: null })
    for (let weekday = 0; weekday < 7; weekday++) await setHours(db, weekday, '08:00', '12:00')
    bea = await createResource(db, 'practitioner', 'Bea', 1)
    ana = await createResource(db, 'practitioner', 'Ana', 2)
    await createResource(db, 'practitioner', 'Cora', 3)
    await createResource(db, 'room', 'Second room', 2)
    await assignResources(db, clinic.catalogue.serviceId, ana, bea)
  })
}

type Asked = { date?: CivilDate; practitioner_id?: string; days?: number; service_id?: string }
export const ask = async (asked: Asked = {}) =>
  (
    await clinic.server.as(null)(availabilityContract.availability, {
      querystring: { service_id: clinic.catalogue.serviceId, date: DATE, ...asked },
    })
  ).data

/** Free starts as lines such as `08:00 Ana Bea`; the person whom the visit would get comes first. */
export async function lines(asked: Asked = {}): Promise<string[]> {
  const { practitioners, days } = await ask(asked)
  return days.flatMap(({ date, starts }) =>
    starts.map(({ time, practitioners: free }) =>
      [...(days.length > 1 ? [date] : []), time.slice(0, 5), ...free.map((place) => practitioners[place]!.name)].join(
        ' ',
      ),
    ),
  )
}

export const except = (
  resource_id: string,
  date: CivilDate,
  kind: ExceptionKind,
  starts_at: string | null,
  ends_at: string | null,
) =>
  clinic.server.db
    .insertInto('resource_exceptions')
    .values({ id: newId(), resource_id, date, kind, starts_at, ends_at })
    .execute()

export const book = async (time: CivilTime, service_id = clinic.catalogue.serviceId, date = DATE) => {
  const { id } = await clinic.newClient()
  await clinic.desk(contract.book, { body: { ...clinic.visit(date, time, id), service_id } })
}

/** Sets the clinic's booking rules, which apply to services without rules of their own. */
export const setRules = (rules: Partial<BookingRules>) => clinic.server.db.updateTable('branches').set(rules).execute()
