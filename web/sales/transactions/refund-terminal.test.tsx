import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cashContract } from '#shared/cash/contract.ts'
import { refundMessages as s } from '#shared/sales/messages.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { sale, sampleId } from '#web/test/samples.ts'
import { answer, drawScreen } from '#web/test/screen.tsx'
import { RefundDialog } from './refund-dialog.tsx'

const nothing = () => undefined

test('without an open shift on any terminal a refund says to open one first, and cannot be sent', async () => {
  answer(cashContract.till, {
    data: {
      is_on: true,
      terminals: [
        { id: sampleId(61), name: 'Back room', has_open_shift: false },
        { id: sampleId(62), name: 'Front desk', has_open_shift: false },
      ],
      terminal: null,
      shift: null,
      unclosed_date: null,
      asks_colleague: false,
      can_close_day: false,
      z_reading_id: null,
      step: 'choose-terminal',
    },
  })
  const line = {
    position: 1,
    name: 'Hydra Glow',
    is_add_on: false,
    holder: null,
    price: 1500,
    quantity_sold: 1,
    quantity_left: 1,
    discount_left: 0,
    less_vat_left: 0,
    order_discount_left: 0,
  }
  answer(refundContract.refundable, { data: { sale, lines: [line], left: 1500, withheld_left: 0 } })
  drawScreen(<RefundDialog open sale={sale} methods={['cash']} onClose={nothing} onRefunded={nothing} />, {
    role: 'admin',
  })
  expect(await screen.findByText(s.openShiftFirst)).toBeTruthy()
  const send = screen.getByRole('button', { name: s.refundAmount('₱1,500.00') })
  expect(send.getAttribute('aria-disabled')).toBe('true')
})
