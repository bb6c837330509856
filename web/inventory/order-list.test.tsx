import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { inventoryContract } from '#shared/inventory/contract.ts'
import { stockContract, type OrderedProduct } from '#shared/inventory/stock-contract.ts'
import { sampleId } from '#shared/test/samples.ts'
import { category, listOf } from '#web/test/samples.ts'
import { answer, drawScreen, refuse } from '#web/test/screen.tsx'
import SuppliesPage from './supplies-page.tsx'

const mask: OrderedProduct = {
  id: sampleId(72),
  name: 'Mask',
  category_name: 'Serums',
  unit_type: 'pc',
  quantity: -1,
  low_stock_level: 5,
  proposed: 11,
  supplier: 'Beauty Supply',
  unit_cost: 62.5,
}

test('the tab To order lists what to order with the proposed amount, and says when there is nothing to order or nothing matches', async () => {
  answer(inventoryContract.products, listOf())
  answer(inventoryContract.categories, listOf(category))
  refuse(stockContract.order)
  const { person } = drawScreen(<SuppliesPage />, { at: '/suppliesPage?stock=low' })
  await person.click(await screen.findByRole('tab', { name: 'To order' }))
  expect(await screen.findByText('Failed to load the products to order.')).toBeTruthy()
  answer(stockContract.order, listOf(mask, { ...mask, id: sampleId(73), name: 'Gel', supplier: null, unit_cost: null }))
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  const cells = async (name: RegExp) =>
    [...(await screen.findByRole('row', { name })).querySelectorAll('td, th')].map(({ textContent }) => textContent)
  expect(await cells(/^Mask/)).toEqual([
    'MaskSerums',
    'In stock−1',
    'Low-stock level5',
    'Amount to order11 pc',
    'Last supplierBeauty Supply',
    'Last cost₱62.50',
  ])
  expect((await cells(/^Gel/)).slice(4)).toEqual(['Last supplier—', 'Last cost—'])
  expect(screen.getByRole('heading', { name: 'To order (2)' })).toBeTruthy()
  expect(screen.getAllByText('−1', { selector: '.text-danger' })).toHaveLength(2)

  answer(stockContract.order, listOf())
  await person.type(screen.getByRole('searchbox'), 'peel')
  expect(await screen.findByText('No results found')).toBeTruthy()
  await person.clear(screen.getByRole('searchbox'))
  await waitFor(() => expect(screen.queryByText('No results found')).toBeNull())
})

test('the tab To order says when there is nothing to order', async () => {
  answer(inventoryContract.categories, listOf(category))
  answer(stockContract.order, listOf())
  drawScreen(<SuppliesPage />, { at: '/suppliesPage?view=order' })
  expect(await screen.findByText('Nothing to order')).toBeTruthy()
})
