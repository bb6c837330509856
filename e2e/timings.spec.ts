import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { PASSWORD } from './support/clinic-api.ts'
import { OPENED_AT } from './support/clock.ts'

/** Stops the page's clock. Afterwards time passes in the page only when the test calls `page.clock.runFor`. */
const stopTime = (page: Page) => page.clock.pauseAt(OPENED_AT.getTime() + 60_000)

test('a slide of the landing page is shown for five seconds', async ({ openAs }) => {
  const page = await openAs('anonymous', { ownClock: true, reducedMotion: 'no-preference' })
  await page.clock.install({ time: OPENED_AT })
  await page.goto('/')
  const shown = page.getByRole('region', { name: 'Highlights' }).getByRole('group')
  await expect(page.getByRole('button', { name: 'Slide 3: Quiet confidence' })).toBeVisible()
  await stopTime(page)
  await page.getByRole('button', { name: 'Slide 3: Quiet confidence' }).click()
  await expect(shown).toHaveAccessibleName('3 of 3: Quiet confidence')
  await page.clock.runFor(4_950)
  await expect(shown).toHaveAccessibleName('3 of 3: Quiet confidence')
  await page.clock.runFor(100)
  await expect(shown).toHaveAccessibleName('1 of 3: The clinic')
})

test('the next step of the booking page appears half a second after a choice', async ({ openAs }) => {
  const page = await openAs('anonymous', { ownClock: true })
  await page.clock.install({ time: OPENED_AT })
  await page.goto('/BookAppointment')
  const treatment = page.getByRole('button', { name: /^Signature Facials/ })
  await expect(treatment).toBeVisible()
  await stopTime(page)
  await treatment.click()
  await page.clock.runFor(450)
  await expect(page.getByRole('heading', { name: 'Choose Your Treatment' })).toBeVisible()
  await page.clock.runFor(100)
  await expect(page.getByRole('heading', { name: 'Select Your Service' })).toBeVisible()
})

/** Checks that a toast is visible just before its time ends, and gone just after. */
async function expectToStay(page: Page, notice: Locator, seconds: number): Promise<void> {
  await expect(notice).toBeVisible()
  await page.clock.runFor(seconds * 1000 - 200)
  await expect(notice).toBeVisible()
  await page.clock.runFor(500)
  await expect(notice).toHaveCount(0)
}

/** Waits for a toast on the next page, which needs some time to start: the clock is advanced in steps of 20 ms. */
async function expectToArrive(page: Page, notice: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(20)
    expect(await notice.isVisible()).toBe(true)
  }).toPass({ intervals: [20] })
}

test('the toasts for log-in and log-out are shown for five seconds at the top right', async ({ openAs, clinic }) => {
  const page = await openAs('anonymous', { ownClock: true })
  await page.clock.install({ time: OPENED_AT })
  await page.goto('/login')
  await page.getByLabel('Email').fill(clinic.admin.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await stopTime(page)
  await page.getByRole('button', { name: 'Log in' }).click()
  const welcome = page.getByRole('group', { name: 'Login Successful!' })
  await expectToArrive(page, welcome)
  await expect(welcome).toContainText('You have logged in successfully.')
  const { x, y, width } = (await welcome.boundingBox())!
  expect(y).toBeLessThan(100)
  expect(x + width).toBeGreaterThan(page.viewportSize()!.width - 40)
  await expectToStay(page, welcome, 5)
  await page.getByRole('button', { name: 'LOGOUT', exact: true }).click()
  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  const goodbye = page.getByRole('group', { name: 'Logged out successfully.' })
  await expectToArrive(page, goodbye)
  await expect(goodbye).toContainText('You have been logged out of your account.')
  await expectToStay(page, goodbye, 5)
})

test('the toast for a new account is shown for three seconds', async ({ openAs }) => {
  const page = await openAs('anonymous', { ownClock: true })
  await page.clock.install({ time: OPENED_AT })
  await page.goto('/login')
  await page.getByRole('button', { name: "Don't have an account? Create new" }).click()
  const form = page.getByRole('form', { name: 'Create new account' })
  await form.getByLabel('Full Name').fill('Carla Mendoza')
  await form.getByLabel('Email').fill(`carla-${crypto.randomUUID()}@example.ph`)
  await form.getByLabel(/^Password/).fill(PASSWORD)
  await form.getByRole('checkbox', { name: /I have read the privacy notice/ }).click()
  await stopTime(page)
  await form.getByRole('button', { name: 'Create new account' }).click()
  await expect(page).toHaveURL('/')
  await expectToStay(page, page.getByRole('status').filter({ hasText: 'Account created successfully!' }), 3)
})

test('with reduced motion the dark theme appears at once, without colours changing element by element', async ({
  openAs,
}) => {
  const page = await openAs('admin')
  await page.addInitScript(() => {
    localStorage.setItem('mutya.theme', 'dark')
    addEventListener('transitionrun', () => document.documentElement.setAttribute('data-moved', ''))
  })
  await page.goto('/settings/users')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('html')).not.toHaveAttribute('data-moved')
})
