import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { profileContract } from '#shared/profile/contract.ts'
import { closureRequestContract } from '#shared/users/contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { PASSWORD } from './support/clinic-api.ts'
import { newClient } from './support/new-client.ts'
import { TODAY } from './support/clock.ts'
import { expectToast } from './support/toasts.ts'

const today = () => formatShortDate(TODAY)

const photo = async () => ({
  name: 'me.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c9a27e' } })
    .jpeg()
    .toBuffer(),
})

/** Tells whether the picture has loaded. A broken picture has a width of 0. */
const isDrawn = (page: Page, name: string) =>
  page.getByRole('img', { name }).evaluate((image) => (image as HTMLImageElement).naturalWidth > 0)

/** Changes the number and the location in the dialog of the profile. */
async function editDetails(page: Page, contact: string, location: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  await dialog.getByLabel('Phone Number').fill('call me')
  await dialog.getByLabel('Location').fill(location)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText(/^Enter a number such as 0917 123 4567/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Phone Number').fill(contact)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Your profile has been successfully updated.')
}

test('a client uploads a photo, staff see it, and removing it shows the initials again', async ({ openAs, clinic }) => {
  const client = await newClient(clinic, 'Sofia Reyes')
  const page = await openAs({ email: client.email }, { viewport: { width: 390, height: 844 } })
  await page.goto('/Profile')
  await editDetails(page, '0917 123 4567', 'Makati')
  for (const text of ['Sofia Reyes', 'Makati', '0917 123 4567', client.email, `Member since ${today()}`])
    await expect(page.getByRole('main').getByText(text, { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeEnabled()
  await page.getByRole('button', { name: 'Add photo' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add photo' })
  await dialog.getByRole('button', { name: 'Save photo' }).click()
  await expect(dialog.getByText('Choose a picture first.')).toBeVisible()
  const file = dialog.getByLabel('Profile photo: Choose an image')
  await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(dialog.getByText('Please choose a PNG, JPG, GIF or WebP picture.')).toBeVisible()
  await file.setInputFiles(await photo())
  await expect(dialog.getByRole('img', { name: 'Preview of me.jpg' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save photo' }).press('Enter')
  await expectToast(page, 'Your photo has been saved.')
  await expect.poll(() => isDrawn(page, 'Photo of Sofia Reyes')).toBe(true)
  await expectNoSidewaysScroll(page)

  const address = (await clinic.call(client)(profileContract.read, {})).data.photo
  const desk = await openAs('cashier')
  await desk.goto('/cashier/clients?search=Sofia')
  await desk.getByRole('link', { name: 'View Sofia Reyes' }).click()
  const seen = desk.locator(`img[src="${address}"]`)
  await expect.poll(() => seen.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(384)

  await page.getByRole('button', { name: 'Remove photo' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove photo' }).click()
  await expectToast(page, 'Your photo has been removed.')
  await expect(page.getByRole('img', { name: 'Photo of Sofia Reyes' })).toHaveCount(0)
  await expect(page.getByRole('main').getByText('SR', { exact: true })).toBeVisible()
})

test('a client downloads all data that the clinic stores about them', async ({ openAs, clinic }) => {
  const client = await newClient(clinic, 'Teresa Lim')
  const page = await openAs({ email: client.email })
  await page.goto('/Profile')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).press('Enter')
  const download = await saved
  expect(download.suggestedFilename()).toBe(`my-data-${TODAY}.json`)
  const data = JSON.parse(await readFile(await download.path(), 'utf8')) as Record<string, unknown>
  expect(data).toMatchObject({ profile: { name: 'Teresa Lim', email: client.email }, transactions: [] })
})

test('a client requests to close the account, withdraws, requests again, is declined, and finally the account is closed', async ({
  openAs,
  clinic,
}) => {
  const client = await newClient(clinic, 'Ursula Go')
  const page = await openAs({ email: client.email }, { viewport: { width: 390, height: 844 } })
  const reason = 'I am moving to Cebu.'
  const askAgain = () =>
    clinic.call(client)(closureRequestContract.ask, { body: { reason, current_password: PASSWORD } })
  await page.goto('/Profile')
  const close = page.getByRole('button', { name: 'Close my account' })
  // The button is disabled while a request is under way, and unlike a click, a key press does not wait for it.
  await expect(close).toBeEnabled()
  await close.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Ask to close your account?' })
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByLabel(/^Current password/).fill('not my password')
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(dialog.getByText('The current password is not correct.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel(/^Current password/).fill(PASSWORD)
  await dialog.getByLabel(/^Current password/).press('Enter')
  const open = page.getByText(`You asked to close your account on ${today()}.`)
  await expect(open).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw request' }).click()
  await expectToast(page, 'Your request has been withdrawn.')
  await expect(open).toBeHidden()
  await expect(close).toBeEnabled()
  await askAgain()

  const admin = await openAs('admin')
  await admin.goto('/settings/users')
  await admin.getByRole('checkbox', { name: /^Wants to close \(\d+\)$/ }).click()
  await expect(admin).toHaveURL(/closure=requested/)
  const review = async () => {
    await expect(admin.getByRole('row', { name: /Ursula Go/ })).toContainText('Wants to close')
    await admin.getByRole('button', { name: 'Closure request of Ursula Go' }).press('Enter')
    return admin.getByRole('dialog', { name: 'Request to close the account' })
  }
  const decision = await review()
  await expect(decision).toContainText(reason)
  await expect(decision).toContainText('The name on receipts, on past appointments and in the history log')
  await expectAccessible(admin)
  await decision.getByRole('radio', { name: 'Decline' }).click()
  await decision.getByRole('button', { name: 'DECLINE REQUEST' }).click()
  await expect(decision.getByText('Tell the person why the request is declined.')).toBeVisible()
  await decision.getByLabel(/^Your answer to the person/).fill('You have two sessions left. Please call us.')
  await decision.getByRole('button', { name: 'DECLINE REQUEST' }).click()
  await expectToast(admin, 'The request has been declined.')
  await page.reload()
  await expect(page.getByText('You have two sessions left. Please call us.')).toBeVisible()

  await askAgain()
  await admin.reload()
  const closing = await review()
  await closing.getByRole('button', { name: 'CLOSE ACCOUNT' }).click()
  await expectToast(admin, 'The account has been closed.')
  await page.goto('/Profile')
  await expect(page).toHaveURL(/\/login/)
})

test('the privacy notice is public, linked in the footer, and shows the contact details of the clinic', async ({
  openAs,
}) => {
  const page = await openAs('anonymous', { viewport: { width: 390, height: 844 } })
  await page.goto('/')
  // The page changes its length while its fonts and sections are drawn, and a click meanwhile can miss the link. A key
  // press goes to the link that has the focus.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy notice' }).press('Enter')
  await expect(page).toHaveURL('/privacy')
  await expect(page).toHaveTitle(/Privacy notice/)
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy notice' })).toBeVisible()
  for (const text of ['Perlas Clinic', 'Republic Act No. 10173', '12 Scout Street, Quezon City', 'hello@clinic.test'])
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

/**
 * Delays each call about the person by 150 ms more than the call before it, as on a slow connection. Runs in the
 * browser before the scripts of the page.
 */
function slowDown(): void {
  const send = globalThis.fetch
  let waitMs = 0
  globalThis.fetch = async (resource, options) => {
    const { pathname } = new URL(resource instanceof Request ? resource.url : resource, location.href)
    if (pathname.startsWith('/api/my/')) await new Promise((resolve) => setTimeout(resolve, (waitMs += 150)))
    return send(resource, options)
  }
}

test('the logo links to the client’s home page, which does not shift while it loads on a phone', async ({
  openAs,
  clinic,
}) => {
  const client = await newClient(clinic, 'Wanda Cruz')
  const page = await openAs({ email: client.email }, { viewport: { width: 390, height: 844 } })
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) =>
      list.getEntries().forEach((entry) => shifts.push((entry as PerformanceEntry & { value: number }).value)),
    ).observe({ type: 'layout-shift', buffered: true })
  })
  // `page.route` would do the same, but switches the browser's cache off.
  await page.addInitScript(slowDown)
  await page.goto('/clientDashboard')
  await expect(page.getByText('No upcoming appointments')).toBeVisible()
  await expect(page.getByText('No receipts yet')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeAttached()
  const moved = () => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((a, b) => a + b, 0))
  expect(await moved()).toBeLessThanOrEqual(0.02)
  const logo = page.getByRole('banner').getByRole('link', { name: /Home$/ })
  await expect(logo).toHaveAttribute('href', '/clientDashboard')
})
