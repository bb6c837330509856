import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { historyLogsContract } from '#shared/history-logs/contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { question, stock } from './support/supplies.ts'
import { expectToast } from './support/toasts.ts'

const unique = () => crypto.randomUUID().slice(0, 8)
const pictureOf = async (background: string) => ({
  name: 'picture.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .png()
    .toBuffer(),
})

test('an admin adds a category and a product with a picture, changes its count, and deletes it permanently', async ({
  openAs,
  clinic,
}) => {
  const [category, product] = [`Gloves ${unique()}`, `Nitrile ${unique()}`]
  const page = await openAs('admin')
  await page.goto('/suppliesPage')
  await page.getByRole('button', { name: 'Categories' }).click()
  const categories = page.getByRole('dialog', { name: 'Categories' })
  await categories.getByRole('textbox', { name: 'New category' }).fill(category)
  await categories.getByRole('button', { name: 'ADD CATEGORY' }).click()
  await expect(categories.getByRole('listitem').filter({ hasText: category })).toContainText('0 products')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'ADD PRODUCT' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Product' })
  await dialog.getByRole('textbox', { name: 'Name of the Product' }).fill(product)
  await dialog.getByRole('textbox', { name: 'Quantity' }).fill('12')
  await dialog.getByRole('combobox', { name: 'Unit Type' }).fill('roll of 50')
  await expect(page.getByText('This is a new unit. It is saved as you typed it.')).toBeVisible()
  await page.keyboard.press('Tab')
  await dialog.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: category }).click()
  await dialog.getByLabel('Image: Choose an image').setInputFiles(await pictureOf('#c9a46c'))
  await expect(dialog.getByRole('img', { name: 'Preview of picture.png' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'ADD PRODUCT' }).click()
  await expectToast(page, 'Product added successfully!')

  await page.getByRole('searchbox', { name: 'Search products' }).fill(product.toUpperCase())
  const row = page.getByRole('row').filter({ hasText: product })
  await expect(row.getByRole('cell').nth(0)).toHaveText('1')
  await expect(row).toContainText(/Quantity12Unit Typeroll of 50CategoryGloves/)
  await expect(page.getByRole('columnheader')).toHaveText([
    '#',
    'Name of the Product',
    'Image',
    'Quantity',
    'Unit Type',
    'Category',
    'Last Updated',
    'Actions',
  ])
  const shown = row
    .getByRole('cell')
    .nth(2)
    .getByRole('img', { name: `Picture of ${product}` })
  await expect.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(640)

  await row.getByRole('button', { name: `Edit ${product}` }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Product' })
  await expect(edit.getByRole('combobox', { name: 'Unit Type' })).toHaveValue('roll of 50')
  await expect(edit.getByRole('textbox', { name: 'Low-stock level' })).toHaveValue('5')
  await edit.getByRole('textbox', { name: 'Low-stock level' }).fill('15')
  await edit.getByRole('button', { name: 'UPDATE PRODUCT' }).click()
  await expect(row).toContainText('Low stock')
  await row.getByRole('button', { name: `Edit ${product}` }).click()
  await edit.getByRole('textbox', { name: 'Quantity' }).fill('0')
  await edit.getByRole('button', { name: 'UPDATE PRODUCT' }).click()
  await expect(row).toContainText('Out of stock')
  const logs = await clinic.call(clinic.admin)(historyLogsContract.list, { querystring: { search: product } })
  expect(logs.logs[0]?.action).toBe(`Changed the product ${product}: quantity from 12 to 0`)

  await row.getByRole('button', { name: `Delete ${product}` }).click()
  await expect(question(page, 'product').getByRole('button', { name: 'CANCEL' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: `Delete ${product}` }).click()
  await question(page, 'product').getByRole('button', { name: 'DELETE' }).click()
  await expectToast(page, 'Product deleted successfully!')
  await expect(page.getByText('No results found')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Products (0)' })).toBeFocused()
})

test('the supplies page keeps category, page size and page number in the URL; a page number above the last opens the last page', async ({
  openAs,
  clinic,
}) => {
  const category = `Needles ${unique()}`
  const names = Array.from({ length: 7 }, (_, n) => `Needle ${n}`)
  const id = await stock(clinic, category, names)
  const page = await openAs('admin')
  await page.goto('/suppliesPage')
  await page.getByRole('combobox', { name: 'Filter by category' }).click()
  await page.getByRole('option', { name: category }).click()
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(5)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await expect(page).toHaveURL(`/suppliesPage?category=${id}&page=2`)
  await expect(page.getByRole('row').filter({ hasText: 'Needle 5' }).getByRole('cell').first()).toHaveText('6')
  await page.reload()
  await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Items per page' }).click()
  await expect(page.getByRole('option')).toHaveText(['5', '10', '15', '20'])
  await page.getByRole('option', { name: '10' }).click()
  await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(7)
  await expect(page).toHaveURL(`/suppliesPage?category=${id}&size=10`)
  await page.goto(`/suppliesPage?category=${id}&page=9&size=7`)
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
})

/**
 * The widths and themes in which the inventory is checked: every width in the light theme, but only two in the dark
 * theme, because the products have only two layouts, cards on narrow screens and a table on wide screens.
 */
const looks = [
  ...[320, 390, 820, 1440].map((width) => ({ width, theme: 'light' })),
  ...[390, 1440].map((width) => ({ width, theme: 'dark' })),
]

test('from 320 to 1440 px the supplies and their dialogs do not scroll sideways, in light and dark themes', async ({
  openAs,
  clinic,
}) => {
  test.slow()
  const category = `Very long category of supplies ${unique()}`
  const id = await stock(clinic, category, ['Nothing left of this one', `Hypoallergenic${'x'.repeat(60)}`])
  const page = await openAs('admin')
  await page.goto(`/suppliesPage?category=${id}`)
  for (const { width, theme } of looks) {
    await page.setViewportSize({ width, height: 900 })
    if ((await page.locator('html[data-theme=dark]').count()) !== Number(theme === 'dark')) {
      await page.getByRole('button', { name: /^Account of/ }).click()
      await page.getByRole('menuitem', { name: 'Dark theme' }).click()
    }
    await expect(page.getByText('Out of stock')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Categories' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: category })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: /^Edit Nothing/ }).click()
    await expect(page.getByRole('dialog', { name: 'Edit Product' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: /^Stock of Nothing/ }).click()
    const movement = page.getByRole('dialog').getByRole('radiogroup')
    await expect(movement).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    if (width > 320) expect(await movement.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // Content that is too wide would be cut off, because the table does not scroll.
    const table = page.getByRole('table')
    expect(await table.evaluate((box) => box.scrollWidth - (box.parentElement?.clientWidth ?? 0))).toBeLessThanOrEqual(
      0,
    )
  }
})

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
  await expectToast(page, 'Category deleted successfully!')
  await expect(dialog.getByRole('listitem').filter({ hasText: other })).toHaveCount(0)
  await expect(dialog.getByRole('group', { name: 'Categories' })).toBeFocused()
  await expect(dialog.getByRole('listitem').filter({ hasText: category })).toBeVisible()
})

/** Delays animation frames, as on a busy tablet. Runs in the browser before the scripts of the page. */
function slowFrames(): void {
  const next = window.requestAnimationFrame.bind(window)
  window.requestAnimationFrame = (show) => {
    setTimeout(() => next(show), 250)
    return 0
  }
}

test('after deleting a category the list of categories has the focus, even if the server and the screen are slow', async ({
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
  // The server answers the list of categories late. The dialog therefore closes while the list still has the row of the
  // deleted category, to which a closing dialog would return the focus.
  await page.route('**/api/categories?**', (route) => sleep(1_500).then(() => route.continue()))
  await page.route('**/api/products?**', (route) => sleep(1_600).then(() => route.continue()))
  await remove.click()
  await expect(dialog.getByRole('listitem').filter({ hasText: category })).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.evaluate(
    () => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(shown)))),
  )
  await expect(dialog.getByRole('group', { name: 'Categories' })).toBeFocused()
})
