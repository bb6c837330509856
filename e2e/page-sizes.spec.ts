import path from 'node:path'
import { uiMessages } from '#shared/lib/ui-messages.ts'
import { formatLine, isOver, measureSizes } from '../scripts/sizes/check-sizes.ts'
import { expect, test } from './fixtures.ts'
import { newPractitioner } from './support/new-practitioner.ts'
import { bell } from './support/requests-page.ts'

test('the public pages, and every page and part of the app, keep to their sizes', () => {
  const over = measureSizes(path.resolve('dist/web')).filter(isOver)
  expect(over.map(formatLine)).toEqual([])
})

/** A browser asks for six files at a time: each script more than this is another wait on a slow line. */
const MOST_SCRIPTS = 25

const staffPages = {
  admin: [
    '/dashboard',
    '/Appointment',
    '/Appointment/waitlist',
    '/suppliesPage',
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
    '/settings/terminals',
    '/settings/payments',
    '/settings/documents',
    '/settings/website',
    '/settings/first-steps',
    '/Profile',
  ],
  cashier: [
    '/cashier',
    '/cashier/appointments',
    '/cashier/appointments/waitlist',
    '/cashier/transactions',
    '/cashier/clients',
  ],
  practitioner: ['/my-day', '/Profile'],
} as const

for (const role of ['admin', 'cashier', 'practitioner'] as const)
  test(`opened cold by a ${role}, each page asks for at most ${MOST_SCRIPTS} scripts and shows the requests`, async ({
    openAs,
    clinic,
  }) => {
    const practitioner = () => newPractitioner(clinic.call(clinic.admin), { name: 'Dra. Size Reyes' })
    const page = await openAs(role === 'practitioner' ? await practitioner() : role)
    // Dialogs are loaded when the browser has nothing else to do: this one always has.
    await page.addInitScript(() => Object.assign(globalThis, { requestIdleCallback: () => 0 }))
    // A document asks for each of its scripts, whether or not the browser has kept it.
    const scripts = new Set<string>()
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      // The preview of the website is a document of its own.
      const isOfPage = !request.isNavigationRequest() && request.frame() === page.mainFrame()
      if (pathname.endsWith('.js') && isOfPage) scripts.add(pathname)
    })
    for (const address of staffPages[role]) {
      scripts.clear()
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      // Requests are answered by the desk.
      await expect(bell(page)).toBeVisible({ visible: role !== 'practitioner' })
      // What every page loads after its first view is there too.
      await expect(page.getByRole('region', { name: uiMessages.notifications })).toBeAttached()
      expect(scripts.size, `${address}: ${[...scripts].join(' ')}`).toBeGreaterThan(5)
      expect(scripts.size, `${address}: ${[...scripts].join(' ')}`).toBeLessThanOrEqual(MOST_SCRIPTS)
    }
  })

test(`opened cold by a visitor, the pages that links of e-mails lead to ask for at most ${MOST_SCRIPTS} scripts`, async ({
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
