import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { PASSWORD } from './support/clinic-api.ts'

/** Gives the page a simulated authenticator that verifies the user. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a cashier adds a passkey in the profile and finishes a log-in with it', async ({ browser, clinic }) => {
  // Browsers create passkeys for `localhost`, but not for an IP address.
  const baseURL = clinic.url.replace('127.0.0.1', 'localhost')
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await addAuthenticator(page)
  const enterPassword = async () => {
    await page.goto('/login?next=/Profile')
    const form = page.getByRole('form', { name: 'Log in' })
    await form.getByLabel('Email').fill(clinic.cashier.email)
    await form.getByLabel(/^Password/).fill(PASSWORD)
    await form.getByRole('button', { name: 'Log in' }).click()
  }
  await enterPassword()
  await page.getByRole('link', { name: 'Set up' }).click()
  await expect(page.getByRole('heading', { name: 'Add a passkey' })).toBeVisible()
  await page.getByLabel('Name of the passkey').fill('Counter')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Add the passkey' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('Counter')).toBeVisible()
  // The test leaves the app first, because the app itself opens the log-in page when it notices that the cookie is gone.
  await page.goto('about:blank')
  await context.clearCookies()
  await enterPassword()
  await expect(page.getByRole('checkbox', { name: /^Trust this device/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await expect(page).toHaveURL('/Profile')
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  await context.close()
})
