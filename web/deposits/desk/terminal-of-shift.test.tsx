import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cashContract } from '#shared/cash/contract.ts'
import { cashTillMessages as c } from '#shared/cash/till-messages.ts'
import { cashMessages } from '#shared/cash/messages.ts'
import { depositsContract, type Deposit } from '#shared/deposits/contract.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import { refundMessages } from '#shared/sales/refunds/messages.ts'
import { answerTerminals, terminals } from '#web/cash/terminals-fixture.ts'
import { tillWithoutShifts } from '#web/test/samples.ts'
import { answer, asked, choose, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import { answerSettings, cancelled, reported, requested } from './deposit-fixture.ts'
import { PayDialog } from './pay-dialog.tsx'
import { SettleDialog } from './settle-dialog.tsx'

const frontDesk = terminals[1]!
const nothing = () => undefined
const button = (name: string) => screen.getByRole('button', { name })
const terminalField = (label: string) => screen.findByRole('combobox', { name: new RegExp(label) })

function openPay(deposit: Deposit) {
  answerSettings(['cash', 'gcash', 'prepaid'])
  refuse(depositsContract.verify, { status: 409, message: 'Not verified.' })
  return drawScreen(<PayDialog open deposit={deposit} onClose={nothing} onPrint={nothing} />, { role: 'admin' }).person
}

function openSettle(deposit: Deposit) {
  refuse(depositsContract.settle, { status: 409, message: 'Not settled.' })
  const dialog = <SettleDialog open deposit={deposit} rows={undefined} onClose={nothing} />
  return drawScreen(dialog, { role: 'admin' }).person
}

const byCash: Deposit = { ...cancelled, payment: { ...cancelled.payment!, method: 'cash', reference_number: null } }

test('on a device without a terminal, a deposit paid by wallet is verified in the shift of the terminal that the person chooses', async () => {
  answerTerminals()
  const person = openPay(reported)
  const terminal = await terminalField(c.inShift.terminal)
  await person.click(button(s.confirm('₱500.00')))
  expect(await screen.findByText(c.inShift.terminalRequired)).toBeTruthy()
  expect(sentBodies).toEqual([])
  await choose(person, terminal, frontDesk.name)
  await person.click(button(s.confirm('₱500.00')))
  await waitFor(() =>
    expect(sentBodies).toEqual([{ method: 'gcash', reference_number: 'GC-1001', terminal_id: frontDesk.id }]),
  )
})

test('on a device without a terminal, a deposit in cash is taken in the shift of the terminal that the person chooses', async () => {
  answerTerminals()
  const person = openPay(requested)
  await choose(person, await terminalField(c.inShift.terminal), frontDesk.name)
  await person.click(button(s.takeAmount('₱500.00')))
  await waitFor(() => expect(sentBodies).toEqual([{ method: 'cash', received: null, terminal_id: frontDesk.id }]))
})

/** Settles the deposit of ₱500 as its policy says, on a device on which no terminal was chosen. */
async function settleAtFrontDesk(deposit: Deposit, texts: { terminal: string; terminalRequired: string }) {
  answerTerminals()
  const person = openSettle(deposit)
  const terminal = await terminalField(texts.terminal)
  await person.type(screen.getByRole('textbox', { name: /^Reason/ }), 'As agreed')
  const send = button(deposit.by_policy === 'kept' ? s.keepAmount('₱500.00') : s.giveBackAmount('₱500.00'))
  await person.click(send)
  expect(await screen.findByText(texts.terminalRequired)).toBeTruthy()
  expect(sentBodies).toEqual([])
  await choose(person, terminal, frontDesk.name)
  await person.click(send)
  await waitFor(() => expect(sentBodies).toHaveLength(1))
}

const settledAs = (outcome: 'kept' | 'returned') => [
  { outcome, amount: 500, reason: 'As agreed', terminal_id: frontDesk.id },
]

test('on a device without a terminal, a deposit is kept in the shift of the terminal that the admin chooses', async () => {
  await settleAtFrontDesk({ ...byCash, by_policy: 'kept' }, c.inShift)
  expect(sentBodies).toEqual(settledAs('kept'))
})

test('on a device without a terminal, a deposit paid by wallet is given back in the shift of the terminal that the admin chooses', async () => {
  await settleAtFrontDesk(cancelled, c.inShift)
  expect(sentBodies).toEqual(settledAs('returned'))
})

test('on a device without a terminal, a deposit paid in cash is given back from the drawer of the terminal that the admin chooses', async () => {
  await settleAtFrontDesk(byCash, refundMessages)
  expect(sentBodies).toEqual(settledAs('returned'))
})

const isDisabled = (name: string) => button(name).getAttribute('aria-disabled') === 'true'

test('if no terminal has an open shift, the dialogs for taking and for keeping a deposit say to open a shift first, and nothing can be sent', async () => {
  answerTerminals({ hasShifts: false })
  openPay(requested)
  expect(await screen.findByText(c.inShift.openShiftFirst)).toBeTruthy()
  expect(isDisabled(s.takeAmount('₱500.00'))).toBe(true)
  cleanup()
  openSettle({ ...cancelled, by_policy: 'kept' })
  expect(await screen.findByText(c.inShift.openShiftFirst)).toBeTruthy()
  expect(isDisabled(s.keepAmount('₱500.00'))).toBe(true)
})

test('in a clinic with a single terminal no terminal is asked for; if its shift is not open, the message says to open a shift', async () => {
  const [terminal] = terminals
  answer(cashContract.till, {
    data: { ...tillWithoutShifts, is_on: true, terminals: [terminal!], terminal: terminal! },
  })
  const person = openSettle({ ...cancelled, by_policy: 'kept' })
  refuse(depositsContract.settle, { status: 409, message: cashMessages.noOpenShift })
  await waitFor(() => expect(asked).toContain('GET /api/cash/till'))
  await person.type(screen.getByRole('textbox', { name: /^Reason/ }), 'Did not come')
  await person.click(button(s.keepAmount('₱500.00')))
  expect(await screen.findByText(cashMessages.noOpenShift)).toBeTruthy()
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(sentBodies).toEqual([{ outcome: 'kept', amount: 500, reason: 'Did not come', terminal_id: null }])
})
