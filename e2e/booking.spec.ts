import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { formatLongDate } from '#shared/lib/manila-time.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { bookVisit } from './support/book-visit.ts'
import { chooseDay } from './support/choose-day.ts'
import { chooseVisit } from './support/choose-visit.ts'
import { endHold } from './support/end-hold.ts'
import { addTreatment } from './support/clinic-api.ts'
import { countPresses } from './support/count-presses.ts'
import { freeDay } from './support/free-day.ts'
import { newClient } from './support/new-client.ts'

const PHONE = { width: 390, height: 844 }

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Confirm Your Booking' })

test('a visitor whose chosen time somebody else has booked sees a message, and has to choose only the time again', async ({
  openAs,
  clinic,
}) => {
  const day = await freeDay(clinic, 40)
  const faster = await newClient(clinic, 'Corazon Velasco')
  const page = await openAs('client')
  await chooseVisit(page, day)
  await page.getByRole('button', { name: '10:30 AM' }).click()
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(dialogOf(page)).toBeVisible()
  await endHold(page)
  await bookVisit(clinic, faster, day, '10:30:00')
  await dialogOf(page).getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByRole('alert')).toHaveText('That time has just been taken. Please choose another.')
  await expect(dialogOf(page)).toBeHidden()
  await page.getByRole('button', { name: 'Show all times' }).click()
  await expect(page.getByRole('button', { name: '10:30 AM Unavailable' })).toBeDisabled()
  await expect(page.getByRole('complementary')).toContainText('Hydra Glow Facial')
  await page.getByRole('button', { name: '3:30 PM' }).click()
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(dialogOf(page)).toContainText('3:30 PM')
})

test('a client who is booking a day that staff close meanwhile sees a message, and can choose another day', async ({
  openAs,
  clinic,
}) => {
  const day = await freeDay(clinic, 50)
  const page = await openAs('client')
  await chooseVisit(page, day)
  await page.getByRole('button', { name: '9:00 AM' }).click()
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(dialogOf(page)).toBeVisible()
  const body = { date: [day], remark: 'Training day' }
  await clinic.call(clinic.admin)(appointmentsContract.disableDates, { body })
  await dialogOf(page).getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByRole('alert')).toHaveText('The clinic is closed on that date. Please choose another date.')
  await expect(page.getByRole('heading', { name: 'Select Your Date' })).toBeVisible()
  const closed = page.getByRole('button', { name: `${formatLongDate(day)}, Closed` })
  await expect(closed).toHaveAttribute('aria-disabled', 'true')
  // Clients see that the day is closed, but not the reason.
  await expect(page.getByText('Training day')).toHaveCount(0)
})

test('going back in the booking wizard keeps the choices; after another treatment is chosen, one of its services must be chosen', async ({
  openAs,
  clinic,
}) => {
  const page = await openAs('anonymous')
  await chooseVisit(page, await freeDay(clinic, 20))
  await page.getByRole('button', { name: '3:00 PM' }).click()
  // The timer shows that the server answered and the slot is reserved for this browser. Leaving the page earlier would
  // lose the reservation.
  await expect(page.getByRole('timer', { name: 'Time left' })).toBeVisible()
  const steps = page.getByRole('navigation')
  await steps.getByRole('button', { name: /Treatment/ }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('button', { name: /^Hydra Glow Facial/, pressed: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Choose Your Time' })).toBeVisible()
  await expect(page.getByRole('button', { name: '3:00 PM', pressed: true })).toBeVisible()
  await steps.getByRole('button', { name: /Treatment/ }).click()
  await page.getByRole('button', { name: /^Chemical Peels/ }).click()
  await expect(page.getByRole('heading', { name: 'Select Your Service' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await expect(steps.getByRole('button', { name: /Date/ })).toBeDisabled()
  // The page remembers the chosen time, but marks no step as done, because the service is still missing.
  for (const step of [/Service/, /Date/, /Time/])
    await expect(steps.getByRole('button', { name: step })).not.toContainText('done')
  await expect(page.getByText('Choose a service', { exact: true })).toHaveCount(1)
})

test('if all services of a treatment were deleted, the booking page says so and offers the other treatments; Back to Home opens the landing page', async ({
  openAs,
  clinic,
}) => {
  const admin = clinic.call(clinic.admin)
  const name = `Body Contouring ${crypto.randomUUID().slice(0, 8)}`
  const [service] = await addTreatment(admin, { name, services: [['Slimming Wrap', 900]], addOns: [] })
  const page = await openAs('anonymous')
  await page.goto('/BookAppointment')
  const treatment = page.getByRole('button', { name })
  await expect(treatment).toBeVisible()
  await admin(catalogueContract.deleteService, { params: { id: service! }, body: {} })
  await treatment.click()
  await expect(page.getByText('No services available for this treatment')).toBeVisible()
  await page.getByRole('button', { name: 'Choose another treatment' }).click()
  await expect(page.getByRole('heading', { name: 'Choose Your Treatment' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('days of the booking calendar can be chosen with the keyboard, and a day that cannot be chosen shows why', async ({
  openAs,
}) => {
  const page = await openAs('anonymous')
  await page.goto('/BookAppointment')
  await page.getByRole('button', { name: /^Signature Facials/ }).click()
  await page.getByRole('button', { name: /^Hydra Glow Facial/ }).click()
  await expect(page.getByRole('gridcell')).toHaveCount(42)
  const stops = page.getByRole('gridcell').locator('[tabindex="0"]')
  await expect(stops).toHaveCount(1)
  await stops.focus()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Home')
  const focused = page.locator(':focus')
  await expect(focused).toHaveAttribute('aria-label', /^Sunday, /)
  await page.keyboard.press('End')
  await expect(focused).toHaveAttribute('aria-label', /^Saturday, /)
  await expect(stops).toHaveCount(1)
  for (let month = 0; month < 14; month++) await page.keyboard.press('PageDown')
  await expect(page.getByRole('button', { name: 'Next month' })).toBeDisabled()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Appointments can be booked up to 12 months ahead.')
})

test('without a connection the booking page offers no times, and Try again loads them', async ({
  openAs,
  clinic,
  expected,
}) => {
  expected.push(/ERR_INTERNET_DISCONNECTED/)
  const page = await openAs('anonymous')
  await page.goto('/BookAppointment')
  await page.getByRole('button', { name: /^Signature Facials/ }).click()
  await page.getByRole('button', { name: /^Hydra Glow Facial/ }).click()
  await expect(page.getByRole('grid')).toBeVisible()
  await page.context().setOffline(true)
  await chooseDay(page, await freeDay(clinic, 20))
  await expect(page.getByRole('alert')).toContainText('Failed to check time conflict.')
  await expect(page.getByRole('button', { name: /[AP]M/ })).toHaveCount(0)
  await expectAccessible(page)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: '10:30 AM' })).toBeEnabled()
})

for (const viewport of [PHONE, { width: 820, height: 1180 }, { width: 1440, height: 900 }])
  test(`every booking step and its dialog are accessible at ${viewport.width} px`, async ({ openAs, clinic }) => {
    const page = await openAs('client', { viewport })
    await page.goto('/BookAppointment')
    await expect(page.getByRole('button', { name: /^Signature Facials/ })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Signature Facials/ }).click()
    await expect(page.getByRole('button', { name: /^Hydra Glow Facial/ })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Hydra Glow Facial/ }).click()
    await expect(page.getByRole('grid')).toBeVisible()
    await expectAccessible(page)
    await chooseDay(page, await freeDay(clinic, 30))
    await page.getByRole('button', { name: '10:30 AM' }).click()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Confirm Booking' }).click()
    await expect(dialogOf(page)).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Confirm Booking' })).toBeFocused()
    await page.keyboard.press('Enter')
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('button', { name: 'Confirm Booking' })).toBeFocused()
  })

test('pressing Confirm Booking while the confirmation dialog is closing opens the dialog again', async ({
  openAs,
  clinic,
}) => {
  const page = await openAs('client')
  await chooseVisit(page, await freeDay(clinic, 30))
  await page.getByRole('button', { name: '10:30 AM' }).click()
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(dialogOf(page)).toBeVisible()
  // The test clicks in the moment in which the dialog is closed and the page has not received its close event yet.
  await page.evaluate(() => {
    document.querySelector('dialog')?.close()
    ;(document.activeElement as HTMLElement).click()
  })
  await expect(dialogOf(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await expect(dialogOf(page)).toBeVisible()
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialogOf(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Confirm Booking' })).toBeFocused()
})

test('a booking is sent only after its slot is reserved, because somebody else could take the slot until then', async ({
  openAs,
  clinic,
}) => {
  const page = await openAs('client')
  await chooseVisit(page, await freeDay(clinic, 30))
  await page.route('**/api/holds', (route) => sleep(1_500).then(() => route.continue()))
  await page.getByRole('button', { name: '10:30 AM' }).click()
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  const isHeld = page.waitForResponse('**/api/holds').then(() => true)
  const isSent = page.waitForRequest('**/api/appointments').then(() => false)
  await dialogOf(page).getByRole('button', { name: 'Confirm Booking' }).click()
  expect(await Promise.race([isHeld, isSent])).toBe(true)
  await expect(page.getByRole('heading', { name: 'Your booking has been received.' })).toBeVisible()
})

test('the four steps of the booking page are in one row once the styles have loaded', async ({ openAs }) => {
  const page = await openAs('anonymous', { viewport: { width: 1440, height: 900 } })
  await page.goto('/BookAppointment')
  const steps = page.getByRole('navigation').getByRole('listitem')
  await expect(steps).toHaveCount(4)
  expect(await steps.evaluateAll((all) => new Set(all.map((step) => step.getBoundingClientRect().top)).size)).toBe(1)
})

test('no element of the booking page is wider than a screen of 320 px', async ({ openAs, clinic }) => {
  const page = await openAs('anonymous', { viewport: { width: 320, height: 640 } })
  await chooseVisit(page, await freeDay(clinic, 30))
  await expectNoSidewaysScroll(page)
  const steps = page.getByRole('navigation')
  for (const step of [/Date/, /Service/, /Treatment/]) {
    await steps.getByRole('button', { name: step }).click()
    await expectNoSidewaysScroll(page)
  }
})

test('Book again opens the wizard with the same treatment and service, and a reload keeps later choices', async ({
  openAs,
  clinic,
}) => {
  const client = await newClient(clinic, 'Imelda Robles')
  await bookVisit(clinic, client, await freeDay(clinic, 90), '09:00:00')
  const page = await openAs({ email: client.email }, { viewport: PHONE })
  await page.goto('/clientDashboard')
  const presses = await countPresses(page)
  await page.getByRole('link', { name: 'Book again' }).click()
  await expect(page.getByRole('heading', { name: 'Select Your Date' })).toBeVisible()
  await expect(page).toHaveURL(/\/BookAppointment$/)
  await expect(page.getByRole('complementary')).toContainText('Diamond Peel Facial')
  await chooseDay(page, await freeDay(clinic, 20))
  await expect(page.getByRole('heading', { name: 'Choose Your Time' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Choose Your Time' })).toBeVisible()
  await page.getByRole('button', { name: '10:30 AM' }).click()
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await dialogOf(page).getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByRole('heading', { name: 'Your booking has been received.' })).toBeVisible()
  // One of the six clicks was on the button that shows another month of the calendar.
  expect(presses.clicks).toBe(6)
})
