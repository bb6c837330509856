import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { historyLogsContract } from '#shared/history-logs/contract.ts'
import { inventoryContract } from '#shared/inventory/contract.ts'
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

test('an admin adds a product with a picture, changes its count, and deletes it permanently', async ({
  openAs,
  clinic,
}) => {
  const [category, product] = [`Gloves ${unique()}`, `Nitrile ${unique()}`]
  await stock(clinic, category, [])
  const page = await openAs('admin')
  await page.goto('/suppliesPage')
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
  await edit.getByRole('textbox', { name: 'Quantity' }).fill('0')
  await edit.getByRole('button', { name: 'UPDATE PRODUCT' }).click()
  await expect(row).toContainText('Out of stock')
  const admin = clinic.call(clinic.admin)
  const saved = await admin(inventoryContract.products, { querystring: { search: product } })
  expect(saved.data).toMatchObject([{ quantity: 0, low_stock_level: 15 }])
  const { logs } = await admin(historyLogsContract.list, { querystring: { search: product } })
  expect(logs[0]?.action).toMatch(/^Changed the product Nitrile .*quantity from 12 to 0/)

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

/**
 * The widths and themes in which the inventory is checked. The list of products is a list of cards on narrow screens and
 * a table on wide screens, and the test checks cards and table in both themes.
 */
const looks = [
  { width: 320, theme: 'light' },
  { width: 1440, theme: 'light' },
  { width: 820, theme: 'dark' },
  { width: 390, theme: 'dark' },
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
  await dialog.getByRole('button', { name: `Edit ${category}` }).click()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Category name' }).press('Escape')
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
