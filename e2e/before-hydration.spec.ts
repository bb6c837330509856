import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { PASSWORD } from './support/clinic-api.ts'
import { OPENED_AT } from './support/clock.ts'

test.use({ needsNewWindows: true })

/** Blocks scripts whose address matches until the returned function is called. */
async function holdScripts(page: Page, address: string): Promise<() => void> {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(address, (route) => held.then(() => route.continue()))
  return release
}

test('text typed before the scripts load is kept, and none of it appears in the URL', async ({ openAs, clinic }) => {
  const page = await openAs('anonymous')
  const release = await holdScripts(page, '**/assets/*.js')
  await page.goto('/login', { waitUntil: 'commit' })
  const form = page.getByRole('form', { name: 'Log in' })
  await form.getByLabel('Email').fill(clinic.admin.email)
  await form.getByLabel(/^Password/).fill(PASSWORD)
  await form.getByLabel(/^Password/).press('Enter')
  release()
  await expect.poll(() => page.evaluate(() => document.readyState)).toBe('complete')
  expect(new URL(page.url()).search).toBe('')
  await form.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a form submitted while the page still loads is sent as soon as the scripts have loaded', async ({ openAs }) => {
  const page = await openAs('anonymous')
  const release = await holdScripts(page, '**/assets/reset-password-page-*.js')
  await page.goto('/reset-password#no-such-token')
  const form = page.getByRole('form', { name: 'Choose a new password' })
  await form.getByLabel(/^New password/).fill('tricycle-mango-92')
  await form.getByRole('button', { name: 'Save password' }).click()
  release()
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
})

test('a button pressed before the scripts load reacts exactly once after they have loaded', async ({ openAs }) => {
  const page = await openAs('anonymous', { viewport: { width: 390, height: 844 } })
  const release = await holdScripts(page, '**/assets/landing-*.js')
  await page.goto('/')
  // Uses a double click, because people click again when nothing happens.
  await page.getByRole('button', { name: 'Open menu' }).dblclick()
  release()
  await expect(page.getByRole('button', { name: 'Close menu' })).toBeVisible()
})

/** Removes the page's three-second limit for loading a picture, which a busy machine may exceed. */
function waitForEver(): void {
  const { setTimeout } = window
  window.setTimeout = ((work: () => void, ms = 0, ...args: unknown[]) =>
    ms === 3_000 ? 0 : setTimeout(work, ms, ...args)) as typeof setTimeout
}

for (const [path, entry] of [
  ['/', 'landing'],
  ['/BookAppointment', 'booking'],
  ['/login', 'login'],
] as const)
  test(`the page ${path} shows its text and its opening picture before it loads its scripts`, async ({ openAs }) => {
    const page = await openAs('anonymous')
    await page.addInitScript(waitForEver)
    await page.goto(path)
    const script = page.waitForFunction((name) => {
      const found = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      return found.find((one) => one.name.includes(`/assets/${name}-`) && one.name.endsWith('.js'))?.startTime
    }, entry)
    const asked = await (await script).jsonValue()
    const { painted, pictured } = await page.evaluate(() => {
      const picture = document.querySelector<HTMLImageElement>('img[fetchpriority=high]')?.currentSrc
      return {
        painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
        pictured: picture && (performance.getEntriesByName(picture)[0] as PerformanceResourceTiming).responseEnd,
      }
    })
    expect(asked).toBeGreaterThan(painted ?? Number.NaN)
    await expect(page.locator('link[rel=manifest]')).toHaveCount(1)
    if (path === '/') expect(asked).toBeGreaterThan(pictured || Number.NaN)
  })

/** True once the scripts of the page have run. The HTML has no link to the manifest; the scripts add it. */
const hasRun = async (page: Page) => (await page.locator('link[rel=manifest]').count()) === 1

/** Opens the landing page with a paused clock, so that its scripts do not run by themselves on a slow machine. */
async function openWithPausedClock(page: Page): Promise<void> {
  await page.clock.install({ time: OPENED_AT.getTime() - 60_000 })
  await page.clock.pauseAt(OPENED_AT)
  await page.goto('/')
}

test('the landing page runs its scripts at a visitor’s first action or after a few seconds, and at once for a logged-in user', async ({
  openAs,
}) => {
  const visitor = await openAs('anonymous', { ownClock: true })
  await openWithPausedClock(visitor)
  await visitor.clock.runFor(1_000)
  expect(await hasRun(visitor)).toBe(false)
  await expect.poll(() => visitor.clock.runFor(1_000).then(() => hasRun(visitor))).toBe(true)

  await visitor.reload()
  expect(await hasRun(visitor)).toBe(false)
  await expect.poll(() => visitor.mouse.wheel(0, 50).then(() => hasRun(visitor))).toBe(true)

  const client = await openAs('client', { ownClock: true })
  await openWithPausedClock(client)
  await expect.poll(() => hasRun(client)).toBe(true)
})
