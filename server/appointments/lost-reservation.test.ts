import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type Browser } from '#server/test/browser.ts'
import type { TestUser } from '#server/test/factories.ts'
import type { CivilTime } from '#shared/lib/manila-time.ts'
import { startBookingClinic, type BookingClinic } from './booking-fixture.ts'

const DATE = '2027-06-14'

let clinic: BookingClinic
let person: TestUser

beforeAll(async () => {
  clinic = await startBookingClinic()
  person = await clinic.newClient()
})
afterAll(() => clinic.server.close())

/** Returns a browser without the secret that the server sets as a cookie. */
const newBrowser = (): Browser =>
  openBrowser(clinic.server.app, { headers: { authorization: `Bearer ${person.token}` } })

const hold = async (browser: Browser, time: CivilTime, browser_key: string) => {
  const { serviceId: service_id } = clinic.catalogue
  const wish = { appointment_date: DATE, appointment_time: time, service_id, browser_key }
  return (await browser.send('POST', '/api/holds', wish)).body
}

const taken = async (browser: Browser) => {
  const asked = { date: DATE, service_id: clinic.catalogue.serviceId }
  return (await browser.send('POST', '/api/check-conflict-time', asked)).body.appointment_times
}

test('a reservation whose response was lost is returned when the page sends the same reservation key again, and never for another key', async () => {
  const key = randomUUID()
  await hold(newBrowser(), '10:00:00', key)
  clinic.server.clock.now = new Date(clinic.server.clock.now.getTime() + 60_000)
  expect(await hold(newBrowser(), '10:00:00', randomUUID())).toMatchObject({ code: 'slot_taken' })
  const again = newBrowser()
  expect(await hold(again, '10:00:00', key)).toMatchObject({ data: { seconds_left: 540 } })
  expect(await taken(again)).toEqual([])
  expect((await again.send('POST', '/api/store-appointments', clinic.visit(DATE, '10:00:00'))).status).toBe(201)
})

test('a browser has at most one reservation: the server identifies the browser by its secret cookie, not by the reservation key that its page sends', async () => {
  const browser = newBrowser()
  await hold(browser, '13:00:00', randomUUID())
  await hold(browser, '14:00:00', randomUUID())
  const times = await taken(newBrowser())
  expect(times).toContain('14:00:00')
  expect(times).not.toContain('13:00:00')
})

test('a booking page in a frame, which has no cookies, identifies its reservation by a header, and another window can continue it', async () => {
  const key = randomUUID()
  const named = { headers: { 'browser-key': key } }
  const { serviceId: service_id } = clinic.catalogue
  const wish = { appointment_date: DATE, service_id, browser_key: key }
  const asked = { date: DATE, service_id }
  const takenTimes = async (browser: Browser, more = {}) =>
    (await browser.send('POST', '/api/check-conflict-time', asked, more)).body.appointment_times
  /** Sends a request as the booking page in a frame of another website does: its browser keeps no cookies. */
  const frame = (method: 'POST' | 'DELETE', body?: object) =>
    openBrowser(clinic.server.app).send(method, '/api/holds', body, named)

  expect((await frame('POST', { ...wish, appointment_time: '16:00:00' })).status).toBe(201)
  expect(await takenTimes(openBrowser(clinic.server.app), named)).not.toContain('16:00:00')
  expect(await takenTimes(openBrowser(clinic.server.app))).toContain('16:00:00')
  await frame('POST', { ...wish, appointment_time: '17:00:00' })
  expect(await takenTimes(openBrowser(clinic.server.app))).not.toContain('16:00:00')
  await frame('DELETE')
  expect(await takenTimes(openBrowser(clinic.server.app))).not.toContain('17:00:00')

  // A browser window that has a reservation of its own can still take over the reservation made in the frame.
  await frame('POST', { ...wish, appointment_time: '16:00:00' })
  const window = newBrowser()
  await hold(window, '17:00:00', randomUUID())
  const continued = await window.send(
    'POST',
    '/api/holds',
    { ...wish, appointment_time: '16:00:00' },
    {
      headers: { authorization: `Bearer ${person.token}`, ...named.headers },
    },
  )
  expect(continued.status).toBe(201)
  expect((await window.send('POST', '/api/store-appointments', clinic.visit(DATE, '16:00:00'))).status).toBe(201)
})
