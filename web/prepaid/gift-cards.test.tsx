import { useState } from 'react'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { cashContract } from '#shared/cash/contract.ts'
import { cashMessages } from '#shared/cash/messages.ts'
import { cashTillMessages as cashTill } from '#shared/cash/till-messages.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { prepaidContract, type PrepaidCard } from '#shared/prepaid/contract.ts'
import { prepaidMessages as s } from '#shared/prepaid/messages.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { profile, sampleId, tillWithoutShifts as till } from '#web/test/samples.ts'
import { answer, asked, choose, drawScreen, loseConnection, refuse, sentBodies, sentKeys } from '#web/test/screen.tsx'
import { CardBalance } from './card-balance.tsx'
import { LookUpCardDialog } from './look-up-card-dialog.tsx'
import { SellCardDialog } from './sell-card-dialog.tsx'
import { VoidCardDialog } from './void-card-dialog.tsx'

const card: PrepaidCard = {
  id: sampleId(71),
  kind: 'gift_card',
  card_number: '2222-2222-2222',
  amount: 1000,
  balance: 1000,
  recipient_name: 'Ana Cruz',
  message: 'Happy birthday',
  recipient_email: null,
  opened_at: '2026-11-21T10:00:00+08:00',
  is_void: false,
  sale: { number: 12, buyer_name: 'Bea Buyer', method: 'cash' },
  can_be_voided: true,
  print_count: 0,
}

function open(Dialog: typeof SellCardDialog, role: 'admin' | 'cashier' = 'cashier') {
  answer(clinicContract.read, { data: profile, sends_email: true })
  const methods = ['cash' as const, 'gcash' as const, 'prepaid' as const]
  const settings = { methods, discount_limit: null, qr_ph: null, packages_pro_rata: false, approvers: [], version: 1 }
  answer(paymentSettingsContract.read, { data: settings })
  return drawScreen(<Dialog open onClose={() => undefined} />, { role })
}

test('a gift card is sold for cash with change or by wallet with its reference number, and its number is then shown to be printed', async () => {
  answer(prepaidContract.sell, { data: card })
  const { person } = open(SellCardDialog)
  await person.type(screen.getByRole('textbox', { name: /^Amount/ }), '1000')
  await person.type(screen.getByRole('textbox', { name: /^Cash received/ }), '1500')
  expect(screen.getByText(s.changeIs('₱500.00'))).toBeTruthy()
  await person.click(screen.getByRole('button', { name: s.sellFor('₱1,000.00') }))
  expect(await screen.findByText(s.buyerRequired)).toBeTruthy()
  expect(sentBodies).toEqual([])
  await person.type(screen.getByRole('textbox', { name: /^Buyer/ }), 'Bea Buyer')
  await person.click(screen.getByRole('button', { name: s.sellFor('₱1,000.00') }))
  expect(await screen.findByRole('dialog', { name: s.cardSale(12) })).toBeTruthy()
  expect(sentBodies.at(-1)).toMatchObject({ amount: 1000, method: 'cash', received: 1500, buyer_name: 'Bea Buyer' })
  expect(screen.getByText('2222-2222-2222')).toBeTruthy()
  expect(screen.getByText('Happy birthday')).toBeTruthy()
  expect(screen.getByRole('button', { name: s.card })).toBeTruthy()
})

/** The till of a device whose open shift is Carlo Cruz's. */
function answerColleaguesShift() {
  const shift = {
    id: sampleId(70),
    cashier_name: 'Carlo Cruz',
    opened_at: '2026-11-21T08:00:00+08:00',
    business_date: '2026-11-21',
  }
  answer(cashContract.till, { data: { ...till, is_on: true, shift, asks_colleague: true, step: 'ready' } })
  answer(cashContract.joinShift, { message: cashMessages.shiftJoined })
}

/** Confirms to work in the shift of Carlo Cruz; before this, nothing was sent. */
async function confirmColleague(person: ReturnType<typeof open>['person']) {
  const question = within(await screen.findByRole('alertdialog', { name: cashTill.colleagueTitle('Carlo Cruz') }))
  expect(sentBodies).toEqual([])
  await person.click(question.getByRole('button', { name: cashTill.colleagueYes }))
}

test('if no answer comes to the sale of a gift card, the form is locked and can only be sent again unchanged, which sells one card', async () => {
  loseConnection(prepaidContract.sell)
  const { person } = open(SellCardDialog)
  await person.type(screen.getByRole('textbox', { name: /^Amount/ }), '1000')
  await person.type(screen.getByRole('textbox', { name: /^Buyer/ }), 'Bea Buyer')
  await person.type(screen.getByRole('textbox', { name: /^Cash received/ }), '1000')
  await person.click(screen.getByRole('button', { name: s.sellFor('₱1,000.00') }))
  expect(await screen.findByText(s.saleUnknown)).toBeTruthy()
  expect(screen.getByText(s.sellAgain)).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Amount/ }).matches(':disabled')).toBe(true)
  answer(prepaidContract.sell, { data: card })
  await person.click(screen.getByRole('button', { name: s.sellFor('₱1,000.00') }))
  expect(await screen.findByText(card.card_number)).toBeTruthy()
  const keys = sentKeys.slice(-2)
  expect(keys[0]).toBe(keys[1])
  expect(sentBodies.at(-1)).toEqual(sentBodies.at(-2))
})

test('before a gift card is sold in a colleague’s shift, also by wallet, the cashier confirms to work in that shift', async () => {
  answer(prepaidContract.sell, { data: card })
  answerColleaguesShift()
  const { person } = open(SellCardDialog)
  await waitFor(() => expect(asked).toContain('GET /api/cash/till'))
  await person.type(screen.getByRole('textbox', { name: /^Amount/ }), '1000')
  await person.type(screen.getByRole('textbox', { name: /^Buyer/ }), 'Bea Buyer')
  await choose(person, screen.getByRole('combobox', { name: new RegExp(s.method) }), 'GCash')
  await person.type(screen.getByRole('textbox', { name: /^Reference/ }), '8123456')
  await person.click(screen.getByRole('button', { name: s.sellFor('₱1,000.00') }))
  await confirmColleague(person)
  await waitFor(() => expect(sentBodies.at(-1)).toMatchObject({ amount: 1000, method: 'gcash' }))
})

test('before a gift card is voided in a colleague’s shift, the admin confirms to work in that shift', async () => {
  answer(prepaidContract.voidCard, { data: { ...card, balance: 0, is_void: true, can_be_voided: false } })
  answerColleaguesShift()
  const { id, balance } = card
  const voided = vi.fn()
  const { person } = drawScreen(
    <VoidCardDialog open onClose={() => undefined} card={{ id, balance, method: 'cash' }} onVoided={voided} />,
    { role: 'admin' },
  )
  await waitFor(() => expect(asked).toContain('GET /api/cash/till'))
  await person.type(screen.getByRole('textbox', { name: /^Reason/ }), 'Bought twice')
  await person.click(screen.getByRole('button', { name: s.void }))
  await confirmColleague(person)
  await waitFor(() => expect(voided).toHaveBeenCalled())
})

test('the empty form for selling a gift card says what is missing and focuses the amount, its first field', async () => {
  const { person } = open(SellCardDialog)
  await person.click(screen.getByRole('button', { name: s.sellCard }))
  expect(await screen.findByText(s.amountRequired)).toBeTruthy()
  expect(screen.getByText(s.buyerRequired)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Amount/ }))
  expect(sentBodies).toEqual([])
})

test('a gift card is looked up by its number; an unknown number shows an error, and only an admin can void an unused card', async () => {
  answer(prepaidContract.lookUp, { data: null })
  const { person } = open(LookUpCardDialog, 'admin')
  const number = screen.getByRole('textbox', { name: /^Card number/ })
  await person.type(number, '2222-2222-2223{Enter}')
  expect(await screen.findByText(s.numberWrong)).toBeTruthy()
  await person.clear(number)
  await person.type(number, '2222-2222-2222{Enter}')
  expect(await screen.findByText(s.unknown)).toBeTruthy()
  answer(prepaidContract.lookUp, { data: { ...card, balance: 1000 } })
  await person.type(number, '{Enter}')
  const found = within(await screen.findByRole('dialog', { name: s.cardSale(12) }))
  answer(prepaidContract.voidCard, { data: { ...card, balance: 0, is_void: true, can_be_voided: false } })
  await person.click(found.getByRole('button', { name: s.void }))
  const asking = within(await screen.findByRole('dialog', { name: s.void }))
  expect(asking.getByText(s.voidText('₱1,000.00', 'Cash'))).toBeTruthy()
  await person.type(asking.getByRole('textbox', { name: /^Reason/ }), 'Bought twice')
  await person.click(asking.getByRole('button', { name: s.void }))
  expect(await screen.findByText(s.isVoid)).toBeTruthy()
  expect(sentBodies.at(-1)).toMatchObject({ reason: 'Bought twice' })
})

test('a cashier who looks up a gift card sees the balance and no button to void the card', async () => {
  answer(prepaidContract.lookUp, { data: { ...card, balance: 250 } })
  const { person } = open(LookUpCardDialog)
  await person.type(screen.getByRole('textbox', { name: /^Card number/ }), '2222-2222-2222{Enter}')
  expect(await screen.findByText(s.leftOf('₱250.00', '₱1,000.00'))).toBeTruthy()
  expect(screen.queryByRole('button', { name: s.void })).toBeNull()
})

/** A payment of ₱1,000 by gift card, into which the test types a card number. */
function Payment({ onLess }: { onLess: (left: number) => void }) {
  const [typed, setTyped] = useState('')
  return (
    <>
      <input aria-label="typed" value={typed} onChange={({ target }) => setTyped(target.value)} />
      <CardBalance typed={typed} due={1_000_00} onLess={onLess} />
    </>
  )
}

test('a payment by gift card shows the balance once the card number is complete, and says how much is missing or why no card was found', async () => {
  const less: number[] = []
  answer(prepaidContract.lookUp, { data: { ...card, balance: 250 } })
  const { person } = drawScreen(<Payment onLess={(left) => less.push(left)} />)
  const typed = screen.getByRole('textbox', { name: 'typed' })
  await person.type(typed, '2222-2222-222')
  expect(sentBodies).toEqual([])
  await person.type(typed, '2')
  const said = (sentence: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(sentence))
  await said(s.tooLittle('₱250.00'))
  expect(less).toEqual([250_00])
  for (const [found, sentence] of [
    [null, s.unknown],
    [{ ...card, is_void: true, balance: 0 }, s.isVoid],
    [{ ...card, balance: 0 }, s.isEmpty],
    [card, s.leftOf('₱1,000.00', '₱1,000.00')],
  ] as const) {
    await person.clear(typed)
    await said('')
    answer(prepaidContract.lookUp, { data: found })
    await person.type(typed, '3333-3333-333f')
    await said(sentence)
  }
  expect(less).toEqual([250_00])
  await person.clear(typed)
  refuse(prepaidContract.lookUp, { status: 429, message: 'Too many attempts.' })
  await person.type(typed, '2222-2222-2222')
  await said('Too many attempts.')
})
