import path from 'node:path'
import { formatLine, isOver, measureSizes } from '../scripts/sizes/check-sizes.ts'
import { expect, test } from './fixtures.ts'
import { expectFewScripts, MOST_SCRIPTS, scriptsOf } from './support/page-scripts.ts'

test.use({ needsNewWindows: true })

test('the public pages, and every page and part of the app, stay within their size budgets', () => {
  const over = measureSizes(path.resolve('dist/web')).filter(isOver)
  expect(over.map(formatLine)).toEqual([])
})

test(`opened with an empty cache, the pages that e-mails link to load at most ${MOST_SCRIPTS} scripts`, async ({
  openAs,
}) => {
  const page = await openAs('anonymous')
  const scripts = scriptsOf(page)
  for (const address of ['/visit', '/verify-email', '/unsubscribe']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^This link is not complete/)
    expectFewScripts(scripts, address, 3)
  }
})

test('the booking page loads the scripts of its later steps after the first press, and not before', async ({
  openAs,
}) => {
  const page = await openAs('anonymous')
  const requested: string[] = []
  page.on('request', (request) => void requested.push(request.url()))
  const lateParts = () => requested.filter((url) => url.includes('booking-late-parts'))
  await page.goto('/BookAppointment')
  const treatment = page.getByRole('button', { name: /^Signature Facials/ })
  await expect(treatment).toBeVisible()
  // Waits for an idle callback, which runs after those that the page registered earlier.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(lateParts()).toEqual([])
  await treatment.click()
  await expect.poll(lateParts).toHaveLength(1)
})
