import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/kit-test.ts'
import { keepToastsOpen } from './support/toasts.ts'

test.describe.configure({ mode: 'default' })

/** The share of pixels that may differ, because other versions of the browser draw the edges of letters differently. */
const closely = { maxDiffPixelRatio: 0.004 }
const sections = [
  'Buttons',
  'Marks',
  'Inputs',
  'Choices',
  'Overlays',
  'States and paging',
  'Monthly Sales Trend',
  'Client Analytics',
  'Loading',
  'Empty',
  'Failed, rows kept, in a box',
  'Failed, nothing there',
  'Drawings',
]
const fileName = (name: string, theme: string) => `${name.toLowerCase().replaceAll(/\W+/g, '-')}-${theme}.png`

const overlays: Record<string, (page: Page) => Promise<Locator>> = {
  dialog: async (page) => {
    await page.getByRole('button', { name: 'Open dialog' }).click()
    return page.getByRole('dialog', { name: 'Add Client' })
  },
  sheet: async (page) => {
    await page.getByRole('button', { name: 'Open sheet' }).click()
    return page.getByRole('dialog')
  },
  menu: async (page) => {
    await page.getByRole('button', { name: 'Open menu' }).click()
    return page.getByRole('menu')
  },
  list: async (page) => {
    await page
      .getByRole('combobox', { name: /^Select Treatment/ })
      .first()
      .click()
    return page.getByRole('listbox')
  },
  toast: async (page) => {
    await keepToastsOpen(page)
    await page.getByRole('button', { name: 'Toast: errors' }).click()
    return page.getByRole('region', { name: /notifications/i })
  },
  // This overlay comes last, because answering its question opens a toast.
  question: async (page) => {
    await page.getByRole('button', { name: 'Ask: delete' }).click()
    return page.getByRole('alertdialog')
  },
}

// The kit shows the time of the last update, so the clock is fixed.
test.beforeEach(({ page }) => page.clock.setFixedTime('2026-11-21T01:30:00Z'))

for (const theme of ['light', 'dark'] as const) {
  test(`every component of the component kit matches its reference picture in the ${theme} theme`, async ({
    openKit,
  }) => {
    const page = await openKit({ width: 820, height: 1600, theme })
    // A soft assertion, so that every difference is reported and not only the first.
    for (const name of sections)
      await expect
        .soft(page.getByRole('region', { name, exact: true }))
        .toHaveScreenshot(fileName(name, theme), closely)
    await expect
      .soft(page.getByRole('table', { name: 'Visits', exact: true }))
      .toHaveScreenshot(fileName('table', theme), closely)
  })

  test(`every overlay of the component kit, such as a dialog, matches its reference picture in the ${theme} theme`, async ({
    openKit,
  }) => {
    const page = await openKit({ width: 820, theme })
    // A soft assertion, so that every difference is reported and not only the first.
    for (const [name, open] of Object.entries(overlays)) {
      const overlay = await open(page)
      await expect.soft(overlay).toHaveScreenshot(fileName(name, theme), closely)
      await page.keyboard.press('Escape')
    }
  })
}
