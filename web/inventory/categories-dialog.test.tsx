import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { inventoryContract } from '#shared/inventory/contract.ts'
import { category, listOf, sampleId } from '#web/test/samples.ts'
import { answer, asked, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
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

const masks = { ...category, id: sampleId(49), name: 'Masks' }
const rowOf = (name: string) => screen.getAllByRole('listitem').find((row) => row.textContent?.includes(name))
const expectFocus = (name: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })))

test('in the Categories dialog a category is added, renamed in place and deleted', async () => {
  const { person } = open()
  answer(inventoryContract.createCategory, { data: masks })
  await person.type(await screen.findByRole('textbox', { name: 'New category' }), 'Masks')
  answer(inventoryContract.categories, listOf(category, masks))
  await person.click(screen.getByRole('button', { name: 'ADD CATEGORY' }))
  await waitFor(() => expect(rowOf('Masks')?.textContent).toContain('0 products'))
  await person.click(screen.getByRole('button', { name: 'Edit Masks' }))
  await person.keyboard('Masks new')
  answer(inventoryContract.updateCategory, { data: { ...masks, name: 'Masks new' } })
  answer(inventoryContract.categories, listOf(category, { ...masks, name: 'Masks new' }))
  await person.keyboard('{Enter}')
  expect(await screen.findByText('Masks new was saved.')).toBeTruthy()
  await expectFocus('Edit Masks new')
  expect(sentBodies).toEqual([{ name: 'Masks' }, { name: 'Masks new' }])

  await person.click(screen.getByRole('button', { name: 'Delete Masks new' }))
  const title = 'Are you sure you want to delete this category? This action cannot be undone.'
  const question = within(await screen.findByRole('alertdialog', { name: title }))
  answer(inventoryContract.deleteCategory, { message: 'Deleted.' })
  answer(inventoryContract.categories, listOf(category))
  await person.click(question.getByRole('button', { name: 'DELETE' }))
  expect(await screen.findByText('Category deleted successfully!')).toBeTruthy()
  await waitFor(() => expect(rowOf('Masks')).toBeUndefined())
  expect(rowOf('Serums')).toBeTruthy()
  expect(asked.filter((call) => call.startsWith('DELETE'))).toEqual([`DELETE /api/categories/${masks.id}`])
})

test('a category that is renamed to a used name says so and keeps the typed name; Escape and a blank name return the focus to Edit', async () => {
  const { person } = open(masks)
  await person.click(await screen.findByRole('button', { name: 'Edit Masks' }))
  await person.keyboard('  {Enter}')
  await expectFocus('Edit Masks')
  await person.keyboard('{Enter}')
  const message = 'A category with this name already exists.'
  refuse(inventoryContract.updateCategory, { status: 409, message, errors: { name: [message] } })
  await person.keyboard('SERUMS{Enter}')
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Category name' })
  const description = () =>
    (input.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)
  await waitFor(() => expect(description()).toContain(message))
  expect(input.value).toBe('SERUMS')
  await person.click(input)
  await person.keyboard('{Escape}')
  await expectFocus('Edit Masks')
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
  answer(inventoryContract.categories, listOf(category, masks))
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
