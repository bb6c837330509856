import type { Browser, Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { PASSWORD } from './support/clinic-api.ts'
import { startClinic, type ClinicProcess } from './support/clinic-process.ts'
import { OPENED_AT } from './support/clock.ts'
import { countPresses } from './support/count-presses.ts'
import { offsetTo } from './support/sample-clinic.ts'
import { shiftDate } from './support/shift-date.mjs'

/** With reduced motion, toasts and popups appear at once, so that they cannot move away during a click. */
const phone = { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' as const }
const desk = { width: 1280, height: 720 }

/**
 * Opens a phone's browser with the clock of the clinic, where it is early in the day, so that the next free time does
 * not pass during the test.
 */
async function openPhone(browser: Browser, baseURL: string, clockOffsetMs: number): Promise<Page> {
  const context = await browser.newContext({ ...phone, baseURL })
  await context.addInitScript(shiftDate, clockOffsetMs)
  return context.newPage()
}

const fillerOf = (page: Page) => (label: string | RegExp, text: string) =>
  page.getByRole('textbox', { name: label }).first().fill(text)

/** Sets the clinic up with the set-up code from the terminal. */
async function setUp(page: Page, { setupCode }: ClinicProcess): Promise<void> {
  const fill = fillerOf(page)
  await fill('One-time code', setupCode!)
  await fill('Clinic name', 'Perlas Clinic')
  await fill('Address', '12 Scout Street, Quezon City')
  await fill('Phone', '+63 2 8555 0100')
  await fill('Clinic email', 'hello@clinic.test')
  await fill('Full Name', 'Isabel Reyes')
  await fill(/^Email/, 'admin@clinic.test')
  await fill(/^Password/, PASSWORD)
  await page.getByRole('button', { name: 'Set up the clinic' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
}

/** Checks on a wide screen that a clinic without treatments says what to do next. */
async function expectEmptyClinic(page: Page): Promise<void> {
  await page.setViewportSize(desk)
  const treatments = page.getByRole('main').getByRole('link', { name: /treatment/i })
  await expect(treatments.first()).toHaveAttribute('href', '/settings/treatments')
  await expectAccessible(page)
  await page.setViewportSize(phone.viewport)
  const tab = await page.context().newPage()
  await tab.goto('/settings/treatments')
  await expect(tab.getByRole('main')).toContainText('No treatments found')
  // No other test checks the clinic profile on a phone.
  await tab.goto('/settings/clinic')
  await expect(tab.getByRole('textbox', { name: 'Clinic name' })).toHaveValue('Perlas Clinic')
  await expectAccessible(tab)
  await expectNoSidewaysScroll(tab)
  await tab.close()
}

/** Checks what a visitor sees before the clinic has treatments. */
async function expectNothingToBook(visitor: Page): Promise<void> {
  await visitor.goto('/BookAppointment')
  await expect(visitor.getByRole('heading', { name: 'Online booking is not open yet.' })).toBeAttached()
  await expect(visitor.getByRole('link', { name: 'Call +63 2 8555 0100' })).toBeVisible()
  await visitor.goto('/')
  await expect(visitor.getByRole('contentinfo')).toContainText('12 Scout Street, Quezon City')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Perlas Clinic')
  const findUs = visitor.getByRole('region', { name: 'Find us' })
  for (const known of ['12 Scout Street, Quezon City', '+63 2 8555 0100', 'hello@clinic.test', 'By Appointment Only'])
    await expect(findUs).toContainText(known)
  await visitor.goto('/setup')
  await expect(visitor).toHaveURL(/\/login$/)
}

/** Takes the first steps, from the dashboard until clients can book. */
async function takeFirstSteps(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Show the first steps' }).click()

  await page.getByRole('combobox', { name: 'Monday: closes' }).click()
  await page.getByRole('option', { name: '5:00 PM' }).click()
  await page.getByRole('button', { name: 'Use the hours of Monday for all days' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Next' }).click()

  await page.getByRole('checkbox', { name: 'Classic Facial' }).click()
  await page.getByRole('checkbox', { name: 'Diamond Peel' }).click()
  await page.getByRole('textbox', { name: 'Price of Diamond Peel' }).fill('1350')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Add 2 services' }).click()

  await page.getByRole('button', { name: 'ADD PRACTITIONER' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Practitioner' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ana Reyes')
  await dialog.getByRole('button', { name: 'Choose all services' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Ana Reyes' })).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()

  await expect(page.getByRole('textbox', { name: 'Room 1' })).toHaveValue('Main station')
  await page.getByRole('textbox', { name: 'Room 1' }).fill('Rose room')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'You’re ready for bookings.' })).toBeVisible()
  await expectAccessible(page)
}

/** The first client books on her own phone and creates an account while booking. */
async function bookAsFirstClient(page: Page): Promise<void> {
  await page.goto('/BookAppointment')
  const presses = await countPresses(page)
  await page.getByRole('button', { name: /^Facials/ }).click()
  await expect(page.getByText('₱1,350')).toBeVisible()
  await page.getByRole('button', { name: /^Diamond Peel/ }).click()
  await page.getByRole('button', { name: /^Next free: / }).click()
  await page.getByRole('button', { name: 'Confirm Booking' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Confirm Your Booking' })
  await dialog.getByRole('button', { name: 'Confirm Booking' }).click()
  await dialog.getByRole('link', { name: 'I am new' }).click()
  await page.getByLabel('Full Name').fill('Liza Soriano')
  await page.getByLabel('Email').filter({ visible: true }).last().fill('liza@clients.test')
  await page.getByRole('textbox', { name: 'Password' }).filter({ visible: true }).last().fill(PASSWORD)
  await page.getByRole('checkbox', { name: /I have read the privacy notice/ }).click()
  await page.getByRole('button', { name: 'Create new account' }).click()
  await dialog.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByRole('heading', { name: 'Your booking has been received.' })).toBeVisible()
  expect(presses.clicks).toBeLessThanOrEqual(CLIENT_PRESSES)
}

/** The most clicks that the journey may take; see `docs/journeys.md`. */
const OWNER_PRESSES = 15
const CLIENT_PRESSES = 9

test('an owner sets up the clinic in at most fifteen presses, a first client books, and the owner confirms the booking', async ({
  browser,
}) => {
  const clockOffsetMs = offsetTo(OPENED_AT)
  const clinic = await startClinic({ clockOffsetMs })
  const page = await openPhone(browser, clinic.url, clockOffsetMs)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/setup$/)
  const presses = await countPresses(page)
  await setUp(page, clinic)
  await expectEmptyClinic(page)
  const visitor = await openPhone(browser, clinic.url, clockOffsetMs)
  await expectNothingToBook(visitor)
  await takeFirstSteps(page)
  expect(presses.clicks).toBeLessThanOrEqual(OWNER_PRESSES)
  await bookAsFirstClient(visitor)

  presses.restart()
  await page.getByRole('link', { name: 'Book for a client' }).click()
  const request = page.getByRole('row').filter({ hasText: 'Liza Soriano' }).first()
  await expect(request).toContainText('Diamond Peel')
  await request.getByRole('button', { name: /^CONFIRM/ }).click()
  await expect(page.getByText('Confirmed').first()).toBeVisible()
  expect(presses.clicks).toBeLessThanOrEqual(2)
  await clinic.stop()
})
