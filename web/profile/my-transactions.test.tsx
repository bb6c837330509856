import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { profileMessages as s } from '#shared/profile/messages.ts'
import { salesContract, type ClientSale } from '#shared/sales/contract.ts'
import { answer, drawScreen } from '#web/test/screen.tsx'
import { MyTransactions } from './my-transactions.tsx'

const items = (quantity: number) => JSON.stringify([{ name: 'Diamond peel', quantity }])
const sold: ClientSale = {
  transaction_id: '01900000-0000-7000-8000-0000000000a1',
  receipt_number: 1,
  document_name: 'Receipt 000001',
  transaction_date: '2026-11-20T10:00:00+08:00',
  treatments: items(2),
  total: 3000,
  payment_method: 'cash',
}
const back = { ...sold, treatments: items(-2), total: -3000 }

test('in a client’s transactions voided sales, voids and refunds are each marked with a word', async () => {
  const rows: ClientSale[] = [
    {
      ...back,
      transaction_id: '01900000-0000-7000-8000-0000000000a5',
      receipt_number: 5,
      document_name: 'Receipt 000005',
      is_refund: true,
    },
    {
      ...sold,
      transaction_id: '01900000-0000-7000-8000-0000000000a4',
      receipt_number: 4,
      document_name: 'Receipt 000004',
      refunded: 'whole',
    },
    {
      ...back,
      transaction_id: '01900000-0000-7000-8000-0000000000a3',
      receipt_number: 3,
      document_name: 'Receipt 000003',
      is_void: true,
    },
    {
      ...sold,
      transaction_id: '01900000-0000-7000-8000-0000000000a2',
      receipt_number: 2,
      document_name: 'Receipt 000002',
      is_voided: true,
    },
    sold,
  ]
  answer(salesContract.mine, { data: rows, total: 5, page: 1, per_page: 5 })
  drawScreen(<MyTransactions />)
  const list = await screen.findByRole('list', { name: s.transactionsTab })
  const lines = await within(list).findAllByText('Diamond peel × 2')
  const texts = lines.map((line) => line.closest('li')!.parentElement!.closest('li')!.textContent)
  const marks = texts.map((text) => /(Refunded|Refund|Voided|Void)?Cash/.exec(text)?.[1])
  expect(marks).toEqual(['Refund', 'Refunded', 'Void', 'Voided', undefined])
  expect(within(list).getByText(s.voided).className).toContain('line-through')
  expect(texts[2]).toContain('−₱3,000.00')
})

test('a client’s payment in the profile shows its first three services (the others after a press), its date, amount and method', async () => {
  const names = ['Alpha', 'Bravo', 'Charlie', 'Delta']
  const treatments = JSON.stringify(names.map((name) => ({ name, quantity: 1 })))
  answer(salesContract.mine, { data: [{ ...sold, treatments, total: 1001 }], total: 1, page: 1, per_page: 5 })
  const { person } = drawScreen(<MyTransactions />)
  const list = await screen.findByRole('list', { name: 'Receipt 000001' })
  const shown = () =>
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(shown()).toEqual(names.slice(0, 3))
  await person.click(screen.getByRole('button', { name: 'Show more' }))
  expect(shown()).toEqual(names)
  await person.click(screen.getByRole('button', { name: 'Show less' }))
  expect(shown()).toEqual(names.slice(0, 3))
  expect(screen.getByText('₱1,001.00')).toBeTruthy()
  expect(screen.getByText('Cash')).toBeTruthy()
  const time = screen.getByText('November 20, 2026')
  expect(time.getAttribute('datetime')).toBe(sold.transaction_date)
})
