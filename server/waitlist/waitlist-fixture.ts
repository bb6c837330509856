import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startBookingClinic, type BookingClinic } from '#server/appointments/booking-fixture.ts'
import type { TestUser } from '#server/test/factories.ts'
import { defaultLimits } from '#server/lib/http/limits.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import type { Input } from '#shared/lib/endpoint.ts'
import { formatDate, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { ownWaitlistContract as own } from '#shared/waitlist/contract.ts'
import { offerFreeTimes } from './offer-runner.ts'

export const NOW = new Date('2026-11-21T09:00:00+08:00')
const MINUTE = 60_000

/** For tests: a clinic with one room, a separate day for each test, and the calls of its waitlist. */
export let clinic: BookingClinic
/** Each test uses a Tuesday, Wednesday or Thursday of its own without a holiday. */
const days = [
  '2026-12-01',
  '2026-12-02',
  '2026-12-03',
  '2026-12-09',
  '2026-12-10',
  '2026-12-15',
  '2026-12-16',
  '2026-12-17',
  '2027-01-05',
  '2027-01-06',
  '2027-01-07',
  '2027-01-12',
  '2027-01-13',
  '2027-01-14',
  '2027-01-19',
  '2027-01-20',
  '2027-01-21',
  '2027-01-26',
  '2027-01-27',
  '2027-01-28',
  '2027-02-02',
  '2027-02-03',
  '2027-02-04',
  '2027-02-09',
  '2027-02-10',
  '2027-02-11',
  '2027-02-16',
]
export let day: CivilDate

/**
 * Starts the clinic for a test file. By default only the function `offer` offers times: an offer job in the background
 * could start before a test moves the clock and end after it.
 */
export function openWaitlistClinic({ offersAtOnce = false }: { offersAtOnce?: boolean } = {}): void {
  const daysToCome = [...days]
  beforeAll(async () => {
    clinic = await startBookingClinic({ offersAtOnce })
  })
  afterAll(() => clinic.server.close())
  beforeEach(() => {
    clinic.server.clock.now = NOW
    day = daysToCome.shift()!
  })
}

/** Moves the clock of the app. */
export const later = (minutes: number) =>
  (clinic.server.clock.now = new Date(clinic.server.clock.now.getTime() + minutes * MINUTE))

/** Runs the offer job immediately; the app itself runs it after a change and every minute. */
export const offer = () =>
  offerFreeTimes({
    db: clinic.server.appDb,
    clock: () => clinic.server.clock.now,
    limits: defaultLimits.waitlist,
    publish: () => undefined,
    warn: (error) => {
      throw error
    },
  })

/** Books every half hour of the day's morning; returns the visits by time. */
export async function fillMorning(): Promise<Map<CivilTime, string>> {
  const visits = new Map<CivilTime, string>()
  for (const time of SLOT_TIMES.filter((slot) => slot >= '08:00:00' && slot < '12:00:00'))
    visits.set(time, await clinic.appointment(day, time, 'confirmed'))
  return visits
}

export const request = (more: Partial<Input<typeof own.join>['body']> = {}): Input<typeof own.join>['body'] => ({
  service_id: clinic.catalogue.serviceId,
  first_date: day,
  last_date: day,
  day_parts: ['morning'],
  ...more,
})

export const cancel = (id: string) =>
  clinic.desk(appointmentsContract.updateStatus, { params: { id }, body: { status: 'cancelled', reason: 'other' } })

export async function waiting(more: Parameters<typeof request>[0] = {}, client?: TestUser) {
  const user = client ?? (await clinic.newClient())
  const call = clinic.server.as(user.token)
  const { data } = await call(own.join, { body: request(more) })
  const entry = async () => (await call(own.mine, {})).data.find(({ id }) => id === data.id)
  return {
    user,
    call,
    id: data.id,
    entry,
    take: async () =>
      call(own.take, { params: { id: data.id }, body: { offer_id: (await entry())?.offer?.id ?? data.id } }),
    decline: async () => call(own.decline, { params: { id: data.id }, body: { offer_id: (await entry())!.offer!.id } }),
  }
}

export const offered = async (who: Awaited<ReturnType<typeof waiting>>) =>
  (await who.entry())?.offer?.appointment_time ?? null

/** The date of the current test as people read it. */
export const dayText = () => formatDate(day)
