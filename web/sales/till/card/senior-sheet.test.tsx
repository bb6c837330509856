import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { cardContract } from '#shared/sales/till-contract.ts'

import { answer, choose, drawScreen } from '#web/test/screen.tsx'
import { add, addTo, glow, key, light, peel } from '#web/sales/till/order-samples.ts'
import { currentOrder, dispatchOrder, useOrder } from '#web/sales/till/order-store.ts'
import { OrderTable } from '#web/sales/till/order-table.tsx'
import { orderTotals } from '#web/sales/till/order-charge.ts'
import { checkoutBodyOf } from '#web/sales/till/payment/payment.ts'
import { SeniorSheet } from './senior-sheet.tsx'

const whole = [{ card: 0, quantity: 1, addOns: [] }]
const consultation = { ...peel, name: 'Consultation', price: 250_000, isEligible: true }

beforeEach(() => {
  dispatchOrder({ type: 'next', key })
  dispatchOrder(add(consultation))
  dispatchOrder(add(glow))
  answer(cardContract.terms, { data: { is_vat_registered: true, card: null } })
})

function Sheet({ kind }: { kind?: 'pwd' }) {
  return <SeniorSheet open order={useOrder()} buyer={null} kind={kind} onClose={() => undefined} />
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) })
const apply = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Apply Discount' })

test('the form for a Senior or PWD card opens with the kind that was chosen as the reason of a discount', async () => {
  drawScreen(<Sheet kind="pwd" />)
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'PWD' })).ariaChecked).toBe('true')
  expect(screen.queryByLabelText(/^Birth date/)).toBeNull()
})

test('a Senior Citizen card is entered, the calculation is shown, and the order uses it', async () => {
  const { person } = drawScreen(<Sheet />)
  expect(await screen.findByText('Price, VAT included')).toBeTruthy()
  for (const amount of ['−₱267.86', '₱2,232.14', '−₱446.43', '₱1,785.71']) expect(screen.getByText(amount)).toBeTruthy()
  await person.click(apply())
  expect(screen.getByText('Enter the name on the Senior Citizen or PWD card.')).toBeTruthy()
  expect(document.activeElement).toBe(box('ID number'))
  await person.type(box('ID number'), 'QC-0148-22719')
  await person.type(screen.getByLabelText(/^Birth date/), '1990-03-14')
  await person.type(box('Name on the ID'), 'Corazon M. Villanueva')
  await person.click(apply())
  expect(screen.getByText('A Senior Citizen is 60 or older.')).toBeTruthy()
  expect(currentOrder().cards).toEqual([])
  await person.clear(screen.getByLabelText(/^Birth date/))
  await person.type(screen.getByLabelText(/^Birth date/), '1959-03-14')
  expect(screen.getByRole('checkbox', { name: /Hydra glow/ }).getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('₱4,286.21')).toBeTruthy()
  await person.click(apply())
  const order = currentOrder()
  expect(orderTotals(order).total).toBe(428_621)
  const buyer = { userId: null, name: 'Corazon', email: null, contactNumber: null, appointmentId: null }
  const body = checkoutBodyOf({ ...order, method: 'cash' }, buyer, { reference: '', received: 428_621, at: new Date() })
  expect(body.senior_pwd_cards).toEqual([
    { kind: 'senior', id_number: 'QC-0148-22719', name: 'Corazon M. Villanueva', birth_date: '1959-03-14', tin: null },
  ])
  expect(body.treatments.map((line) => line.senior_pwd_pieces)).toEqual([
    [{ card: 0, quantity: 1, keeps_promo: false, addOns: [] }],
    undefined,
  ])
  expect(body.total_after_discount).toBe(4286.21)
})

test('a PWD card has no birth date, and in a clinic without VAT it reduces the price by 20 %', async () => {
  answer(cardContract.terms, { data: { is_vat_registered: false, card: null } })
  const { person } = drawScreen(<Sheet />)
  await person.click(await screen.findByRole('radio', { name: 'PWD' }))
  expect(screen.queryByLabelText(/^Birth date/)).toBeNull()
  expect(screen.getByText('−₱500.00')).toBeTruthy()
  expect(screen.queryByText('Less VAT in the price')).toBeNull()
})

test('a promo price that is lower than the price with the Senior or PWD card still applies, and the form shows both prices', async () => {
  const discount = { unit: 'percent', amount: '', percent: '50', reason: 'Promo' } as const
  dispatchOrder({ type: 'line-entries', serviceId: consultation.serviceId, entries: { discount } })
  drawScreen(<Sheet />)
  expect(
    await screen.findByText(
      'Only one discount counts: the price is ₱1,116.07 with the promo and ₱1,785.71 with the card.',
    ),
  ).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: /Consultation/ }).getAttribute('aria-checked')).toBe('true')
})

test('a discount of the order that is better than that of the Senior or PWD card still applies', async () => {
  answer(cardContract.terms, { data: { is_vat_registered: false, card: null } })
  dispatchOrder({ type: 'discount', changes: { isOn: true, unit: 'percent', percent: '30' } })
  drawScreen(<Sheet />)
  expect(
    await screen.findByText(
      'Only one discount counts: the price is ₱1,750.00 with the promo and ₱2,000.00 with the card.',
    ),
  ).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: /Consultation/ }).getAttribute('aria-checked')).toBe('true')
})

test('₱750 off an order of ₱2,500 is deducted before VAT is removed: the form shows ₱1,562.50 (₱1,750 without its VAT) as the promo price and as the new total', async () => {
  dispatchOrder({ type: 'remove-service', serviceId: glow.serviceId })
  dispatchOrder({ type: 'discount', changes: { isOn: true, unit: 'pesos', amount: '750' } })
  drawScreen(<Sheet />)
  expect(
    await screen.findByText(
      'Only one discount counts: the price is ₱1,562.50 with the promo and ₱1,785.71 with the card.',
    ),
  ).toBeTruthy()
  expect(screen.getByText('−₱669.64')).toBeTruthy()
  expect(screen.getAllByText('₱1,562.50')).toHaveLength(2)
})

test('a promo that is better than a PWD card keeps the card’s VAT exemption: ₱2,500.00 with 30 % off is ₱1,562.50, also in the request', () => {
  const discount = { unit: 'percent', amount: '', percent: '30', reason: 'Promo' } as const
  const { serviceId } = consultation
  dispatchOrder({ type: 'remove-service', serviceId: glow.serviceId })
  dispatchOrder({ type: 'line-entries', serviceId, entries: { discount } })
  const card = {
    kind: 'pwd',
    idNumber: '13-7404-1',
    name: 'Ana',
    birthDate: null,
    tin: '',
    isVatRegistered: true,
  } as const
  dispatchOrder({ type: 'cards', cards: [card], pieces: { [serviceId]: whole } })
  const order = currentOrder()
  expect(orderTotals(order).total).toBe(156_250)
  const buyer = { userId: null, name: 'Ana', email: null, contactNumber: null, appointmentId: null }
  const body = checkoutBodyOf({ ...order, method: 'cash' }, buyer, { reference: '', received: 156_250, at: new Date() })
  expect(body.treatments[0]).toMatchObject({
    discount_percent: 30,
    senior_pwd_pieces: [{ card: 0, quantity: 1, keeps_promo: true }],
  })
})

test('a discount card is removed from the order with the last service that it applies to', () => {
  const card = { kind: 'pwd', idNumber: '1', name: 'Ana', birthDate: null, tin: '', isVatRegistered: true } as const
  dispatchOrder({ type: 'cards', cards: [card], pieces: { [consultation.serviceId]: whole } })
  expect(currentOrder().cards).toEqual([card])
  dispatchOrder({ type: 'remove-service', serviceId: consultation.serviceId })
  expect(currentOrder().cards).toEqual([])
})

test('a second holder’s card takes one piece from the first holder’s card, and the order shows who covers what', async () => {
  const { serviceId } = consultation
  dispatchOrder({ type: 'remove-service', serviceId: glow.serviceId })
  dispatchOrder(addTo(light))
  dispatchOrder({ type: 'service-quantity', serviceId, quantity: 3 })
  const { person } = drawScreen(
    <>
      <Sheet />
      <Table />
    </>,
  )
  await person.type(await screen.findByRole('textbox', { name: /^ID number/ }), 'QC-0148-22719')
  await person.type(screen.getByLabelText(/^Birth date/), '1959-03-14')
  await person.type(box('Name on the ID'), 'Corazon Villanueva')
  await person.click(screen.getByRole('button', { name: 'Add another card' }))
  expect(document.activeElement).toBe(box('ID number'))
  expect(box('ID number').value).toBe('')
  expect(screen.getByText('2 × Corazon Villanueva, 1 × Card 2')).toBeTruthy()
  await person.click(apply())
  expect(document.activeElement).toBe(box('ID number'))
  await person.click(screen.getByRole('radio', { name: 'PWD' }))
  await person.type(box('ID number'), '13-7404-000-0000123')
  await person.type(box('Name on the ID'), 'Bianca Peña')
  await person.type(box('TIN'), '12')
  await person.click(screen.getByRole('checkbox', { name: /LED light/ }))
  expect(within(screen.getByRole('dialog')).getByText('1 × Bianca Peña')).toBeTruthy()
  await person.click(screen.getByRole('radio', { name: 'Corazon Villanueva' }))
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'One less Consultation' }))
  expect(screen.getByText('1 × Corazon Villanueva, 1 × Bianca Peña, 1 × no Senior or PWD card')).toBeTruthy()
  expect(screen.getByText('1 × Consultation, Corazon Villanueva')).toBeTruthy()
  await person.click(apply())
  expect(screen.getByText('Enter nine digits, for example 123-456-789.')).toBeTruthy()
  await person.type(box('TIN'), '3-456-789')
  await person.click(apply())
  const order = currentOrder()
  expect(order.cards.map(({ tin }) => tin)).toEqual(['', '123-456-789'])
  expect(orderTotals(order).total).toBe(2 * 178_571 + 250_000 + 25_000)
  const table = within(screen.getByRole('table', { hidden: true }))
  for (const name of ['Corazon Villanueva', 'Bianca Peña'])
    expect(table.getByText(`1 × ${name}: less ₱714.29`)).toBeTruthy()
  expect(table.getByText('1 × Bianca Peña')).toBeTruthy()
})

test('when one of several Senior or PWD cards is edited or removed, the order keeps the other cards', async () => {
  const { serviceId } = consultation
  dispatchOrder({ type: 'service-quantity', serviceId, quantity: 2 })
  const card = { kind: 'pwd', birthDate: null, tin: '', isVatRegistered: true } as const
  const [ana, bea] = [
    { ...card, idNumber: '13-7404-1', name: 'Ana Cruz' },
    { ...card, idNumber: '13-7404-2', name: 'Bea Tan' },
  ]
  const pieces = [0, 1].map((of) => ({ card: of, quantity: 1, addOns: [] }))
  dispatchOrder({ type: 'cards', cards: [ana, bea], pieces: { [serviceId]: pieces } })
  const { person } = drawScreen(<Sheet />)
  await person.click(await screen.findByRole('radio', { name: 'Bea Tan' }))
  await person.clear(box('ID number'))
  await person.type(box('ID number'), '13 7404 1')
  await person.click(apply())
  expect(screen.getByText('The same Senior Citizen or PWD card is in the order twice.')).toBeTruthy()
  await person.click(screen.getByRole('radio', { name: 'Ana Cruz' }))
  await person.click(screen.getByRole('button', { name: 'Remove this card' }))
  expect(box('Name on the ID').value).toBe('Bea Tan')
  await person.click(apply())
  expect(currentOrder().cards).toEqual([{ ...bea, idNumber: '13 7404 1' }])
  expect(currentOrder().lines[0]!.pieces).toEqual([{ card: 0, quantity: 1, addOns: [] }])
})

test('with a PWD card entered, choosing the discount reason Senior Citizen adds a Senior Citizen card', async () => {
  const { serviceId } = consultation
  dispatchOrder({ type: 'service-quantity', serviceId, quantity: 2 })
  const ana = {
    kind: 'pwd',
    idNumber: '13-7404-1',
    name: 'Ana',
    birthDate: null,
    tin: '',
    isVatRegistered: true,
  } as const
  dispatchOrder({ type: 'cards', cards: [ana], pieces: { [serviceId]: whole } })
  drawScreen(<SeniorSheet open order={currentOrder()} buyer={null} kind="senior" onClose={() => undefined} />)
  expect((await screen.findByRole('radio', { name: 'Card 2' })).ariaChecked).toBe('true')
  expect(screen.getByText('1 × Ana, 1 × Card 2')).toBeTruthy()
})

const openCard = vi.fn()
function Table() {
  return <OrderTable order={useOrder()} lastTap={null} onSenior={openCard} />
}

test('the form for the discount of a line opens below the line, also by keyboard, and the line shows the reduced price', async () => {
  const { person } = drawScreen(<Table />)
  const opener = screen.getByRole('button', { name: 'Discount on Hydra glow' })
  opener.focus()
  await person.keyboard('{Enter}')
  const fields = screen.getByRole('group', { name: 'Discount on Hydra glow' })
  await person.type(within(fields).getByRole('textbox'), '12.5')
  expect(within(fields).getByText('Less ₱312.56: ₱2,187.94 to pay')).toBeTruthy()
  await person.click(within(fields).getByRole('button', { name: '20%' }))
  await choose(person, within(fields).getByRole('combobox', { name: 'Reason' }), 'Staff')
  await person.click(within(fields).getByRole('button', { name: 'Done' }))
  expect(document.activeElement).toBe(opener)
  expect(screen.getByText('Less ₱500.10, Staff')).toBeTruthy()
  expect(screen.getByText('₱2,000.40')).toBeTruthy()
})
