import type { Route } from '@playwright/test'
import { formatDay, formatTime } from '#shared/lib/manila-time.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { availabilityContract } from '#shared/appointments/availability-contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { chooseVisit } from './support/choose-visit.ts'
import { addTreatment } from './support/clinic-api.ts'
import { TODAY } from './support/clock.ts'
import { freeDay } from './support/free-day.ts'

test('the first free time can be chosen with one tap, stays reserved for ten minutes, and is released when the page is left', async ({
  openAs,
  clinic,
}) => {
  const treatment = `Held Peels ${crypto.randomUUID().slice(0, 4)}`
  const [service = ''] = await addTreatment(clinic.call(clinic.admin), {
    name: treatment,
    services: [['Glow Peel', 900]],
    addOns: [],
  })
  const asked = { querystring: { service_id: service, date: TODAY, days: 14 } }
  const { days } = (await clinic.call(null)(availabilityContract.availability, asked)).data
  const { date, starts } = days.find((day) => day.starts.length > 0)!
  const time = starts[0]!.time
  const taken = async () =>
    (await clinic.call(clinic.cashier)(appointmentsContract.unavailableTimes, { body: { date, service_id: service } }))
      .held_times ?? []

  const page = await openAs('anonymous', { viewport: { width: 390, height: 844 } })
  await page.goto('/BookAppointment')
  await page.getByRole('button', { name: treatment }).click()
  await page.getByRole('button', { name: /^Glow Peel/ }).click()
  await page.getByRole('button', { name: `Next free: ${formatDay(date)}, ${formatTime(time)}` }).click()
  await expect(page.getByRole('heading', { name: 'Choose Your Time' })).toBeVisible()
  await expect(
    page.getByRole('status').filter({ hasText: `We are holding ${formatTime(time)} for you.` }),
  ).toBeVisible()
  await expect(page.getByRole('timer', { name: 'Time left' })).toHaveText(/^(10:00|9:\d\d)$/)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  expect(await taken()).toEqual([time])
  // The message about the reservation is visible even after scrolling down to a later time.
  const later = starts.map((start) => start.time).findLast((start) => start !== '00:00:00')!
  await page.getByRole('button', { name: formatTime(later) }).click()
  await expect(
    page.getByRole('status').filter({ hasText: `We are holding ${formatTime(later)} for you.` }),
  ).toBeInViewport({ ratio: 1 })
  await page.goto('/')
  await expect.poll(taken).toEqual([])
})

test('when the answer to a reservation is lost, the time is still reserved and can be booked', async ({
  openAs,
  clinic,
  expected,
}) => {
  expected.push(/net::ERR_FAILED/)
  const page = await openAs('client')
  await chooseVisit(page, await freeDay(clinic, 30))
  // The server reserves the slot, but its response never reaches the browser.
  const loseAnswer = async (route: Route) => {
    expect((await route.fetch()).status()).toBe(201)
    await page.context().clearCookies({ name: 'held_time' })
    await route.abort()
  }
  await page.route('**/api/holds', loseAnswer, { times: 1 })
  await page.getByRole('button', { name: '10:30 AM' }).click()
  await expect(page.getByRole('timer', { name: 'Time left' })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm Your Booking' })
  await confirm.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByRole('heading', { name: 'Your booking has been received.' })).toBeVisible()
})
