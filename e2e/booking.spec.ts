import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { bookVisit } from './support/book-visit.ts'
import { chooseDay } from './support/choose-day.ts'
import { countPresses } from './support/count-presses.ts'
import { freeDay } from './support/free-day.ts'
import { newClient } from './support/new-client.ts'

const PHONE = { width: 390, height: 844 }

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Confirm Your Booking' })

/** Checks the page in four window sizes: axe finds no violation, and nothing is wider than the window. */
async function expectFit(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  for (const size of [PHONE, { width: 820, height: 1180 }, { width: 1440, height: 900 }]) {
    await page.setViewportSize(size)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
}

test('every booking step and its dialog are accessible and fit on screens from 320 to 1440 px; pressing Confirm Booking while the dialog is closing opens it again', async ({
  openAs,
  clinic,
}) => {
  const page = await openAs('client', { viewport: PHONE })
  await page.goto('/BookAppointment')
  await expect(page.getByRole('button', { name: /^Signature Facials/ })).toBeVisible()
  await expectFit(page)
  await page.getByRole('button', { name: /^Signature Facials/ }).click()
  await expect(page.getByRole('button', { name: /^Hydra Glow Facial/ })).toBeVisible()
  await expectFit(page)
  await page.getByRole('button', { name: /^Hydra Glow Facial/ }).click()
  await expect(page.getByRole('grid')).toBeVisible()
  await expectFit(page)
  await chooseDay(page, await freeDay(clinic, 30))
  await page.getByRole('button', { name: '10:30 AM' }).click()
  await expectFit(page)
  const confirm = page.getByRole('button', { name: 'Confirm Booking' })
  await confirm.click()
  await expect(dialogOf(page)).toBeVisible()
  await expectFit(page)
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect(confirm).toBeFocused()
  await page.keyboard.press('Enter')
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
  await expect(confirm).toBeFocused()
})

test('the four steps of the booking page are in one row once the styles have loaded', async ({ openAs }) => {
  const page = await openAs('anonymous', { viewport: { width: 1440, height: 900 } })
  await page.goto('/BookAppointment')
  const steps = page.getByRole('navigation').getByRole('listitem')
  await expect(steps).toHaveCount(4)
  expect(await steps.evaluateAll((all) => new Set(all.map((step) => step.getBoundingClientRect().top)).size)).toBe(1)
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
  await page.getByRole('button', { name: '10:30 AM' }).click()
  // The timer shows that the server answered and the slot is reserved for this browser. Leaving the page earlier would
  // lose the reservation.
  await expect(page.getByRole('timer', { name: 'Time left' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Choose Your Time' })).toBeVisible()
  await expect(page.getByRole('button', { name: '10:30 AM', pressed: true })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await dialogOf(page).getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByRole('heading', { name: 'Your booking has been received.' })).toBeVisible()
  // One of the six clicks was on the button that shows another month of the calendar.
  expect(presses.clicks).toBe(6)
})
