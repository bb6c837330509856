import type { Page } from '@playwright/test'
import { authContract } from '#shared/auth/contract.ts'
import { startMailServer } from '#server/test/mail-server.ts'
import { findPort } from '../scripts/test/find-port.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { PASSWORD } from './support/clinic-api.ts'
import { OPENED_AT } from './support/clock.ts'
import { countPresses } from './support/count-presses.ts'
import { newClient } from './support/new-client.ts'
import { offsetTo, startSampleClinic } from './support/sample-clinic.ts'
import { shiftDate } from './support/shift-date.mjs'
import { expectToast } from './support/toasts.ts'

const NEW = 'tricycle-mango-92'

/** Starts a clinic with a real mail server. */
async function clinicWithMail() {
  const mail = await startMailServer()
  const port = String(await findPort())
  const clinic = await startSampleClinic({
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: mail.url,
    MAIL_FROM: 'hello@clinic.test',
  })
  const stop = async () => {
    await clinic.stop()
    await mail.close()
  }
  return { ...clinic, mail, stop }
}

const choosePassword = async (page: Page, password: string) => {
  const form = page.getByRole('form', { name: 'Choose a new password' })
  await form.getByLabel(/^New password/).fill(password)
  await form.getByRole('button', { name: 'Save password' }).click()
}

test('a user who forgot the password requests a link, finds it in the mail, and logs in again', async ({ browser }) => {
  const clinic = await clinicWithMail()
  const context = await browser.newContext({
    baseURL: clinic.url,
    reducedMotion: 'reduce',
    viewport: { width: 390, height: 844 },
  })
  await context.addInitScript(shiftDate, offsetTo(OPENED_AT))
  const page = await context.newPage()
  await page.goto('/login')
  const presses = await countPresses(page)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL('/forgot-password')
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Enter a valid email address.')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByLabel('Email').focus()
  await page.keyboard.type(clinic.client.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expectAccessible(page)
  const { email } = await clinic.mail.next()
  await page.goto(/http\S+\/reset-password#\S+/.exec(email.text!)![0])
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await choosePassword(page, 'short')
  // The error (the first text) replaces the hint (the second text), so that the page does not say the same twice.
  await expect(page.getByText('Use at least 10 characters.')).toBeVisible()
  await expect(page.getByText('At least 10 characters.', { exact: true })).toBeHidden()
  await choosePassword(page, 'qwertyuiop')
  await expect(page.getByText('This password is easy to guess.')).toBeVisible()
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.url()} ${request.headers()['referer'] ?? ''}`))
  await choosePassword(page, NEW)
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Your password has been changed. Log in with the new password.')).toBeVisible()
  // The test clicks five times in all; three of these clicks submitted the form to see it rejected.
  expect(presses.clicks).toBe(5)
  expect(requests.join('\n')).not.toContain(email.text!.match(/#([\w-]+)/)![1])
  await page.getByLabel('Email').fill(clinic.client.email)
  await page.getByLabel(/^Password/).fill(NEW)
  await page.getByRole('button', { name: 'Log in' }).click()
  // The toast is checked before anything else, because it closes after some seconds.
  await expect(page.getByRole('status').filter({ hasText: 'Login Successful!' })).toBeVisible()
  await expect(page).toHaveURL('/')
  await context.close()
  await clinic.stop()
})

test('an admin creates a password link for a user that works once', async ({ openAs, clinic }) => {
  const client = await newClient(clinic, `Nina ${crypto.randomUUID().slice(0, 8)}`)
  const admin = await openAs('admin')
  await admin.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await admin.goto(`/settings/users?search=${client.email}`)
  await admin.getByRole('button', { name: `One-time link for ${client.name}` }).click()
  const question = admin.getByRole('alertdialog', { name: `Make a one-time link for ${client.name}?` })
  await expect(question.getByRole('button', { name: 'CANCEL' })).toBeFocused()
  await expectAccessible(admin)
  await question.getByRole('button', { name: 'MAKE LINK' }).click()
  const dialog = admin.getByRole('dialog', { name: 'One-time link' })
  await expect(dialog.getByText(/^Works once, until .*\.$/)).toBeVisible()
  await expectAccessible(admin)
  await dialog.getByRole('button', { name: 'COPY' }).click()
  await expectToast(admin, 'Link copied.')
  const link = await admin.evaluate(() => navigator.clipboard.readText())
  expect(link).toBe(await dialog.getByLabel('Link to set a new password').inputValue())
  expect(link).toContain(`${clinic.url}/reset-password#`)
  await dialog.getByRole('button', { name: 'DONE' }).click()
  await expect(dialog).toBeHidden()

  const page = await openAs('anonymous')
  await page.goto(link)
  await choosePassword(page, NEW)
  await expect(page).toHaveURL('/login')
  const { user } = await clinic.call(null)(authContract.login, { body: { email: client.email, password: NEW } })
  expect(user.id).toBe(client.id)
  await page.goto(link)
  await choosePassword(page, NEW)
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')
  // This clinic has no mail server, so the page shows the clinic's long phone number and e-mail instead of a form.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText('This clinic sends no email.')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('a client changes the password in the profile', async ({ openAs, clinic }) => {
  const client = await newClient(clinic, 'Olga Reyes')
  const page = await openAs(client)
  await page.goto('/Profile')
  await expect(page.getByRole('link', { name: 'Change password' })).toHaveAttribute('href', '/choose-password')
  const presses = await countPresses(page)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Change password' }).click()
  await expect(page).toHaveURL('/choose-password')
  await expectAccessible(page)
  await page.getByLabel(/^Current password/).click()
  await page.keyboard.type(PASSWORD)
  await page.getByLabel(/^New password/).click()
  await page.keyboard.type(NEW)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your password has been changed')).toBeVisible()
  expect(presses.clicks).toBe(4)
  const { user } = await clinic.call(null)(authContract.login, { body: { email: client.email, password: NEW } })
  expect(user.id).toBe(client.id)
})
