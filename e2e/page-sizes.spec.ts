import path from 'node:path'
import { uiMessages } from '#shared/lib/messages.ts'
import { formatLine, isOver, measureSizes } from '../scripts/sizes/check-sizes.ts'
import { expect, test } from './fixtures.ts'
import { newPractitioner } from './support/new-practitioner.ts'
import { bell } from './support/requests-page.ts'

test.use({ needsNewWindows: true })

test('the public pages, and every page and part of the app, stay within their size budgets', () => {
  const over = measureSizes(path.resolve('dist/web')).filter(isOver)
  expect(over.map(formatLine)).toEqual([])
})

/**
 * The most scripts that a page may load. A browser loads six files at a time, so on a slow connection more scripts mean
 * more waiting.
 */
const MOST_SCRIPTS = 25

const staffPages = {
  admin: [
    '/dashboard',
    '/Appointment',
    '/Appointment/waitlist',
    '/suppliesPage',
    '/overview',
    '/reports',
    '/posPage',
    '/clientPage',
    '/settings/treatments',
    '/settings/users',
    '/settings/Historylogs',
    '/settings/Transactions',
    '/settings/clinic',
    '/settings/practitioners',
    '/settings/messages',
    '/settings/email',
    '/settings/terminals',
    '/settings/import',
    '/settings/payments',
    '/settings/export',
    '/settings/documents',
    '/settings/accounting',
    '/settings/clinical-record',
    '/settings/developers',
    '/settings/log-in',
    '/settings/forms',
    '/settings/note-templates',
    '/settings/batch-recall',
    '/settings/website',
    '/settings/share',
    '/settings/first-steps',
    '/Profile',
  ],
  cashier: [
    '/cashier',
    '/cashier/appointments',
    '/cashier/appointments/waitlist',
    '/due-clients',
    '/cashier/transactions',
    '/cashier/clients',
  ],
  practitioner: ['/my-day', '/due-clients', '/Profile'],
} as const

for (const role of ['admin', 'cashier', 'practitioner'] as const)
  test(`opened with an empty cache by a ${role}, each page loads at most ${MOST_SCRIPTS} scripts, and shows the bell for booking requests to all but practitioners`, async ({
    openAs,
    clinic,
  }) => {
    const practitioner = () => newPractitioner(clinic.call(clinic.admin), { name: 'Dra. Size Reyes' })
    const page = await openAs(role === 'practitioner' ? await practitioner() : role)
    // Dialogs are loaded when the browser is idle. Here it never is, so that they are not counted.
    await page.addInitScript(() => Object.assign(globalThis, { requestIdleCallback: () => 0 }))
    // A new document requests all of its scripts, cached or not.
    const scripts = new Set<string>()
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      // The website preview is a separate document in a frame, so it is not counted.
      const isOfPage = !request.isNavigationRequest() && request.frame() === page.mainFrame()
      if (pathname.endsWith('.js') && isOfPage) scripts.add(pathname)
    })
    for (const address of staffPages[role]) {
      scripts.clear()
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      // The bell is shown to those who answer requests: every role except practitioners.
      await expect(bell(page)).toBeVisible({ visible: role !== 'practitioner' })
      // Waits for the toast region, which every page loads after its first view.
      await expect(page.getByRole('region', { name: uiMessages.notifications })).toBeAttached()
      expect(scripts.size, `${address}: ${[...scripts].join(' ')}`).toBeGreaterThan(5)
      expect(scripts.size, `${address}: ${[...scripts].join(' ')}`).toBeLessThanOrEqual(MOST_SCRIPTS)
    }
  })

test(`opened with an empty cache, the pages that e-mails link to load at most ${MOST_SCRIPTS} scripts`, async ({
  openAs,
}) => {
  const page = await openAs('anonymous')
  const scripts = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) scripts.add(pathname)
  })
  for (const address of ['/visit', '/verify-email', '/unsubscribe']) {
    scripts.clear()
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^This link is not complete/)
    expect(scripts.size, `${address}: ${[...scripts].join(' ')}`).toBeGreaterThan(3)
    expect(scripts.size, `${address}: ${[...scripts].join(' ')}`).toBeLessThanOrEqual(MOST_SCRIPTS)
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
  // What the page does when it is idle comes before this callback, because it was registered earlier.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(lateParts()).toEqual([])
  await treatment.click()
  await expect.poll(lateParts).toHaveLength(1)
})
