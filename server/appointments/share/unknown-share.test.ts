import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startServicesClinic } from '#server/appointments/booking-fixture.ts'
import { openBrowser } from '#server/test/browser.ts'
import { createUser, givePassword, type TestUser } from '#server/test/factories.ts'
import { availabilityContract } from '#shared/appointments/availability-contract.ts'
import { appointmentMessages as s, termsMessages } from '#shared/appointments/messages.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import { mostOfUnknown } from '#shared/resources/unknown-share.ts'

type Services = Awaited<ReturnType<typeof startServicesClinic>>
let services: Services
const DATE: CivilDate = '2026-12-01'
const NEXT: CivilDate = '2026-12-02'

beforeAll(async () => {
  services = await startServicesClinic()
})
afterAll(() => services.clinic.server.close())
beforeEach(async () => {
  const { db } = services.clinic.server
  await db.deleteFrom('resource_slots').execute()
  await db.deleteFrom('holds').execute()
  await db.deleteFrom('appointments').execute()
})

/** Each service with each practitioner who does it; the laser needs no practitioner. */
const wishes = () => {
  const { peel, facial, laser, ana, bea, cora } = services
  return [
    { service_id: peel, practitioner_id: ana },
    { service_id: peel, practitioner_id: bea },
    { service_id: facial, practitioner_id: bea },
    { service_id: facial, practitioner_id: cora },
    { service_id: laser },
  ]
}
type Wish = ReturnType<typeof wishes>[number]

/** Reads the free times as a visitor without a slot reservation sees them. */
const freeTimes = async (wish: Wish, date: CivilDate): Promise<CivilTime[]> => {
  const { data } = await services.clinic.server.as(null)(availabilityContract.availability, {
    querystring: { date, ...wish },
  })
  return data.days[0]!.starts.map(({ time }) => time)
}
const allFreeTimes = () => Promise.all([DATE, NEXT].flatMap((date) => wishes().map((wish) => freeTimes(wish, date))))

/** Lists the free start times of every service, practitioner and day. */
const targets = async () =>
  (
    await Promise.all(
      [DATE, NEXT].flatMap((date) =>
        wishes().map(async (wish) => (await freeTimes(wish, date)).map((time) => ({ date, time, wish }))),
      ),
    )
  ).flat()

const browserAt = (address: string, token?: string) =>
  openBrowser(services.clinic.server.app, {
    address,
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
  })
const hold = (
  browser: ReturnType<typeof openBrowser>,
  { date, time, wish }: Awaited<ReturnType<typeof targets>>[number],
) => browser.send('POST', '/api/holds', { appointment_date: date, appointment_time: time, ...wish })

const expectHalfIsLeft = (before: CivilTime[][], after: CivilTime[][]) =>
  before.forEach((times, i) =>
    expect(after[i]!.length).toBeGreaterThanOrEqual(times.length - mostOfUnknown(times.length)),
  )

test.each([4, 40])(
  'reservations from forty browsers at %i IP addresses leave half of the times of each practitioner and day free',
  async (addresses) => {
    const before = await allFreeTimes()
    const all = await targets()
    // Takes every third time from the earliest on, because that spreads forty reservations over as many times as
    // possible.
    const chosen = Array.from({ length: 40 }, (_, i) => all[(i * 3) % all.length]!)
    const answers = await Promise.all(chosen.map((one, i) => hold(browserAt(`10.1.0.${i % addresses}`), one)))
    expect(answers.some(({ body }) => (body.data as { held_until?: string | null } | undefined)?.held_until)).toBe(true)
    expectHalfIsLeft(before, await allFreeTimes())
  },
)

test.each([4, 40])(
  'clients unknown to the clinic at %i IP addresses who request every time of a practitioner leave half of each day free',
  async (addresses) => {
    const { clinic } = services
    const before = await allFreeTimes()
    const all = (await targets()).filter(({ wish }) => wish.practitioner_id === services.bea)
    const strangers = await Promise.all(
      Array.from({ length: 35 }, () => createUser(clinic.server.db, 'client', { isUnknown: true })),
    )
    const answers = await Promise.all(
      strangers.map(({ token }, i) => {
        const { date, time, wish } = all[(i * 2) % all.length]!
        return browserAt(`10.2.0.${i % addresses}`, token).send('POST', '/api/store-appointments', {
          ...clinic.visit(date, time),
          ...wish,
          treatment_id: clinic.catalogue.treatmentId,
        })
      }),
    )
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(3)
    expectHalfIsLeft(before, await allFreeTimes())
  },
)

/** Reserves Ana's times on a date until an unknown client gets no more. */
async function fillAna(): Promise<CivilTime> {
  const wish = { service_id: services.peel, practitioner_id: services.ana }
  for (const time of await freeTimes(wish, DATE))
    await hold(browserAt(`10.3.0.${time.slice(0, 2)}`), { date: DATE, time, wish })
  return (await freeTimes(wish, DATE)).at(-1)!
}

test('a visitor unknown to the clinic who reaches the limit of reservations is asked to log in or call, and sees the same free times as before', async () => {
  const time = await fillAna()
  const wish = { service_id: services.peel, practitioner_id: services.ana }
  const before = await freeTimes(wish, DATE)
  const answer = await hold(browserAt('10.4.0.1'), { date: DATE, time, wish })
  expect(answer.body.data).toEqual({
    held_until: null,
    seconds_left: null,
    notice: termsMessages.logInAsKnownClient(''),
  })
  expect(await freeTimes(wish, DATE)).toEqual(before)
  const stranger = await createUser(services.clinic.server.db, 'client', { isUnknown: true })
  const refused = await browserAt('10.4.0.2', stranger.token).send('POST', '/api/store-appointments', {
    ...services.clinic.visit(DATE, time),
    practitioner_id: services.ana,
  })
  expect([refused.status, refused.body.message]).toEqual([409, s.keptForKnownClients('')])
})

test('a client known to the clinic, and a browser that has logged in before, can reserve and book any free time', async () => {
  const time = await fillAna()
  const { clinic, peel, ana } = services
  const target = { date: DATE, time, wish: { service_id: peel, practitioner_id: ana } }
  const isHeld = async (browser: ReturnType<typeof openBrowser>) =>
    ((await hold(browser, target)).body.data as { held_until: string | null }).held_until !== null
  const known: TestUser = await clinic.newClient()
  await givePassword(clinic.server.db, known.id, 'pearl of the orient')
  const browser = browserAt('10.5.0.1')
  await browser.send('POST', '/api/login', { email: known.email, password: 'pearl of the orient' })
  await browser.send('POST', '/api/logout', {})
  expect(await isHeld(browserAt('10.5.0.2'))).toBe(false)
  expect(await isHeld(browser)).toBe(true)
  await browser.send('DELETE', '/api/holds')
  const logged = browserAt('10.5.0.3', known.token)
  expect(await isHeld(logged)).toBe(true)
  const booked = await logged.send('POST', '/api/store-appointments', {
    ...clinic.visit(DATE, time),
    practitioner_id: ana,
  })
  expect(booked.status).toBe(201)
})

test('a slot reserved by a visitor can be booked by that visitor as a new client, and counts once towards the limit', async () => {
  const { clinic, peel, ana } = services
  const wish = { service_id: peel, practitioner_id: ana }
  const stranger = await createUser(clinic.server.db, 'client', { isUnknown: true })
  const browser = browserAt('10.6.0.1', stranger.token)
  const [time] = await freeTimes(wish, DATE)
  expect((await hold(browser, { date: DATE, time: time!, wish })).body.data).toMatchObject({ seconds_left: 600 })
  await fillAna()
  const booked = await browser.send('POST', '/api/store-appointments', {
    ...clinic.visit(DATE, time!),
    practitioner_id: ana,
  })
  expect(booked.status).toBe(201)
})
