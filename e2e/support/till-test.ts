import type { Page } from '@playwright/test'
import { test as base } from '../fixtures.ts'
import { wide } from './till-page.ts'

/** `till` is the till page, opened by a cashier on a tablet. */
export const test = base.extend<{ till: Page }>({
  till: async ({ openAs }, use) => {
    const till = await openAs('cashier', wide)
    await till.goto('/cashier')
    await use(till)
  },
})
