import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { inventoryContract } from '#shared/inventory/contract.ts'
import { category, listOf } from '#web/test/samples.ts'
import { answer, asked, drawScreen, refuse } from '#web/test/screen.tsx'
import { CategoriesDialog } from './categories-dialog.tsx'

const close = () => undefined
const open = (shown = category) => {
  answer(inventoryContract.categories, listOf(shown))
  return drawScreen(<CategoriesDialog open onClose={close} onDeleted={close} />)
}

test('a category that cannot be renamed says so, also when the server does not say why', async () => {
  refuse(inventoryContract.updateCategory)
  const { person } = open()
  await person.click(await screen.findByRole('button', { name: 'Edit Serums' }))
  await person.keyboard('Peels{Enter}')
  expect(await screen.findByText('Failed to update category.')).toBeTruthy()
  expect(screen.getByText('An error occurred.')).toBeTruthy()
})

test('a category without a name is not added and says why', async () => {
  const { person } = open()
  await person.click(await screen.findByRole('button', { name: 'ADD CATEGORY' }))
  expect(await screen.findByText('Category name is required!')).toBeTruthy()
})

test('a name that is wiped out in a rename is ignored: the category keeps its own', async () => {
  const { person } = open()
  await person.click(await screen.findByRole('button', { name: 'Edit Serums' }))
  await person.keyboard('  {Enter}')
  expect(await screen.findByText('Serums')).toBeTruthy()
  expect(screen.queryByText('Category name is required!')).toBeNull()
  expect(asked.filter((call) => call.startsWith('PUT'))).toEqual([])
})

test('a category that products use is not asked about: it says that it stays', async () => {
  const { person } = open({ ...category, product_count: 2 })
  await person.click(await screen.findByRole('button', { name: 'Delete Serums' }))
  expect(await screen.findByText('Category is used by 2 products. Move or delete them first.')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(asked.filter((call) => call.startsWith('DELETE'))).toEqual([])
})
