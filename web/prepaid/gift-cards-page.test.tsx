import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Output } from '#shared/lib/endpoint.ts'
import { cardListContract, type ListedCard } from '#shared/prepaid/card-list-contract.ts'
import { cardListMessages as s } from '#shared/prepaid/card-list-messages.ts'
import { prepaidContract } from '#shared/prepaid/contract.ts'
import { prepaidMessages } from '#shared/prepaid/messages.ts'
import { sampleId } from '#web/test/samples.ts'
import { answer, choose, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import GiftCardsPage from './gift-cards-page.tsx'

const card: ListedCard = {
  id: sampleId(71),
  ending: '…7K2M',
  kind: 'gift_card',
  holder_name: 'Bea Buyer',
  recipient_name: 'Ana Cruz',
  amount: 2000,
  balance: 2000,
  opened_at: '2026-11-21T10:00:00+08:00',
  state: 'unused',
  method: 'cash',
  can_be_voided: true,
}
const credit: ListedCard = {
  ...card,
  id: sampleId(72),
  ending: '…XY34',
  kind: 'store_credit',
  holder_name: 'Carla Santos',
  recipient_name: null,
  amount: 1500,
  balance: 500,
  state: 'partly_used',
  method: null,
  can_be_voided: false,
}

function draw(cards: ListedCard[], { role = 'cashier', total = cards.length }: DrawOptions = {}) {
  const sum = (field: 'amount' | 'balance') => cards.reduce((all, one) => all + one[field], 0)
  const summary = { amount: sum('amount'), balance: sum('balance') }
  answer(cardListContract.list, { data: cards, total, page: 1, per_page: 20, summary })
  return drawScreen(<GiftCardsPage />, { role })
}
type DrawOptions = { role?: 'admin' | 'cashier'; total?: number }

const entries: Output<typeof cardListContract.entries>['data'] = [
  {
    date: '2026-11-20',
    kind: 'given_back',
    document: { id: sampleId(81), number: 12, name: 'Refund 000012' },
    amount: 1500,
    balance: 1500,
  },
  {
    date: '2026-11-21',
    kind: 'paid',
    document: { id: sampleId(82), number: 13, name: 'Receipt 000013' },
    amount: -1000,
    balance: 500,
  },
]

test('gift cards and store credits are listed with the last characters of their number, names, status, amounts and sums', async () => {
  draw([card, credit])
  const row = within(await screen.findByRole('row', { name: /7K2M/ }))
  for (const text of ['Gift card', 'Bea Buyer', 'Ana Cruz', s.states.unused]) expect(row.getByText(text)).toBeTruthy()
  expect(screen.getByRole('row', { name: /XY34/ }).textContent).toContain('₱500.00')
  const sums = screen.getByRole('row', { name: /Total/ }).textContent
  expect(sums).toContain('₱3,500.00')
  expect(sums).toContain('₱2,500.00')
  expect(screen.getByText(s.subtitle(2, '₱2,500.00'))).toBeTruthy()
})

test('the list of gift cards is filtered by kind and status, and says when nothing matches', async () => {
  const { person, router } = draw([], { role: 'admin' })
  expect(await screen.findByText(s.none)).toBeTruthy()
  await choose(person, screen.getByRole('combobox', { name: s.kind }), 'Store credit')
  await choose(person, screen.getByRole('combobox', { name: s.state }), s.states.used_up)
  expect(await screen.findByText(s.noneMatch)).toBeTruthy()
  await waitFor(() => expect(router.state.location.search).toBe('?kind=store_credit&state=used_up'))
})

test('the details of a store credit show each change of its balance with a link to the receipt', async () => {
  const { person } = draw([credit])
  answer(cardListContract.entries, { data: entries })
  await person.click(await screen.findByRole('button', { name: s.detailsOf('…XY34') }))
  const dialog = within(await screen.findByRole('dialog', { name: s.cardTitle('Store credit', '…XY34') }))
  expect(await dialog.findByText(s.opened)).toBeTruthy()
  const paid = within(dialog.getByRole('row', { name: /Receipt 000013/ }))
  expect(paid.getByText(s.entryKinds.paid)).toBeTruthy()
  expect(paid.getByText(/^.₱1,000.00$/)).toBeTruthy()
  expect(paid.getByRole('link').getAttribute('href')).toBe(`/cashier/transactions?search=%2313&receipt=${sampleId(82)}`)
  expect(dialog.queryByRole('button', { name: prepaidMessages.void })).toBeNull()
})

test('an admin voids an unused gift card from its details', async () => {
  const { person } = draw([card], { role: 'admin' })
  const sold = { date: '2026-11-21', kind: 'sold' as const, document: null, amount: 2000, balance: 2000 }
  answer(cardListContract.entries, { data: [sold] })
  await person.click(await screen.findByRole('button', { name: s.detailsOf('…7K2M') }))
  await person.click(await screen.findByRole('button', { name: prepaidMessages.void }))
  await person.type(await screen.findByRole('textbox', { name: /^Reason/ }), 'Bought twice')
  refuse(prepaidContract.voidCard, { status: 409, code: 'conflict', message: prepaidMessages.voidUnusedOnly })
  await person.click(screen.getAllByRole('button', { name: prepaidMessages.void }).at(-1)!)
  expect(await screen.findByText(prepaidMessages.voidUnusedOnly)).toBeTruthy()
  expect(sentBodies.at(-1)).toMatchObject({ reason: 'Bought twice' })
})

test('the page says that the gift cards could not be loaded, and offers to try again', async () => {
  refuse(cardListContract.list)
  drawScreen(<GiftCardsPage />, { role: 'cashier' })
  expect(await screen.findByText(s.failed)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
