import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { drawScreen } from '#web/test/screen.tsx'
import { OrderDiscount } from './order-discount.tsx'
import { add, glow, key, peel } from './order-samples.ts'
import { dispatchOrder, useOrder } from './order-store.ts'

/** Starts an order with a subtotal of ₱4,000.50. */
beforeEach(() => {
  dispatchOrder({ type: 'next', key })
  dispatchOrder(add(peel))
  dispatchOrder(add(glow))
})

function Panel() {
  const order = useOrder()
  return <OrderDiscount order={order} />
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const radio = (name: string) => screen.getByRole('radio', { name })

test('a discount of the order is typed in pesos or percent, with the focus in its field, and typed values are kept', async () => {
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

test('a card discount asks for the card number next, and keeps it while another reason is tried', async () => {
  const { person } = drawScreen(<Panel />)
  await person.click(radio('Yes'))
  const choose = async (reason: string) => {
    await person.click(screen.getByRole('combobox', { name: 'Reason' }))
    await person.click(await screen.findByRole('option', { name: reason }))
  }
  await choose('Senior Citizen')
  const number = await screen.findByRole<HTMLInputElement>('textbox', { name: 'ID number' })
  await expect.poll(() => document.activeElement).toBe(number)
  await person.keyboard('SC-7')
  await choose('Promo')
  expect(screen.queryByRole('textbox', { name: 'ID number' })).toBeNull()
  await choose('PWD')
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'ID number' })).value).toBe('SC-7')
})
