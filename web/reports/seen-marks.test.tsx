import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dropCheckContract } from '#shared/cash/drop-check-contract.ts'
import { prepaidCheckContract } from '#shared/prepaid/check-contract.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { reportMessages as s } from '#shared/reports/messages.ts'
import { paymentCheckContract } from '#shared/sales/payment-check-contract.ts'
import { withMorning } from '#web/test/clock.ts'
import { answer, drawScreen, sentBodies, sentVersions } from '#web/test/screen.tsx'
import ReportsPage from './reports-page.tsx'

withMorning()

const draw = (search: string) => {
  answer(reportsContract.people, { data: { practitioner: [], cashier: [] } })
  return drawScreen(<ReportsPage />, { at: `/reports${search}` })
}

test('in the report of payments by reference, a tick records that a payment was found in the wallet, and is sent with the displayed version', async () => {
  const unseen = { document_id: '01900000-0000-7000-8000-0000000000ab', position: 2, is_seen: false, version: 3 }
  const row = ['GCash', '8123456', '2026-11-02', '09:41:07', 'Receipt 000012', 'Bianca', '', 1500]
  const totals = [...row.slice(1).map(() => null), 1500]
  answer(reportsContract.read, { data: { rows: [row], totals, count: 1, checks: [unseen] } })
  answer(paymentCheckContract.mark, { data: { ...unseen, is_seen: true, version: 4 } })
  const { person } = draw('?report=payments-by-reference&from=2026-11-01&to=2026-11-07')
  await person.click(await screen.findByRole('checkbox', { name: 'Seen: GCash 8123456' }))
  await waitFor(() => expect(sentBodies).toEqual([{ position: 2, is_seen: true }]))
  expect(sentVersions).toEqual(['3'])
})

test('in the report of payments by reference, ticking a row about money paid ahead sends the kind of the row, such as a void', async () => {
  const unseen = {
    account_id: '01900000-0000-7000-8000-0000000000ab',
    kind: 'voided' as const,
    is_seen: false,
    version: 2,
  }
  const row = ['GCash', '', '2026-11-02', '09:41:07', 'Void of gift card 000012', 'Bea Buyer', '', -1000]
  const totals = [...row.slice(1).map(() => null), -1000]
  answer(reportsContract.read, { data: { rows: [row], totals, count: 1, checks: [unseen] } })
  answer(prepaidCheckContract.mark, { data: { ...unseen, is_seen: true, version: 3 } })
  const { person } = draw('?report=payments-by-reference&from=2026-11-01&to=2026-11-07')
  await person.click(await screen.findByRole('checkbox', { name: /^Seen: GCash/ }))
  await waitFor(() => expect(sentBodies).toEqual([{ kind: 'voided', is_seen: true }]))
  expect(sentVersions).toEqual(['2'])
})

test('in the report of bank drops, a tick records that a bank drop is on the bank statement; a drop without a slip number shows Missing', async () => {
  const unseen = { movement_id: '01900000-0000-7000-8000-0000000000ab', is_seen: false, version: 1 }
  const row = [s.slipMissing, '2026-11-02', '09:41:07', 'Front desk', 'Andrea', 'Olga', '', 5000]
  const totals = [...row.slice(1).map(() => null), 5000]
  answer(reportsContract.read, { data: { rows: [row], totals, count: 1, checks: [unseen] } })
  answer(dropCheckContract.mark, { data: { ...unseen, is_seen: true, version: 2 } })
  const { person } = draw('?report=bank-drops&from=2026-11-01&to=2026-11-07')
  await person.click(await screen.findByRole('checkbox', { name: 'Seen: Missing 2026-11-02' }))
  await waitFor(() => expect(sentBodies).toEqual([{ is_seen: true }]))
  expect(sentVersions).toEqual(['1'])
})
