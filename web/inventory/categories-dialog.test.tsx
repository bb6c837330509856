import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { inventoryContract } from '#shared/inventory/contract.ts'
import { category, listOf, sampleId } from '#web/test/samples.ts'
import { answer, asked, drawScreen, refuse } from '#web/test/screen.tsx'
import { CategoriesDialog } from './categories-dialog.tsx'

const close = () => undefined
const open = (shown = category) => {
  answer(inventoryContract.categories, listOf(shown))
  return drawScreen(<CategoriesDialog open onClose={close} onDeleted={close} />)
}

test('a category that cannot be renamed shows an error, even if the server gives no reason', async () => {
  refuse(inventoryContract.updateCategory)
  const { person } = open()
  await person.click(await screen.findByRole('button', { name: 'Edit Serums' }))
  await person.keyboard('Peels{Enter}')
  expect(await screen.findByText('Failed to update category.')).toBeTruthy()
  expect(screen.getByText('An error occurred.')).toBeTruthy()
})

test('a category without a name is not added and shows why', async () => {
  const { person } = open()
  await person.click(await screen.findByRole('button', { name: 'ADD CATEGORY' }))
  expect(await screen.findByText('Category name is required!')).toBeTruthy()
})

test('clearing the name while renaming a category keeps its name', async () => {
  const { person } = open()
  await person.click(await screen.findByRole('button', { name: 'Edit Serums' }))
  await person.keyboard('  {Enter}')
  expect(await screen.findByText('Serums')).toBeTruthy()
  expect(screen.queryByText('Category name is required!')).toBeNull()
  expect(asked.filter((call) => call.startsWith('PUT'))).toEqual([])
})

test('deleting a category that products use is refused with a message, without asking for confirmation', async () => {
  const { person } = open({ ...category, product_count: 2 })
  await person.click(await screen.findByRole('button', { name: 'Delete Serums' }))
  expect(await screen.findByText('Category is used by 2 products. Move or delete them first.')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(asked.filter((call) => call.startsWith('DELETE'))).toEqual([])
})

const discard = 'Close without saving?'

test('Escape asks for confirmation before a typed new category is lost', async () => {
  answer(inventoryContract.categories, listOf(category))
  const onClose = vi.fn()
  const { person } = drawScreen(<CategoriesDialog open onClose={onClose} onDeleted={close} />)
  await person.type(await screen.findByPlaceholderText('New category'), 'Peels')
  await person.keyboard('{Escape}')
  await screen.findByRole('alertdialog', { name: discard })
  await person.click(screen.getByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getByDisplayValue('Peels')).toBeTruthy()
  await person.click(screen.getByPlaceholderText('New category'))
  await person.keyboard('{Escape}')
  await person.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

test('renaming a second category asks before the first one’s typed name is lost', async () => {
  answer(inventoryContract.categories, listOf(category, { ...category, id: sampleId(49), name: 'Masks' }))
  const { person } = drawScreen(<CategoriesDialog open onClose={close} onDeleted={close} />)
  await person.click(await screen.findByRole('button', { name: 'Edit Serums' }))
  await person.keyboard('Peels')
  await person.click(screen.getByRole('button', { name: 'Edit Masks' }))
  await screen.findByRole('alertdialog', { name: discard })
  await person.click(screen.getByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.getByDisplayValue('Peels')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Edit Masks' }))
  await person.click(await screen.findByRole('button', { name: 'Discard changes' }))
  expect(await screen.findByDisplayValue('Masks')).toBeTruthy()
})
