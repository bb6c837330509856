import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { historyLogsContract, type HistoryLog } from '#shared/history-logs/contract.ts'
import { inventoryContract } from '#shared/inventory/contract.ts'
import { sampleProduct } from '#shared/test/samples.ts'
import SuppliesPage from '#web/inventory/supplies-page.tsx'
import { listOf, sampleId } from '#web/test/samples.ts'
import { answer, answerBy, drawScreen, refuse } from '#web/test/screen.tsx'
import { HistoryButton } from './history-button.tsx'

const { list } = historyLogsContract
const record = { subject: 'product', id: sampleId(1), name: 'Nitrile gloves' } as const
const entry = (n: number, more: Partial<HistoryLog> = {}): HistoryLog => ({
  id: sampleId(100 + n),
  user: 'Ana Cruz',
  user_role: 'admin',
  action: '',
  headline: `Change ${n}`,
  type: 'update',
  event: 'inventory.product.changed',
  subject: 'product',
  subject_id: record.id,
  changes: [],
  timestamp: '2026-11-21T09:00:00+08:00',
  ...more,
})
const pageOf = (logs: HistoryLog[], total = logs.length, page = 1) => ({
  logs,
  total,
  page,
  per_page: 10,
  summary: { total, created: 0, updated: total, deleted: 0, last_updated: null },
})

async function openHistory() {
  const { person } = drawScreen(<HistoryButton record={record} />)
  await person.click(screen.getByRole('button', { name: 'History of Nitrile gloves' }))
  return { person, dialog: await screen.findByRole('dialog', { name: 'History' }) }
}

test('the history of a record shows who changed what and when, with old and new values', async () => {
  const asked: string[] = []
  const changes = [
    { field: 'quantity', label: 'quantity', told: false, from: '12', to: '8' },
    { field: 'note', label: 'note', told: false, from: null, to: 'Blue' },
    { field: 'image', label: 'picture', told: false },
    { field: 'status', label: 'status', told: true, from: 'a', to: 'b' },
  ]
  answerBy(list, ({ search }) => {
    asked.push(search)
    return pageOf([entry(1, { headline: 'Changed the product Nitrile gloves', changes })])
  })
  const { dialog } = await openHistory()
  expect(await within(dialog).findByText('Changed the product Nitrile gloves')).toBeTruthy()
  expect(within(dialog).getByText(/^Ana Cruz \(admin\)/).textContent).toBe('Ana Cruz (admin) · Nov 21, 2026, 9:00 AM')
  const fields = within(dialog)
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)
  expect(fields).toEqual(['quantity: from 12 to 8', 'note: from empty to Blue', 'picture: changed'])
  const query = new URLSearchParams(asked[0])
  expect([query.get('subject'), query.get('subject_id'), query.get('sort')]).toEqual(['product', record.id, 'newest'])
  expect(within(dialog).queryByRole('navigation')).toBeNull()
})

test('a long history of a record is loaded page by page', async () => {
  answerBy(list, ({ searchParams }) => {
    const number = Number(searchParams.get('page'))
    return pageOf([entry(number)], 12, number)
  })
  const { person, dialog } = await openHistory()
  expect(await within(dialog).findByText('Change 1')).toBeTruthy()
  expect(within(dialog).getByText('Page 1 of 2')).toBeTruthy()
  await person.click(within(dialog).getByRole('button', { name: 'Next' }))
  expect(await within(dialog).findByText('Change 2')).toBeTruthy()
  expect(within(dialog).queryByText('Change 1')).toBeNull()
})

test('an admin opens the history of a product, reads old and new values, and changes pages with the keyboard', async () => {
  const taken = (n: number) => ({ field: 'quantity', label: 'quantity', told: false, from: `${n}`, to: `${n - 1}` })
  const entries = Array.from({ length: 12 }, (_, n) => entry(n, { changes: [taken(n + 1)] }))
  entries.push(entry(12, { type: 'create', headline: 'Added the product Nitrile gloves' }))
  answer(inventoryContract.products, listOf(sampleProduct({ id: record.id, name: record.name })))
  answerBy(list, ({ searchParams }) => {
    expect([searchParams.get('subject'), searchParams.get('subject_id')]).toEqual(['product', record.id])
    const number = Number(searchParams.get('page'))
    return pageOf(entries.slice(10 * (number - 1), 10 * number), 13, number)
  })
  const { person } = drawScreen(<SuppliesPage />, { at: '/suppliesPage' })
  await person.click(await screen.findByRole('button', { name: 'History of Nitrile gloves' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'History' }))
  expect(dialog.getByText('Nitrile gloves')).toBeTruthy()
  const rows = await dialog.findAllByRole('listitem')
  expect(rows).toHaveLength(10)
  expect(rows[0]!.textContent).toContain('Ana Cruz (admin)')
  expect(within(rows[0]!).getByRole('definition').textContent).toBe('from 1 to 0')
  dialog.getByRole('button', { name: 'Next' }).focus()
  await person.keyboard('{Enter}')
  expect(await dialog.findByText('Added the product Nitrile gloves')).toBeTruthy()
  expect(dialog.getAllByRole('listitem')).toHaveLength(3)
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const button = screen.getByRole('button', { name: 'History of Nitrile gloves' })
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('the history of a record without entries says that there are none', async () => {
  answer(list, pageOf([]))
  const { dialog } = await openHistory()
  expect(await within(dialog).findByText('No entry yet')).toBeTruthy()
})

test('the history of a record that cannot be loaded shows an error and can be reloaded', async () => {
  refuse(list, { status: 409, message: 'No.' })
  const { person, dialog } = await openHistory()
  expect(await within(dialog).findByText('Failed to load the history.')).toBeTruthy()
  answer(list, pageOf([entry(1)]))
  await person.click(within(dialog).getByRole('button', { name: 'Try again' }))
  expect(await within(dialog).findByText('Change 1')).toBeTruthy()
})

test('the history of a record shows new entries when it is opened again', async () => {
  answer(list, pageOf([entry(1)]))
  const { person, dialog } = await openHistory()
  expect(await within(dialog).findByText('Change 1')).toBeTruthy()
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  answer(list, pageOf([entry(2), entry(1)]))
  await person.click(screen.getByRole('button', { name: 'History of Nitrile gloves' }))
  expect(await screen.findByText('Change 2')).toBeTruthy()
})

test.each(['cashier', 'client'] as const)('a %s, who may not read the log, gets no history button', (role) => {
  drawScreen(<HistoryButton record={record} />, { role })
  expect(screen.queryByRole('button')).toBeNull()
})
