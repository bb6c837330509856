import path from 'node:path'
import { uiMessages } from '#shared/lib/ui-messages.ts'
import { formatLine, isOver, measureSizes } from '../scripts/sizes/check-sizes.ts'
import { expect, test } from './fixtures.ts'

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
    '/suppliesPage',
    '/posPage',
    '/clientPage',
    '/settings/treatments',
    '/settings/users',
    '/settings/Historylogs',
    '/settings/Transactions',
    '/settings/clinic',
    '/settings/practitioners',
    '/settings/first-steps',
    '/Profile',
  ],
  cashier: ['/cashier', '/cashier/appointments', '/cashier/transactions', '/cashier/clients'],
} as const

for (const [role, addresses] of Object.entries(staffPages))
  for (const address of addresses)
    test(`opened cold by a ${role}, ${address} asks for at most ${MOST_SCRIPTS} scripts`, async ({ openAs }) => {
      const page = await openAs(role as keyof typeof staffPages)
      // Dialogs are loaded when the browser has nothing else to do: this one always has.
      await page.addInitScript(() => Object.assign(globalThis, { requestIdleCallback: () => 0 }))
      const scripts = new Set<string>()
      page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (pathname.endsWith('.js')) scripts.add(pathname)
      })
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      // What every page loads after its first view is there too.
      await expect(page.getByRole('region', { name: uiMessages.notifications })).toBeAttached()
      expect(scripts.size, [...scripts].join(' ')).toBeGreaterThan(5)
      expect(scripts.size, [...scripts].join(' ')).toBeLessThanOrEqual(MOST_SCRIPTS)
    })
