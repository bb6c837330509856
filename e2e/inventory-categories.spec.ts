import { expect, expectAccessible, test } from './fixtures.ts'
import { question, stock } from './support/supplies.ts'

const unique = () => crypto.randomUUID().slice(0, 8)

test('a category is renamed in place, keeps its name when left blank, and cannot be deleted while products use it', async ({
  openAs,
  clinic,
}) => {
  const [category, other] = [`Serums ${unique()}`, `Masks ${unique()}`]
  await stock(clinic, category, [`Vitamin ${unique()}`, `Retinol ${unique()}`])
  await stock(clinic, other, [])
  const page = await openAs('admin')
  await page.goto('/suppliesPage')
  await page.getByRole('button', { name: 'Categories' }).click()
  const dialog = page.getByRole('dialog', { name: 'Categories' })
  const input = dialog.getByRole('textbox', { name: 'Category name' })
  await dialog.getByRole('button', { name: 'ADD CATEGORY' }).click()
  await expect(dialog.getByText('Category name is required!')).toBeVisible()
  await dialog.getByRole('button', { name: `Edit ${other}` }).click()
  await input.fill('  ')
  await input.press('Enter')
  await expect(dialog.getByRole('button', { name: `Edit ${other}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await input.fill(category.toUpperCase())
  await input.press('Enter')
  await expect(input).toHaveAccessibleDescription(/A category with this name already exists\./)
  await input.press('Escape')
  await expect(dialog.getByRole('button', { name: `Edit ${other}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await input.fill(`${other} new`)
  await input.press('Enter')
  await expect(page.getByText(`${other} new was saved.`)).toBeVisible()
  await expect(dialog.getByRole('button', { name: `Edit ${other} new` })).toBeFocused()

  await dialog.getByRole('button', { name: `Delete ${category}` }).click()
  await expect(page.getByText('Category is used by 2 products. Move or delete them first.')).toBeVisible()
  await expect(question(page, 'category')).toHaveCount(0)
  await dialog.getByRole('button', { name: `Delete ${other} new` }).click()
  await question(page, 'category').getByRole('button', { name: 'DELETE' }).click()
  await expect(page.getByText('Category deleted successfully!')).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: other })).toHaveCount(0)
  await expect(dialog.getByRole('group', { name: 'Categories' })).toBeFocused()
  await expect(dialog.getByRole('listitem').filter({ hasText: category })).toBeVisible()
})

/** Delays animation frames, as on a busy tablet. Runs in the page before its own scripts. */
function slowFrames(): void {
  const next = window.requestAnimationFrame.bind(window)
  window.requestAnimationFrame = (show) => {
    setTimeout(() => next(show), 250)
    return 0
  }
}

test('after deleting a category the list has the focus, even with slow answers and frames', async ({
  openAs,
  clinic,
}) => {
  const category = `Toners ${unique()}`
  await stock(clinic, category, [])
  const page = await openAs('admin')
  await page.addInitScript(slowFrames)
  await page.goto('/suppliesPage')
  await page.getByRole('button', { name: 'Categories' }).click()
  const dialog = page.getByRole('dialog', { name: 'Categories' })
  await dialog.getByRole('button', { name: `Delete ${category}` }).click()
  const remove = question(page, 'category').getByRole('button', { name: 'DELETE' })
  await expect(remove).toBeVisible()
  // The dialog closes before the list is read again without the row, and the focus would return to the row.
  await page.route('**/api/categories?**', (route) => setTimeout(() => void route.continue(), 1_500))
  await page.route('**/api/products?**', (route) => setTimeout(() => void route.continue(), 1_600))
  await remove.click()
  await expect(dialog.getByRole('listitem').filter({ hasText: category })).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.evaluate(
    () => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(shown)))),
  )
  await expect(dialog.getByRole('group', { name: 'Categories' })).toBeFocused()
})
