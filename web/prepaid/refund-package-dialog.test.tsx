import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cashContract } from '#shared/cash/contract.ts'
import { ownedPackagesContract, type OwnedPackage } from '#shared/prepaid/owned-packages-contract.ts'
import { packageMessages as s } from '#shared/prepaid/package-messages.ts'
import { methodMessages } from '#shared/sales/messages.ts'
import { refundMessages } from '#shared/sales/refunds/messages.ts'
import { sampleId, tillWithoutShifts } from '#web/test/samples.ts'
import { answer, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import { RefundPackageDialog } from './refund-package-dialog.tsx'

const owned: OwnedPackage = {
  id: sampleId(82),
  name: 'Glow Package',
  sold_on: '2026-05-21',
  brought_in_on: null,
  price: 5000,
  balance: 4000,
  expires_on: null,
  is_expired: false,
  is_transferable: false,
  number: 7,
  services: [],
  is_refunded: false,
  refunded: null,
  refund: { used: 1500, is_pro_rata: false, amount: 3500, method: 'cash' },
  can_be_extended: false,
  uses: [],
}
const open = (till = tillWithoutShifts, one = owned) => {
  answer(cashContract.till, { data: till })
  return drawScreen(<RefundPackageDialog open onClose={() => undefined} owned={one} />, { role: 'admin' })
}
const reason = () => screen.getByRole('textbox', { name: new RegExp(s.refundReason) })
const sum = (label: string) => screen.getByText(label).nextElementSibling!.textContent

test('the refund of a package shows what was paid and used and what goes back, needs a reason, and sends the shown amount', async () => {
  const { person } = open()
  answer(ownedPackagesContract.refund, { data: { ...owned, is_refunded: true, refunded: 3500, refund: null } })
  expect(sum(s.refundPaid)).toBe('₱5,000.00')
  expect(sum(s.refundUsed)).toBe('−₱1,500.00')
  expect(sum(s.refundGoesBack(methodMessages.methods.cash))).toBe('₱3,500.00')
  const send = screen.getByRole('button', { name: s.refundSend('₱3,500.00') })
  await person.click(send)
  expect(await screen.findByText(s.refundReasonRequired)).toBeTruthy()
  expect(sentBodies).toHaveLength(0)
  await person.type(reason(), 'Moves abroad')
  await person.click(send)
  await waitFor(() => expect(sentBodies.at(-1)).toEqual({ amount: 3500, reason: 'Moves abroad', terminal_id: null }))
  expect(await screen.findByText(s.refundDone)).toBeTruthy()
})

test('if a session was used since the refund dialog opened, the dialog says so, shows the new amount, and sends this amount the next time', async () => {
  const { person } = open()
  const refund = { ...owned.refund!, used: 3000, amount: 2000 }
  const sentence = s.refundChanged('₱2,000.00')
  refuse(ownedPackagesContract.refund, {
    status: 409,
    code: 'conflict',
    message: sentence,
    data: { ...owned, balance: 3000, refund },
  })
  await person.type(reason(), 'Moves abroad')
  await person.click(screen.getByRole('button', { name: s.refundSend('₱3,500.00') }))
  expect(await screen.findByText(sentence)).toBeTruthy()
  answer(ownedPackagesContract.refund, { data: { ...owned, is_refunded: true, refunded: 2000, refund: null } })
  await person.click(await screen.findByRole('button', { name: s.refundSend('₱2,000.00') }))
  await waitFor(() => expect(sentBodies.at(-1)).toMatchObject({ amount: 2000, reason: 'Moves abroad' }))
})

test('a failed refund of a package shows why, and keeps the typed reason', async () => {
  const { person } = open(tillWithoutShifts, {
    ...owned,
    balance: 500,
    refund: { ...owned.refund!, used: 6000, amount: 0 },
  })
  refuse(ownedPackagesContract.refund, { status: 500, message: 'Something went wrong.' })
  await person.type(reason(), 'Moves abroad')
  await person.click(screen.getByRole('button', { name: s.refundNothing }))
  expect(await screen.findByText('Something went wrong.')).toBeTruthy()
  expect(screen.getByText(s.notRefunded)).toBeTruthy()
  expect(within(screen.getByRole('dialog')).getByDisplayValue('Moves abroad')).toBeTruthy()
})

const desk = { id: sampleId(61), name: 'Front desk', has_open_shift: true }

test('on a device without a terminal, the terminal whose drawer pays the refund is required', async () => {
  const { person } = open({ ...tillWithoutShifts, is_on: true, terminals: [desk] })
  expect(await screen.findByText(refundMessages.terminal)).toBeTruthy()
  await person.type(reason(), 'Moves abroad')
  await person.click(screen.getByRole('button', { name: s.refundSend('₱3,500.00') }))
  expect(await screen.findByText(refundMessages.terminalRequired)).toBeTruthy()
  expect(sentBodies).toHaveLength(0)
})

test('without an open shift no package can be refunded, and the dialog explains why', async () => {
  open({ ...tillWithoutShifts, is_on: true, terminals: [{ ...desk, has_open_shift: false }] })
  expect(await screen.findByText(refundMessages.openShiftFirst)).toBeTruthy()
  const send = screen.getByRole('button', { name: s.refundSend('₱3,500.00') })
  expect(send.getAttribute('aria-disabled')).toBe('true')
})
