import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { inventoryContract } from '#shared/inventory/contract.ts'
import { addDays, formatShortDate, manilaDate } from '#shared/lib/manila-time.ts'
import { category, listOf } from '#web/test/samples.ts'
import { answer, answerBy, asked, choose, drawScreen, loseConnection, refuse } from '#web/test/screen.tsx'
import SuppliesPage from './supplies-page.tsx'
import { sampleId, sampleProduct } from '#shared/test/samples.ts'

const cotton = sampleProduct({ category_id: category.id, category_name: category.name })

test('supplies that cannot be loaded or saved show an error, and typed text is kept', async () => {
  refuse(inventoryContract.products)
  refuse(inventoryContract.categories)
  const { person } = drawScreen(<SuppliesPage />, { at: '/suppliesPage?search=Cotton' })
  const failure = await screen.findByText('Failed to load products.')
  expect(failure.closest('[role=alert]')).not.toBeNull()
  await person.click(screen.getByRole('button', { name: 'Categories' }))
  const categories = within(await screen.findByRole('dialog'))
  expect((await categories.findByRole('alert')).textContent).toContain('Failed to load categories.')
  answer(inventoryContract.products, listOf(cotton))
  answer(inventoryContract.categories, listOf({ ...category, product_count: 1 }))
  await person.click(categories.getByRole('button', { name: 'Try again' }))
  expect(await categories.findByRole('listitem')).toBeTruthy()
  await person.keyboard('{Escape}')
  await person.click(await screen.findByRole('button', { name: 'Try again' }))

  await person.click(await screen.findByRole('button', { name: 'Edit Cotton' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Product' }))
  const quantity = () => dialog.getByRole<HTMLInputElement>('textbox', { name: 'Quantity' })
  await person.clear(quantity())
  await person.type(quantity(), '41')
  loseConnection(inventoryContract.updateProduct)
  await person.click(dialog.getByRole('button', { name: 'UPDATE PRODUCT' }))
  expect(await screen.findByText('There was an issue saving the product. Please try again.')).toBeTruthy()
  expect(screen.getAllByText('No response from server. Please try again.')).not.toEqual([])
  expect(quantity().value).toBe('41')
  const saved = { ...cotton, quantity: 41, version: 2 }
  answer(inventoryContract.updateProduct, { data: saved })
  answer(inventoryContract.products, listOf(saved))
  await person.click(dialog.getByRole('button', { name: 'UPDATE PRODUCT' }))
  expect(await screen.findByText('Product updated successfully!')).toBeTruthy()
  expect((await screen.findByRole('row', { name: /Cotton/ })).textContent).toContain('41')
})

test('a product without name, quantity, unit type or category is not sent, and each field shows why', async () => {
  answer(inventoryContract.products, listOf())
  answer(inventoryContract.categories, listOf({ ...category, product_count: 0 }))
  const { person } = drawScreen(<SuppliesPage />, { at: '/suppliesPage' })
  await person.click(await screen.findByRole('button', { name: 'ADD PRODUCT' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Product' }))
  const send = () => person.click(dialog.getByRole('button', { name: 'ADD PRODUCT' }))
  const name = dialog.getByRole('textbox', { name: 'Name of the Product' })
  const quantity = dialog.getByRole('textbox', { name: 'Quantity' })
  await send()
  await waitFor(() => expect(document.activeElement).toBe(name))
  const described = (field: HTMLElement) =>
    (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
  expect(described(name)).toContain('Product name is required!')
  expect(described(quantity)).toContain('Enter a number from 0 to 999,999, with at most 3 decimals.')
  expect(described(dialog.getByRole('combobox', { name: 'Unit Type' }))).toContain('Unit type is required!')
  expect(dialog.getByText('Category is required!')).toBeTruthy()
  await person.type(quantity, '1.5')
  await person.clear(dialog.getByRole('textbox', { name: 'Low-stock level' }))
  await person.type(dialog.getByRole('textbox', { name: 'Low-stock level' }), '2.5')
  await send()
  await waitFor(() =>
    expect(described(dialog.getByRole('textbox', { name: 'Low-stock level' }))).toContain('Enter a whole number'),
  )
  expect(asked.filter((call) => !call.startsWith('GET '))).toEqual([])
})

test('price, cost and barcode of a product are entered under Selling, and the Enter of a barcode scanner does not send the form', async () => {
  const sold = { ...cotton, price: 1250.5, cost: 700, barcode: '4006381333931' }
  answer(inventoryContract.products, listOf(cotton))
  answer(inventoryContract.categories, listOf({ ...category, product_count: 1 }))
  answer(inventoryContract.updateProduct, { data: sold })
  const { person } = drawScreen(<SuppliesPage />, { at: '/suppliesPage' })
  await person.click(await screen.findByRole('button', { name: 'Edit Cotton' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Product' }))
  expect(dialog.queryByRole('textbox', { name: 'Barcode' })).toBeNull()
  await person.click(dialog.getByRole('button', { name: 'Selling' }))
  await person.type(dialog.getByRole('textbox', { name: 'Price' }), '1250.5')
  await person.type(dialog.getByRole('textbox', { name: 'Cost per piece' }), '700')
  await person.type(dialog.getByRole('textbox', { name: 'Barcode' }), '4006381333931{Enter}')
  expect(asked.filter((call) => call.startsWith('POST '))).toEqual([])
  answer(inventoryContract.products, listOf(sold))
  await person.click(dialog.getByRole('button', { name: 'UPDATE PRODUCT' }))
  expect(await screen.findByText('Product updated successfully!')).toBeTruthy()
  expect(asked.filter((call) => call.startsWith('POST '))).toHaveLength(1)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await person.click(await screen.findByRole('button', { name: 'Edit Cotton' }))
  const again = within(await screen.findByRole('dialog', { name: 'Edit Product' }))
  expect(again.getByRole<HTMLInputElement>('textbox', { name: 'Price' }).value).toBe('1,250.50')
})

test('as long as there are no categories, the dialogs for products and categories say what to do first', async () => {
  answer(inventoryContract.products, listOf())
  answer(inventoryContract.categories, listOf())
  const { person } = drawScreen(<SuppliesPage />, { at: '/suppliesPage' })
  await person.click(await screen.findByRole('button', { name: 'ADD PRODUCT' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Product' }))
  expect(await dialog.findByText('Add a category first, under Categories.')).toBeTruthy()
  expect(dialog.getByRole('combobox', { name: 'Category' }).textContent).toContain('No category available')
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await person.click(screen.getByRole('button', { name: 'Categories' }))
  const categories = within(await screen.findByRole('dialog', { name: 'Categories' }))
  expect(await categories.findByText('No category available')).toBeTruthy()
})

test('a product whose pieces have expired or expire within 30 days says so, and the filter requests only these products', async () => {
  const rows = [
    ['Mask', -1],
    ['Gel', 30],
    ['Peel', 31],
  ] as const
  const inDays = (days: number) => addDays(manilaDate(new Date()), days)
  let filter: string | null = null
  answerBy(inventoryContract.products, ({ searchParams }) => {
    filter = searchParams.get('stock')
    return listOf(
      ...rows.map(([name, days], n) =>
        sampleProduct({ id: sampleId(70 + n), name, next_expiry: inDays(days), quantity: 9 }),
      ),
    )
  })
  answer(inventoryContract.categories, listOf(category))
  const { person } = drawScreen(<SuppliesPage />, { at: '/suppliesPage' })
  const row = async (name: RegExp) => (await screen.findByRole('row', { name })).textContent
  expect(await row(/Mask/)).toContain('Expired9')
  expect(await row(/Gel/)).toContain(`Expires ${formatShortDate(inDays(30))}9`)
  expect(await row(/Peel/)).not.toContain('Expire')
  await person.click(screen.getByRole('combobox', { name: 'Filter by stock' }))
  await person.click(await screen.findByRole('option', { name: 'Expired or within 7 days' }))
  await waitFor(() => expect(filter).toBe('expires-7'))
})

test('the supplies page keeps category, page size and page number in the URL; a page number above the last opens the last page', async () => {
  const queries: string[] = []
  answerBy(inventoryContract.products, ({ search, searchParams }) => {
    queries.push(search)
    const size = Number(searchParams.get('per_page') ?? 5)
    const page = Number(searchParams.get('page') ?? 1)
    const all = Array.from({ length: 7 }, (_, n) => sampleProduct({ id: sampleId(70 + n), name: `Needle ${n}` }))
    return { data: all.slice((page - 1) * size, page * size), total: 7, page, per_page: size }
  })
  answer(inventoryContract.categories, listOf(category))
  const { person, router } = drawScreen(<SuppliesPage />, { at: '/suppliesPage' })
  const edits = () => screen.getAllByRole('button', { name: /^Edit/ })
  await choose(person, await screen.findByRole('combobox', { name: 'Filter by category' }), category.name)
  expect(await screen.findByText('Page 1 of 2')).toBeTruthy()
  expect(screen.getByRole('searchbox', { name: 'Search products' })).toBeTruthy()
  expect(edits()).toHaveLength(5)
  await person.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('Page 2 of 2')).toBeTruthy()
  await waitFor(() => expect(edits()).toHaveLength(2))
  expect(router.state.location.search).toBe(`?category=${category.id}&page=2`)
  expect(queries.at(-1)).toContain(`category_id=${category.id}`)
  expect(within(screen.getByRole('row', { name: /Needle 5/ })).getAllByRole('cell')[0]?.textContent).toBe('6')
  await person.click(screen.getByRole('combobox', { name: 'Items per page' }))
  const sizes = await screen.findAllByRole('option')
  expect(sizes.map((option) => option.textContent)).toEqual(['5', '10', '15', '20'])
  await person.click(screen.getByRole('option', { name: '10' }))
  await waitFor(() => expect(edits()).toHaveLength(7))
  expect(router.state.location.search).toBe(`?category=${category.id}&size=10`)
  await router.navigate(`/suppliesPage?category=${category.id}&page=9&size=7`)
  expect(await screen.findByText('Page 2 of 2')).toBeTruthy()
  await waitFor(() => expect(router.state.location.search).toContain('page=2'))
})

test('a product with no more pieces than its low-stock level is marked as low stock, and one without pieces as out of stock', async () => {
  answer(
    inventoryContract.products,
    listOf(
      ...[15, 16, 0].map((quantity, n) =>
        sampleProduct({ id: sampleId(70 + n), name: `Needle ${quantity}`, quantity, low_stock_level: 15 }),
      ),
    ),
  )
  answer(inventoryContract.categories, listOf(category))
  drawScreen(<SuppliesPage />, { at: '/suppliesPage' })
  const row = async (name: string) => (await screen.findByRole('row', { name: new RegExp(name) })).textContent
  expect(await row('Needle 15')).toContain('Low stock')
  expect(await row('Needle 16')).not.toContain('Low stock')
  expect(await row('Needle 0')).toContain('Out of stock')
})
