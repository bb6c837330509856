import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stockContract, type StockMovement } from '#shared/inventory/stock-contract.ts'
import { sampleId, sampleProduct, SAMPLE_INSTANT } from '#shared/test/samples.ts'
import { listOf } from '#web/test/samples.ts'
import { answer, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import { StockDialog } from './stock-dialog.tsx'

const cotton = sampleProduct({ quantity: -0.5 })
const batch = { id: sampleId(31), code: 'A1', expires_on: '2026-11-01', quantity: 2, is_expired: true }
const movement: StockMovement = {
  number: 3,
  product_id: cotton.id,
  product_name: cotton.name,
  unit_type: cotton.unit_type,
  kind: 'waste',
  amount: -2.5,
  balance: -0.5,
  batch: { code: 'A1', expires_on: '2026-11-01' },
  visit: { client: 'Bianca Garcia', date: '2026-11-21' },
  unit_cost: null,
  supplier: null,
  reason: 'Dropped',
  moved_at: SAMPLE_INSTANT,
  moved_by: 'Ana Cruz',
}

test('the stock dialog shows a negative stock in red, batches and movements, and asks before it uses an expired batch', async () => {
  answer(stockContract.stock, { data: cotton, batches: [batch], without_batch: -2.5, suppliers: [], last_movement: 3 })
  answer(stockContract.movements, listOf(movement))
  const { person } = drawScreen(<StockDialog open onClose={() => {}} product={cotton} />)
  const dialog = within(await screen.findByRole('dialog', { name: 'Stock of Cotton' }))
  const stock = await dialog.findByText('−0.5 in stock (pack)')
  expect(stock.className).toContain('text-danger')
  expect(dialog.getByText('Expired')).toBeTruthy()
  expect((await dialog.findByRole('row', { name: /Discarded/ })).textContent).toContain(
    'Batch A1 · Visit of Bianca Garcia, Nov 21, 2026 · Dropped',
  )

  await person.click(dialog.getByRole('radio', { name: 'Discard' }))
  const amount = dialog.getByRole('textbox', { name: 'Amount' })
  await person.type(amount, '1.5')
  await person.click(dialog.getByRole('button', { name: 'RECORD' }))
  expect(await dialog.findByText('Enter a reason.')).toBeTruthy()
  expect(sentBodies).toEqual([])

  await person.click(dialog.getByRole('radio', { name: 'Use' }))
  refuse(stockContract.move, {
    status: 409,
    code: 'conflict',
    message: 'Batch A1 has expired.',
    data: { code: 'A1', expires_on: '2026-11-01' },
  })
  await person.click(dialog.getByRole('button', { name: 'RECORD' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Use an expired batch?' }))
  answer(stockContract.move, { data: cotton, moved: [movement] })
  await person.click(question.getByRole('button', { name: 'USE IT' }))
  expect(await screen.findByText('Used pieces were taken from the stock.')).toBeTruthy()
  expect(sentBodies).toMatchObject([
    { kind: 'use', amount: 1.5, use_expired: false },
    { kind: 'use', amount: 1.5, use_expired: true },
  ])
})
