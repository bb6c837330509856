import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { cardMessages } from '#shared/sales/messages.ts'
import { cardContract } from '#shared/sales/till-contract.ts'
import { answer, drawScreen } from '#web/test/screen.tsx'
import { OrderDiscount, OrderDiscounts } from './order-discount.tsx'
import { add, glow, key, peel } from './order-samples.ts'
import { LineDiscountFields } from './line-discount.tsx'
import { currentOrder, dispatchOrder, useOrder } from './order-store.ts'

/** Starts an order with a subtotal of ₱4,000.50. */
beforeEach(() => {
  openCard.mockReset()
  dispatchOrder({ type: 'next', key })
  dispatchOrder(add(peel))
  dispatchOrder(add(glow))
})

const openCard = vi.fn()

function Panel() {
  const order = useOrder()
  return <OrderDiscount order={order} onSenior={openCard} />
}

function Discounts() {
  return <OrderDiscounts order={useOrder()} onSenior={openCard} />
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const radio = (name: string) => screen.getByRole('radio', { name })

test('a discount of the order is typed in pesos or percent, and each unit keeps its typed value when the other is chosen', async () => {
  const { person } = drawScreen(<Panel />)
  await person.click(radio('Yes'))
  expect(document.activeElement).toBe(box('Discount amount'))
  await person.keyboard('500')
  expect(screen.getByText('Max ₱4,000.50')).toBeTruthy()
  await person.click(radio('%'))
  expect(document.activeElement).toBe(box('Discount percentage'))
  expect(screen.getByText('Max 100%')).toBeTruthy()
  await person.keyboard('12.5')
  expect(screen.getByText('12.5% of ₱4,000.50 is ₱500.06')).toBeTruthy()
  await person.keyboard('0.')
  expect(screen.getByText('Enter a percentage from 0 to 100, for example 10 or 12.5.')).toBeTruthy()
  expect(box('Discount percentage').getAttribute('aria-invalid')).toBe('true')
  await person.click(radio('₱'))
  expect(box('Discount amount').value).toBe('500.00')
  await person.click(radio('No'))
  expect(box('Discount amount').disabled).toBe(true)
  await person.click(radio('Yes'))
  expect(box('Discount amount').value).toBe('500.00')
})

test('a common percentage is applied as discount of the order with one press', async () => {
  const { person } = drawScreen(<Panel />)
  await person.click(radio('Yes'))
  await person.click(screen.getByRole('button', { name: '10%' }))
  expect(screen.getByText('10% of ₱4,000.50 is ₱400.05')).toBeTruthy()
  expect(screen.getByRole('button', { name: '10%' }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole('button', { name: '20%' }).getAttribute('aria-pressed')).toBe('false')
})

test('if a card holder pays no VAT, the hint below the discount of an order says by how much the discount lowers the total', async () => {
  const card = { kind: 'pwd', idNumber: '1', name: 'Ana', birthDate: null, tin: '', isVatRegistered: true } as const
  dispatchOrder({ type: 'next', key })
  dispatchOrder(add({ ...peel, price: 250_000, isEligible: true }))
  const pieces = { [peel.serviceId]: [{ card: 0, quantity: 1, addOns: [] }] }
  dispatchOrder({ type: 'cards', cards: [card], pieces })
  const { person } = drawScreen(<Panel />)
  await person.click(radio('Yes'))
  await person.keyboard('750')
  expect(screen.getByText('Max ₱2,500.00. The discount without VAT is ₱669.64.')).toBeTruthy()
  await person.click(radio('%'))
  await person.keyboard('30')
  expect(screen.getByText('30% of ₱2,500.00 is ₱750.00. The discount without VAT is ₱669.64.')).toBeTruthy()
  await person.click(radio('₱'))
  await person.clear(box('Discount amount'))
  await person.type(box('Discount amount'), '9999')
  expect(screen.getByText('Only ₱2,232.14 is taken off: a discount never exceeds the subtotal.')).toBeTruthy()
})

test('the reasons Senior Citizen and PWD open the form for the card, and are refused where no service is eligible', async () => {
  const { person } = drawScreen(<Panel />)
  await person.click(radio('Yes'))
  const choose = async (reason: string) => {
    await person.click(screen.getByRole('combobox', { name: 'Reason' }))
    await person.click(await screen.findByRole('option', { name: reason }))
  }
  await choose('Senior Citizen')
  expect(screen.getByRole('alert').textContent).toBe(cardMessages.noneEligible)
  expect(openCard).not.toHaveBeenCalled()
  await choose('Promo')
  expect(screen.queryByRole('alert')).toBeNull()
  dispatchOrder({ type: 'next', key })
  dispatchOrder(add({ ...peel, isEligible: true }))
  dispatchOrder({ type: 'discount', changes: { isOn: true } })
  await choose('PWD')
  expect(openCard.mock.calls).toEqual([['pwd']])
  expect(currentOrder().discount.reason).toBeNull()
})

test('the reasons Senior Citizen and PWD of a line open the form for the card, and are refused if the service is not eligible', async () => {
  const line = (isEligible: boolean) => ({ ...peel, quantity: 1, addOns: [], isEligible })
  const onSenior = vi.fn()
  const fields = (isEligible: boolean) => (
    <LineDiscountFields line={line(isEligible)} onDone={() => undefined} onSenior={onSenior} />
  )
  const choose = async (person: ReturnType<typeof drawScreen>['person']) => {
    await person.click(screen.getByRole('combobox', { name: 'Reason' }))
    await person.click(await screen.findByRole('option', { name: 'Senior Citizen' }))
  }
  const { person } = drawScreen(fields(false))
  await choose(person)
  expect(screen.getByRole('alert').textContent).toBe(cardMessages.notEligible(peel.name))
  expect(onSenior).not.toHaveBeenCalled()
  cleanup()
  await choose(drawScreen(fields(true)).person)
  expect(onSenior.mock.calls).toEqual([['senior']])
})

test('the Senior Citizen and PWD cards of an order are listed by holder, and are changed together or all removed', async () => {
  answer(cardContract.terms, { data: { is_vat_registered: true, card: null } })
  dispatchOrder({ type: 'next', key })
  dispatchOrder(add({ ...peel, isEligible: true }))
  dispatchOrder({ type: 'service-quantity', serviceId: peel.serviceId, quantity: 2 })
  const card = { birthDate: null, tin: '', isVatRegistered: true }
  dispatchOrder({
    type: 'cards',
    cards: [
      { ...card, kind: 'pwd', idNumber: '13-7404-1', name: 'Ana Cruz' },
      { ...card, kind: 'senior', idNumber: 'QC-22', name: 'Lola Iñez' },
    ],
    pieces: { [peel.serviceId]: [0, 1].map((of) => ({ card: of, quantity: 1, addOns: [] })) },
  })
  const { person } = drawScreen(<Discounts />)
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'PWD Ana Cruz',
    'Senior Citizen Lola Iñez',
  ])
  await person.click(screen.getByRole('button', { name: 'Change cards' }))
  expect(openCard).toHaveBeenCalled()
  await person.click(screen.getByRole('button', { name: 'Remove all Senior / PWD cards' }))
  expect(currentOrder()).toMatchObject({ cards: [], lines: [{ quantity: 2 }] })
  expect(currentOrder().lines[0]).not.toHaveProperty('pieces')
})
