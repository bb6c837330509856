import { expect, test } from './fixtures.ts'

test('without motion the dark theme is dark at once: no colour goes down the page level by level', async ({
  openAs,
}) => {
  const page = await openAs('admin')
  await page.addInitScript(() => {
    localStorage.setItem('mutya.theme', 'dark')
    addEventListener('transitionrun', () => document.documentElement.setAttribute('data-moved', ''))
  })
  await page.goto('/settings/users')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('html')).not.toHaveAttribute('data-moved')
})
