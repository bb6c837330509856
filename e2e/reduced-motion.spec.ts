import { expect, test } from './fixtures.ts'

test('with reduced motion the dark theme appears at once, without colours changing element by element', async ({
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
