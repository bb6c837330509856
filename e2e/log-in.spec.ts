import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { PASSWORD } from './support/clinic-api.ts'

const newEmail = (who: string) => `${who}-${crypto.randomUUID().slice(0, 8)}@example.ph`

/** Returns the visible side of the log-in card: its form to log in or to register. */
const card = (page: Page, name: 'Log in' | 'Create new account') => page.getByRole('form', { name })

async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  const form = card(page, 'Log in')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel(/^Password/).fill(password)
  await form.getByRole('button', { name: 'Log in' }).click()
}

/** Ends the session on the server while the page stays open. */
async function endSession(page: Page): Promise<void> {
  const status = await page.evaluate(async () => {
    const token = /csrf_token=([^;]+)/.exec(document.cookie)?.[1] ?? ''
    return (await fetch('/api/logout', { method: 'POST', headers: { 'x-csrf-token': token } })).status
  })
  expect(status).toBe(200)
}

/**
 * Ends the session just before the page searches for a word, so that the server refuses this search but no earlier
 * request.
 */
const endSessionBeforeSearch = (page: Page, word: string) =>
  page.route(
    ({ pathname, searchParams }) => pathname.startsWith('/api/') && searchParams.get('search') === word,
    async (route) => {
      await endSession(page)
      await route.continue()
    },
    { times: 1 },
  )

test('a wrong password shows an error in the log-in form and in a toast, and the right one opens the home page', async ({
  openAs,
  clinic,
}) => {
  const page = await openAs('anonymous')
  await page.goto('/login')
  await card(page, 'Log in').getByRole('button', { name: 'Log in' }).click()
  await expect(card(page, 'Log in').getByLabel('Email')).toBeFocused()
  await expect(page.getByText('Password is required.')).toBeVisible()
  await logIn(page, clinic.admin.email, 'not the password')
  await expect(page.getByText('Login Error')).toBeVisible()
  await expect(card(page, 'Log in').getByRole('alert')).toHaveText('The email or password is not correct.')
  await expectAccessible(page)
  await logIn(page, clinic.admin.email)
  // The toast is checked before anything else, because it closes after some seconds.
  await expect(page.getByText('Login Successful!')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
  expect(await page.evaluate(() => sessionStorage.getItem('user_role'))).toBe('admin')
  // Scripts cannot read the session token: it is in no storage and in no readable cookie.
  const readable = await page.evaluate(() => document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(readable).not.toContain('access_token')
})

test('a visitor switches from the log-in form to the registration, registers, and returns to the booking', async ({
  openAs,
}) => {
  const viewport = { width: 390, height: 844 }
  const page = await openAs('anonymous', { viewport, reducedMotion: 'no-preference' })
  await page.goto('/login?next=/BookAppointment')
  const email = newEmail('carla')
  await card(page, 'Log in').getByLabel('Email').fill(email)
  await page.getByRole('button', { name: "Don't have an account? Create new" }).click()
  const form = card(page, 'Create new account')
  await expect(form.getByLabel('Full Name')).toBeFocused()
  // The hidden side of the log-in card is not in the accessibility tree, so only one email field is found.
  await expect(page.getByLabel('Email')).toHaveCount(1)
  await form.getByLabel(/^Mobile Number/).fill('0917 164 5280')
  await page.getByRole('button', { name: 'Already have an account? Log in' }).click()
  await expect(card(page, 'Log in').getByLabel('Email')).toBeFocused()
  await page.getByRole('button', { name: "Don't have an account? Create new" }).click()
  // After switching to the log-in form and back, the registration form has its values, and the e-mail typed for logging
  // in.
  await expect(form.getByLabel(/^Mobile Number/)).toHaveValue('0917 164 5280')
  await expect(form.getByLabel('Email')).toHaveValue(email)
  await form.getByLabel('Full Name').fill('Carla Mendoza')
  await form.getByLabel(/^Password/).fill('pearl of the orient')
  await form.getByRole('button', { name: 'Create new account' }).click()
  await expect(form.getByText('Please read the privacy notice and tick the box.')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await form.getByRole('checkbox', { name: /I have read the privacy notice/ }).press('Space')
  await form.getByRole('button', { name: 'Create new account' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Account created successfully!' })).toBeVisible()
  await expect(page).toHaveURL('/BookAppointment')
})

test('logging out asks for confirmation and logs out every tab; afterwards the Back button shows no earlier page', async ({
  openAs,
}) => {
  const page = await openAs('admin')
  await page.goto('/settings/users')
  const other = await page.context().newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  // The page is brought to the front, because the browser draws a page in the background only once a second.
  await page.bringToFront()
  await page.getByRole('button', { name: 'LOGOUT', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Logout Confirmation' })
  await expect(question).toContainText('Are you sure you want to logout from your account?')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/settings/users')
  await page.getByRole('button', { name: 'LOGOUT', exact: true }).click()
  let answer = () => undefined as void
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('/api/logout', (route) => held.then(() => route.continue()))
  await question.getByRole('button', { name: 'Logout' }).click()
  await expect(question.getByRole('button', { name: 'Logging out...' })).toBeDisabled()
  answer()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Logged out successfully.')).toBeVisible()
  await expect(other).toHaveURL('/login')
  expect(await page.evaluate(() => sessionStorage.getItem('user_role'))).toBeNull()
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('access_token')
  await page.goBack()
  await expect(page).toHaveURL('/login')
})

test('a logged-in user can log out from the landing page too, at 390, 820 and 1440 px', async ({
  openAs,
  expected,
}) => {
  expected.push(/status of 503/)
  const page = await openAs('client', { viewport: { width: 1440, height: 844 } })
  await page.goto('/')
  const question = page.getByRole('alertdialog', { name: 'Logout Confirmation' })
  for (const width of [1440, 820, 390]) {
    await page.setViewportSize({ width, height: 844 })
    if (width < 640) await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'LOGOUT' }).press('Enter')
    await expect(question).toContainText('Are you sure you want to logout from your account?')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
  }
  await page.route('/api/logout', (route) =>
    route.fulfill({ status: 503, json: { message: 'The system is busy right now.', code: 'unavailable' } }),
  )
  await page.getByRole('button', { name: 'LOGOUT' }).click()
  await question.getByRole('button', { name: 'Logout' }).click()
  await expect(question.getByRole('alert')).toContainText('Logout Failed. Something went wrong while logging out.')
  await page.unroute('/api/logout')
  await question.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Logged out successfully.')).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('user_role'))).toBeNull()
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'BOOK NOW' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'LOGOUT' })).toHaveCount(0)
})

test('when the session ends at the till, the log-in dialog opens over the page', async ({ openAs, clinic }) => {
  const page = await openAs('cashier')
  await page.goto('/cashier/clients')
  await expect(page.getByRole('heading', { name: 'Client History' })).toBeVisible()
  await endSessionBeforeSearch(page, 'Bianca')
  await page.getByRole('searchbox').fill('Bianca')
  const dialog = page.getByRole('dialog', { name: 'Log in to continue' })
  await expect(dialog.getByLabel('Email')).toHaveValue(clinic.cashier.email)
  await expect(dialog.getByLabel(/^Password/)).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await dialog.getByLabel(/^Password/).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('searchbox')).toHaveValue('Bianca')
  await expect(page.getByText('Bianca Garcia').first()).toBeVisible()
})

test('when the session ends on a page other than the till, the log-in page opens, and logging in leads back to the page', async ({
  openAs,
  clinic,
}) => {
  const page = await openAs('admin')
  await page.goto('/settings/users?role=cashier')
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
  await page.getByRole('searchbox').fill('andrea')
  await expect(page).toHaveURL(/search=andrea/)
  await endSessionBeforeSearch(page, 'andrea lim')
  await page.getByRole('searchbox').fill('andrea lim')
  await expect(page).toHaveURL(/\/login\?next=/)
  await expect(page.getByText('Authentication required. Please log in.')).toBeVisible()
  await logIn(page, clinic.admin.email)
  await expect(page).toHaveURL(/\/settings\/users\?role=cashier&search=andrea/)
})

/**
 * Replaces the timers that run every five seconds by a function that the test calls, so that the test need not wait.
 * Runs in the browser before the scripts of the page.
 */
function holdTimers(): void {
  const { setInterval } = window
  const held: (() => void)[] = []
  const holdOrSet = (run: () => void, milliseconds?: number) =>
    milliseconds === 5000 ? held.push(run) : setInterval(run, milliseconds)
  Object.assign(window, { setInterval: holdOrSet, passFiveSeconds: () => held.forEach((run) => run()) })
}

test('an unreachable server logs nobody out, and the page continues automatically once the server is back', async ({
  openAs,
  expected,
}) => {
  expected.push(/net::ERR_FAILED/)
  const page = await openAs('admin')
  await page.addInitScript(holdTimers)
  await page.route('/api/user', (route) => route.abort())
  await page.goto('/dashboard')
  await expect(page.getByRole('alert')).toContainText('No response from server. Please try again.')
  await expectAccessible(page)
  const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/user'))
  await page.getByRole('button', { name: 'Try again' }).click()
  await refused
  await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
  // The page requests the logged-in user again every five seconds, so the dashboard opens without another click.
  await page.unroute('/api/user')
  await page.evaluate(() => (window as unknown as { passFiveSeconds: () => void }).passFiveSeconds())
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('the keyboard can skip the navigation, and opening a page moves the focus into it', async ({ openAs }) => {
  const page = await openAs('admin')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('button', { name: 'Settings', exact: true }).first().press('Enter')
  await page.getByRole('menuitem', { name: 'User Management' }).press('Enter')
  await expect(page).toHaveTitle('User Management · Mutya')
  await expect(page.getByRole('main')).toBeFocused()
})
