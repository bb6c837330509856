import type { Page } from '@playwright/test'
import { expect, expectAccessible } from './fixtures.ts'
import { test } from './support/kit-test.ts'

test.describe.configure({ mode: 'default' })

const popups: [name: string, open: (page: Page) => Promise<void>, entry: 'option' | 'menuitem'][] = [
  ['a select', (page) => page.getByRole('combobox', { name: 'Select Treatment' }).click(), 'option'],
  ['suggestions', (page) => page.getByLabel('Customer Name').click(), 'option'],
  ['several choices', (page) => page.getByRole('combobox', { name: 'Select Add-ons' }).click(), 'option'],
  ['a menu', (page) => page.getByRole('button', { name: 'Open menu' }).click(), 'menuitem'],
]

for (const [name, open, entry] of popups)
  test(`${name} is accessible while it is open, with and without free space around it`, async ({ openKit }) => {
    const page = await openKit({ lists: false })
    for (const height of [900, 300]) {
      await page.setViewportSize({ width: 700, height })
      await open(page)
      await expect(page.getByRole(entry).first()).toBeVisible()
      await expectAccessible(page)
      // The rest of the page stays readable for screen readers while the popup is open.
      await expect(page.getByRole('heading', { name: 'Choices' })).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(page.getByRole(entry)).toHaveCount(0)
    }
  })

test('Tab out of an open popup never leaves the focus on a hidden guard', async ({ openKit }) => {
  const page = await openKit({ lists: false })
  for (const [, open, entry] of popups) {
    for (const key of ['Tab', 'Shift+Tab']) {
      await open(page)
      await expect(page.getByRole(entry).first()).toBeVisible()
      await page.keyboard.press(key)
      await expect(page.locator('[data-base-ui-focus-guard]:focus, body:focus')).toHaveCount(0)
      await expect(page.locator(':focus')).toHaveCount(1)
      await page.keyboard.press('Escape')
      // Waits until it has closed, because the next click could hit it.
      await expect(page.getByRole(entry)).toHaveCount(0)
    }
  }
})
