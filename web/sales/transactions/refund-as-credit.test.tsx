import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { cashContract } from '#shared/cash/contract.ts'
import { refundMessages as s } from '#shared/sales/refunds/messages.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { sale, sampleId, tillWithoutShifts as till } from '#web/test/samples.ts'
import { answer, choose, drawScreen, sentBodies } from '#web/test/screen.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { refundableLine as line } from './refund-fixture.ts'

test('a refund as store credit asks for no reference number, and hands the new credit to the page, because its number is shown only once', async () => {
  const credit = {
    id: sampleId(91),
    kind: 'store_credit' as const,
    card_number: '2222-2222-2222',
    amount: 1500,
    balance: 1500,
    recipient_name: 'Ana Cruz',
    message: null,
    recipient_email: null,
    opened_at: '2026-11-21T10:00:00+08:00',
    is_void: false,
    sale: null,
    can_be_voided: false,
    print_count: 0,
  }
  answer(cashContract.till, { data: till })
  answer(refundContract.refundable, { data: { sale, lines: [line], left: 1500, withheld_left: 0 } })
  answer(refundContract.refund, { data: { ...sale, id: sampleId(77), state: 'refund' }, credit })
  const onRefunded = vi.fn()
  const { person } = drawScreen(
    <RefundDialog
      open
      sale={sale}
      methods={['cash', 'gcash', 'prepaid']}
      onClose={() => undefined}
      onRefunded={onRefunded}
    />,
    { role: 'admin' },
  )
  await person.type(await screen.findByRole('textbox', { name: new RegExp(s.reason) }), 'Allergic reaction')
  await choose(person, screen.getByRole('combobox', { name: new RegExp(s.method) }), s.asCredit)
  expect(screen.queryByRole('textbox', { name: new RegExp(s.reference) })).toBeNull()
  await person.click(screen.getByRole('button', { name: s.refundAmount('₱1,500.00') }))
  await waitFor(() => expect(onRefunded).toHaveBeenCalledWith(sampleId(77), credit))
  expect(sentBodies.at(-1)).toMatchObject({ method: 'prepaid', total: 1500 })
})

test('a refund of nothing but package sessions asks for no method, because it moves no money, and says that the sessions go back to the package', async () => {
  answer(cashContract.till, { data: till })
  const session = { ...line, price: 1500, discount_left: 500, is_session: true as const }
  answer(refundContract.refundable, { data: { sale, lines: [session], left: 1000, withheld_left: 0 } })
  answer(refundContract.refund, { data: { ...sale, id: sampleId(77), state: 'refund' } })
  const onRefunded = vi.fn()
  const close = () => undefined
  const { person } = drawScreen(
    <RefundDialog open sale={sale} methods={['gcash', 'cash']} onClose={close} onRefunded={onRefunded} />,
    { role: 'admin' },
  )
  await person.type(await screen.findByRole('textbox', { name: new RegExp(s.reason) }), 'Allergic reaction')
  expect(screen.queryByRole('combobox', { name: new RegExp(s.method) })).toBeNull()
  expect(screen.queryByRole('textbox', { name: new RegExp(s.reference) })).toBeNull()
  expect(screen.getByText(s.toPackage).nextSibling?.textContent).toBe('−₱1,000.00')
  await person.click(screen.getByRole('button', { name: s.givesBack }))
  expect(await screen.findByText(s.sessionsBack)).toBeTruthy()
  expect(onRefunded).toHaveBeenCalledWith(sampleId(77), undefined)
  expect(sentBodies.at(-1)).toMatchObject({ total: 1000, lines: [{ position: 1, quantity: 1 }] })
})
