import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { approvalsContract } from '#shared/approvals/contract.ts'
import { approvalMessages as a } from '#shared/approvals/messages.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { cashMessages } from '#shared/cash/messages.ts'
import { cashTillMessages as cashTill } from '#shared/cash/till-messages.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { methodMessages, saleMessages, transactionsMessages as s } from '#shared/sales/messages.ts'
import { refundMessages } from '#shared/sales/refunds/messages.ts'
import type { PaymentMethod } from '#shared/sales/payment.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { sale, sampleId, tillWithoutShifts } from '#web/test/samples.ts'
import { answer, asked, drawScreen, loseConnection, refuse, sentBodies } from '#web/test/screen.tsx'
import { VoidDialog } from './void-dialog.tsx'

const refusals: [string, () => void, string][] = [
  [
    'because the sale is already voided',
    () => refuse(salesContract.voidSale, { status: 409, code: 'conflict', message: saleMessages.alreadyVoided }),
    saleMessages.alreadyVoided,
  ],
  [
    'by a server error',
    () => refuse(salesContract.voidSale, { status: 500, message: 'Something went wrong. Please try again.' }),
    'Something went wrong. Please try again.',
  ],
  ['by a lost connection', () => loseConnection(salesContract.voidSale), 'No response from server. Please try again.'],
]
test.each(refusals)(
  'when a void is rejected %s, its dialog stays open with the typed text and shows an error',
  async (_, refused, sentence) => {
    refused()
    const [onClose, onVoided] = [vi.fn(), vi.fn()]
    const { person } = drawScreen(<VoidDialog open sale={sale} onClose={onClose} onVoided={onVoided} />)
    const reason = await screen.findByRole('textbox', { name: new RegExp(s.voidReason) })
    await person.type(reason, 'Rung up twice')
    await person.click(screen.getByRole('button', { name: s.voidSale }))
    expect(await screen.findByText(s.notVoided)).toBeTruthy()
    expect(screen.getByText(sentence)).toBeTruthy()
    expect((reason as HTMLTextAreaElement).value).toBe('Rung up twice')
    expect([onClose.mock.calls, onVoided.mock.calls]).toEqual([[], []])
  },
)

test.each([
  { of: 'a sale with an appointment', isWalkIn: false },
  { of: 'a walk-in', isWalkIn: true },
])(
  'the void dialog of $of says that the appointment can be paid again only if the sale has an appointment',
  async ({ isWalkIn }) => {
    const [onClose, onVoided] = [vi.fn(), vi.fn()]
    drawScreen(<VoidDialog open sale={{ ...sale, is_walk_in: isWalkIn }} onClose={onClose} onVoided={onVoided} />)
    const consequence = await screen.findByText(new RegExp(s.voidConsequence))
    expect(consequence.textContent.includes(s.visitIsUnpaid)).toBe(!isWalkIn)
  },
)

test('a void tells the cashier to give back the money, and not the tax that the buyer withheld', async () => {
  const paid = (method: PaymentMethod, amount: number) => ({ ...sale.payments[0]!, method, amount })
  const withheld = { ...sale, payments: [paid('cash', 1470), paid('withheld', 30)] }
  drawScreen(<VoidDialog open sale={withheld} onClose={vi.fn()} onVoided={vi.fn()} />)
  expect(await screen.findByText(s.giveBack('₱1,470.00', methodMessages.methods.cash))).toBeTruthy()
  expect(screen.getByText(refundMessages.withheldAmount('₱30.00'))).toBeTruthy()
  expect(screen.queryByText(s.giveBack('₱30.00', methodMessages.methods.withheld))).toBeNull()
})

const terminal = { id: sampleId(61), name: 'Front desk', has_open_shift: true }
const shift = {
  id: sampleId(62),
  cashier_name: 'Carlo Cruz',
  opened_at: '2026-11-21T08:00:00+08:00',
  business_date: '2026-11-21',
}
const status = {
  ...tillWithoutShifts,
  is_on: true,
  terminals: [terminal, { id: sampleId(63), name: 'Back room', has_open_shift: false }],
}
const voids = () => asked.filter((one) => one === `POST /api/transactions/${sale.id}/void`)

/** Presses Void on a device without a terminal, while a colleague's shift is open on the sale's terminal. */
async function voidInColleaguesShift(method: PaymentMethod) {
  answer(cashContract.till, { data: status })
  const settings = {
    methods: ['cash' as const],
    discount_limit: null,
    qr_ph: null,
    packages_pro_rata: false,
    approvers: [],
    version: 1,
  }
  answer(paymentSettingsContract.read, { data: settings })
  refuse(salesContract.voidSale, { status: 409, message: 'No.' })
  const payments = [{ ...sale.payments[0]!, method }]
  const of = { ...sale, terminal_id: terminal.id, payments }
  const { person } = drawScreen(<VoidDialog open sale={of} onClose={vi.fn()} onVoided={vi.fn()} />, { role: 'admin' })
  await person.type(await screen.findByRole('textbox', { name: new RegExp(s.voidReason) }), 'Rung up twice')
  await waitFor(() => expect(asked).toContain('GET /api/cash/till'))
  answer(cashContract.till, { data: { ...status, terminal, shift, asks_colleague: true, step: 'ready' } })
  await person.click(screen.getByRole('button', { name: s.voidSale }))
  return person
}

test('before a cash sale is voided on a terminal with a colleague’s open shift, the cashier confirms to work in that shift', async () => {
  const person = await voidInColleaguesShift('cash')
  const question = within(await screen.findByRole('alertdialog', { name: cashTill.colleagueTitle('Carlo Cruz') }))
  expect(voids()).toHaveLength(0)
  answer(cashContract.joinShift, { message: cashMessages.shiftJoined })
  await person.click(question.getByRole('button', { name: cashTill.colleagueYes }))
  await waitFor(() => expect(voids()).toHaveLength(1))
  expect(asked).toContain(`POST /api/cash/shifts/${shift.id}/colleagues`)
})

test('a void of a sale without cash asks nothing about a colleague’s shift', async () => {
  await voidInColleaguesShift('gcash')
  await waitFor(() => expect(voids()).toHaveLength(1))
  expect(asked).not.toContain(`POST /api/cash/shifts/${shift.id}/colleagues`)
})

const approver = { id: sampleId(41), name: 'Olga Owner' }

/** Starts a void as a cashier, with a reason, until an admin's PIN is asked for. */
async function voidAsCashier() {
  answer(approvalsContract.approve, { data: { id: sampleId(89), approver_name: approver.name } })
  const settings = {
    methods: ['cash' as const, 'gcash' as const],
    discount_limit: null,
    qr_ph: null,
    packages_pro_rata: false,
    approvers: [approver],
    version: 1,
  }
  answer(paymentSettingsContract.read, { data: settings })
  const onVoided = vi.fn()
  const { person } = drawScreen(<VoidDialog open sale={sale} onClose={() => undefined} onVoided={onVoided} />, {
    role: 'cashier',
  })
  await person.type(await screen.findByRole('textbox', { name: /Reason/ }), 'Twice')
  await waitFor(() => expect(asked).toContain('GET /api/payment-settings'))
  const press = () => person.click(screen.getByRole('button', { name: 'Void sale' }))
  const typePin = async () => {
    const dialog = within(await screen.findByRole('dialog', { name: a.title }))
    await person.type(dialog.getByLabelText(/^PIN: Olga Owner/), '491705{Enter}')
  }
  return { onVoided, press, typePin }
}

const approvals = () => asked.filter((call) => call === 'POST /api/approvals').length

test('a void by a cashier is sent with the approval', async () => {
  answer(salesContract.voidSale, { data: { ...sale, id: sampleId(78), state: 'void' } })
  const { onVoided, press, typePin } = await voidAsCashier()
  await press()
  await typePin()
  await waitFor(() => expect(onVoided).toHaveBeenCalledWith(sampleId(78)))
  expect(sentBodies.at(-1)).toEqual({ reason: 'Twice', approval_id: sampleId(89) })
})

test('a void rejected for another reason is repeated without asking for the PIN', async () => {
  refuse(salesContract.voidSale, { status: 500, message: 'Something went wrong.' })
  const { onVoided, press, typePin } = await voidAsCashier()
  await press()
  await typePin()
  expect(await screen.findByText('Something went wrong.')).toBeTruthy()
  answer(salesContract.voidSale, { data: { ...sale, id: sampleId(78), state: 'void' } })
  await press()
  await waitFor(() => expect(onVoided).toHaveBeenCalledWith(sampleId(78)))
  expect(approvals()).toBe(1)
  expect(sentBodies.at(-1)).toEqual({ reason: 'Twice', approval_id: sampleId(89) })
})

test('a void whose approval is rejected asks for the PIN again', async () => {
  refuse(salesContract.voidSale, { status: 403, message: a.expired, errors: { approval_id: [a.expired] } })
  const { onVoided, press, typePin } = await voidAsCashier()
  await press()
  await typePin()
  expect(await screen.findByText(a.expired)).toBeTruthy()
  answer(salesContract.voidSale, { data: { ...sale, id: sampleId(78), state: 'void' } })
  await press()
  await typePin()
  await waitFor(() => expect(onVoided).toHaveBeenCalledWith(sampleId(78)))
  expect(approvals()).toBe(2)
})
