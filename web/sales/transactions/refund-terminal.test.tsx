import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cashContract, type Till } from '#shared/cash/contract.ts'
import { cashMessages } from '#shared/cash/messages.ts'
import { cashTillMessages as c } from '#shared/cash/till-messages.ts'
import { refundMessages as s } from '#shared/sales/refunds/messages.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { sale, sampleId, tillWithoutShifts } from '#web/test/samples.ts'
import { answer, asked, choose, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { refundableLine as line } from './refund-fixture.ts'

const terminals = [
  { id: sampleId(61), name: 'Back room', has_open_shift: true },
  { id: sampleId(62), name: 'Front desk', has_open_shift: true },
]
/** The till of a device on which no terminal was chosen. */
const till: Till = {
  ...tillWithoutShifts,
  is_on: true,
  terminals,
}
const shift = {
  id: sampleId(63),
  cashier_name: 'Carlo Cruz',
  opened_at: '2026-11-21T08:00:00+08:00',
  business_date: '2026-11-21',
}
const refunds = () => asked.filter((one) => one === `POST /api/transactions/${sale.id}/refund`)

function openRefund(of: Till) {
  answer(cashContract.till, { data: of })
  answer(refundContract.refundable, { data: { sale, lines: [line], left: 1500, withheld_left: 0 } })
  answer(refundContract.refund, { data: { ...sale, id: sampleId(77), state: 'refund' } })
  const settings = {
    methods: ['cash' as const],
    discount_limit: null,
    qr_ph: null,
    packages_pro_rata: false,
    approvers: [],
    version: 1,
  }
  answer(paymentSettingsContract.read, { data: settings })
  const nothing = () => undefined
  return drawScreen(<RefundDialog open sale={sale} methods={['cash']} onClose={nothing} onRefunded={nothing} />, {
    role: 'admin',
  }).person
}

/** Fills in a cash refund out of the front desk's drawer, whose status the server answers with, and sends the form. */
async function refundAtFrontDesk(asks_colleague: boolean) {
  const person = openRefund(till)
  await person.type(await screen.findByRole('textbox', { name: new RegExp(s.reason) }), 'Allergic reaction')
  await choose(person, await screen.findByRole('combobox', { name: new RegExp(s.terminal) }), 'Front desk')
  answer(cashContract.till, { data: { ...till, terminal: terminals[1]!, shift, asks_colleague, step: 'ready' } })
  await person.click(screen.getByRole('button', { name: s.refundAmount('₱1,500.00') }))
  return person
}

test('without an open shift on any terminal, the refund dialog says to open a shift first, and no refund can be sent', async () => {
  openRefund({ ...till, terminals: terminals.map((terminal) => ({ ...terminal, has_open_shift: false })) })
  expect(await screen.findByText(s.openShiftFirst)).toBeTruthy()
  const send = screen.getByRole('button', { name: s.refundAmount('₱1,500.00') })
  expect(send.getAttribute('aria-disabled')).toBe('true')
})

test('a cash refund asks about the colleague’s open shift on the chosen terminal: answering No sends nothing and keeps the form, answering Yes pays from that drawer', async () => {
  const person = await refundAtFrontDesk(true)
  const title = c.colleagueTitle('Carlo Cruz')
  await person.click(within(await screen.findByRole('alertdialog', { name: title })).getByText(c.cancel))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(refunds()).toHaveLength(0)
  expect(screen.getByDisplayValue('Allergic reaction')).toBeTruthy()
  answer(cashContract.joinShift, { message: cashMessages.shiftJoined })
  await person.click(screen.getByRole('button', { name: s.refundAmount('₱1,500.00') }))
  await person.click(within(await screen.findByRole('alertdialog', { name: title })).getByText(c.colleagueYes))
  await waitFor(() => expect(refunds()).toHaveLength(1))
  expect(asked).toContain(`POST /api/cash/shifts/${shift.id}/colleagues`)
  expect(sentBodies.at(-1)).toMatchObject({ method: 'cash', terminal_id: terminals[1]!.id })
})

test('a cash refund from the cashier’s own open shift on the chosen terminal needs no confirmation', async () => {
  await refundAtFrontDesk(false)
  await waitFor(() => expect(refunds()).toHaveLength(1))
  expect(asked).not.toContain(`POST /api/cash/shifts/${shift.id}/colleagues`)
})

test('if the confirmation to work on a colleague’s shift cannot be recorded, no refund is sent, and a message says why', async () => {
  const person = await refundAtFrontDesk(true)
  refuse(cashContract.joinShift, { status: 409, message: cashMessages.shiftClosed })
  const question = within(await screen.findByRole('alertdialog', { name: c.colleagueTitle('Carlo Cruz') }))
  await person.click(question.getByText(c.colleagueYes))
  expect(await screen.findByText(cashMessages.shiftClosed)).toBeTruthy()
  expect(refunds()).toHaveLength(0)
})
