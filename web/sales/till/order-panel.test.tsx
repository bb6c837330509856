import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { addOn, listOf, page, service, treatment } from '#web/test/samples.ts'
import { answer, choose, drawScreen } from '#web/test/screen.tsx'
import CheckoutPage from './checkout-page.tsx'
import { addTo, light } from './order-samples.ts'
import { beginNextOrder, currentOrder, dispatchOrder, orderedServiceOf } from './order-store.ts'

beforeEach(() => {
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  dispatchOrder({ type: 'next', key: crypto.randomUUID() })
  answer(catalogueContract.treatments, listOf(treatment))
  answer(catalogueContract.services, listOf(service))
  answer(catalogueContract.addOns, listOf(addOn))
  answer(appointmentsContract.payable, { appointments: [], total: 0, ...page })
})

const order = () => within(screen.getByRole('complementary', { name: 'Current Order' }))

async function openTill() {
  const { person } = drawScreen(<CheckoutPage />, { role: 'cashier', at: '/cashier' })
  const shelf = await screen.findByRole('group', { name: 'Services' })
  const card = within(shelf).getByRole('button', { name: /Hydra Glow/ })
  return { person, card, press: (name: string | RegExp) => person.click(order().getByRole('button', { name })) }
}

test('a service is in the order only once, and removing it removes its add-ons', async () => {
  const { person, card, press } = await openTill()
  expect(order().getByText('No Items Selected')).toBeTruthy()
  await person.click(card)
  await person.click(card)
  expect(await screen.findByText('Hydra Glow is already in the order.')).toBeTruthy()
  await press('One more Hydra Glow')
  await press('View Add-ons')
  const addOns = within(await screen.findByRole('dialog', { name: 'Select Add-ons' }))
  await person.click(await addOns.findByRole('checkbox', { name: /Eye Mask/ }))
  await person.click(addOns.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(order().getByText('3 items')).toBeTruthy()
  expect(order().getByText('Eye Mask').closest('tr')!.textContent).toContain('for Hydra Glow')
  expect(
    order()
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Del', 'Item', 'Qty', 'Price'])
  await person.click(within(order().getByRole('radiogroup', { name: 'Discount' })).getByRole('radio', { name: 'Yes' }))
  const amount = order().getByRole('textbox', { name: 'Discount amount' })
  await person.type(amount, '100')
  expect(order().getByText('Max ₱3,250.00')).toBeTruthy()
  expect(order().getByText('₱3,150.00')).toBeTruthy()
  expect(order().getByRole('combobox', { name: 'Reason' })).toBeTruthy()
  fireEvent.change(amount, { target: { value: '99999' } })
  const capped = 'Only ₱3,250.00 is taken off: a discount never exceeds the subtotal.'
  expect(await order().findByText(capped)).toBeTruthy()
  await press('Remove Hydra Glow')
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('Its add-ons are removed too: Eye Mask.')).toBeTruthy()
  await person.click(question.getByRole('button', { name: 'Remove' }))
  expect(await order().findByText('No Items Selected')).toBeTruthy()
})

test('clearing an order needs no confirmation, and Undo restores it', async () => {
  const { person, card, press } = await openTill()
  await person.click(card)
  await press('One more Hydra Glow')
  await press('Clear the order')
  expect(await order().findByText('No Items Selected')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(await screen.findByText('The order is cleared.')).toBeTruthy()
  // The button is found by its text, because the toast closes by itself and a search by role takes seconds on a busy
  // machine.
  await person.click(screen.getByText('Undo', { selector: 'button, button *' }))
  expect(await order().findByText('2 items')).toBeTruthy()
})

test('the till says what an order still needs: the payment method, and an eligible service for a Senior or PWD discount', async () => {
  const { person, card } = await openTill()
  await person.click(card)
  expect(order().getByText('Choose how it is paid: Cash, GCash, Maya or Bank.')).toBeTruthy()
  await person.click(within(order().getByRole('radiogroup', { name: 'Discount' })).getByRole('radio', { name: 'Yes' }))
  expect(document.activeElement).toBe(order().getByRole('textbox', { name: 'Discount amount' }))
  await person.keyboard('300')
  await choose(person, order().getByRole('combobox', { name: 'Reason' }), 'Senior Citizen')
  expect(
    await order().findByText(/^No service of this order is eligible for the Senior Citizen and PWD discount\./),
  ).toBeTruthy()
  await person.click(screen.getByRole('radio', { name: 'Cash' }))
  await person.click(screen.getByRole('button', { name: 'Process Payment' }))
  expect(await screen.findByRole('dialog', { name: 'Payment Details' })).toBeTruthy()
})

test('a price that changes during an order is shown before payment', async () => {
  dispatchOrder({ type: 'add-service', service: { ...orderedServiceOf(service), price: 100_000 } })
  dispatchOrder(addTo({ ...light, treatmentId: treatment.id }))
  // The stored order is read again, as after a reload of the page.
  const stored = localStorage.getItem('mutya.order')!
  beginNextOrder()
  expect(currentOrder().lines).toEqual([])
  localStorage.setItem('mutya.order', stored)
  window.dispatchEvent(new StorageEvent('storage', { key: 'mutya.order' }))
  answer(catalogueContract.servicesByIds, { data: [service] })
  const { person, press } = await openTill()
  expect(await order().findByText('Hydra Glow was ₱1,000 and is now ₱1,500.')).toBeTruthy()
  expect(order().getByText('LED light is no longer offered and was removed from the order.')).toBeTruthy()
  await press('OK')
  await waitFor(() => expect(order().queryByText(/and is now/)).toBeNull())
  await person.click(screen.getByRole('radio', { name: 'Cash' }))
  await person.click(screen.getByRole('button', { name: 'Process Payment' }))
  const payment = within(await screen.findByRole('dialog', { name: 'Payment Details' }))
  expect(payment.getAllByText('₱1,500.00').length).toBeGreaterThan(0)
})
