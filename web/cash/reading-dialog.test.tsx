import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cashContract } from '#shared/cash/contract.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { receiptMessages } from '#shared/sales/paper/messages.ts'
import { sampleId } from '#web/test/samples.ts'
import { answer, asked, drawScreen, refuse } from '#web/test/screen.tsx'
import { ReadingDialog } from './reading-dialog.tsx'
import { zReading } from './reading-fixture.ts'

const cover = { id: sampleId(61), number: 7, count: 2, amount: 600 }
const smallSales = { count: 2, amount: 600, limit: 500, cover }
const open = () => drawScreen(<ReadingDialog open kind="Z" id={zReading.id} onClose={() => undefined} />)

test('from a Z-reading, the invoice that covers its sales slips can be opened in a dialog over the reading', async () => {
  answer(cashContract.zReading, { data: { ...zReading, small_sales: smallSales } })
  refuse(salesContract.receipt, { status: 404, message: 'Transaction not found.' })
  const { person } = open()
  await person.click(await screen.findByRole('button', { name: 'Show non-VAT invoice 000007' }))
  expect(await screen.findByRole('dialog', { name: receiptMessages.preview })).toBeTruthy()
  expect(asked).toContain(`GET /api/transactions/${cover.id}/receipt`)
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: receiptMessages.preview })).toBeNull())
  expect(screen.getByRole('dialog', { name: 'Z-reading 000012' })).toBeTruthy()
})

test('a Z-reading has no button for an invoice when its sales slips need no invoice', async () => {
  answer(cashContract.zReading, { data: { ...zReading, small_sales: { ...smallSales, cover: null } } })
  open()
  expect(await screen.findByText('Below ₱500.00: no invoice needed')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Show non-VAT invoice/ })).toBeNull()
})
