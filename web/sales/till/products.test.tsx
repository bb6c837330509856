import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { forSaleContract, type ProductForSale } from '#shared/inventory/for-sale-contract.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { listOf, sampleId, service, treatment } from '#web/test/samples.ts'
import { answer, drawScreen, letPass, stopTime } from '#web/test/screen.tsx'
import { ServiceMenu, useTillCatalogue } from './services/service-menu.tsx'
import { beginNextOrder, currentOrder, repriceOrder, useServiceTap } from './order-store.ts'
import { checkoutBodyOf } from './payment/payment.ts'
import { parseOrder } from './stored-order.ts'
import { useTillKey } from './till-keys.tsx'

const EAN = '4006381333931'
const serum: ProductForSale = {
  id: sampleId(71),
  name: 'Vitamin C serum',
  category_id: sampleId(72),
  category_name: 'Retail',
  price: 950,
  barcode: EAN,
  quantity: -2,
  unit_type: 'pc',
  tax_class: 'exempt',
  senior_pwd_eligible: true,
}
const toner: ProductForSale = { ...serum, id: sampleId(73), name: 'Toner', barcode: null, quantity: 4 }
const pressed = vi.fn()
const none = new Set<string>()

function Till() {
  const { tap } = useServiceTap()
  useTillKey('123', pressed)
  return <ServiceMenu catalogue={useTillCatalogue()} ordered={none} onTap={tap} />
}

beforeEach(() => {
  beginNextOrder()
  answer(catalogueContract.treatments, listOf(treatment))
  answer(catalogueContract.services, listOf(service))
  answer(salesContract.mostSold, { data: [] })
  answer(forSaleContract.products, { data: [toner, serum] })
})

const ordered = () => currentOrder().lines.map(({ name, quantity }) => [name, quantity])
const cards = () => within(screen.getByRole('group', { name: 'Services' })).getAllByRole('button')
/** Types as a hand scanner does, without a pause and with no field in focus. */
const scan = (keys: readonly string[]) =>
  act(() => {
    for (const key of keys)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })

test('products have a tab of their own with their stock and search, are found by name, and pressing a product again adds one more piece', async () => {
  const { person } = drawScreen(<Till />, { role: 'cashier' })
  await person.click(await screen.findByRole('tab', { name: 'Products' }))
  expect(cards().map(({ textContent }) => textContent)).toEqual([
    'Toner₱9504 in stock',
    'Vitamin C serum₱950−2 in stock',
  ])
  await person.click(cards()[0]!)
  await person.click(cards()[0]!)
  const products = screen.getByRole('searchbox', { name: 'Search products...' })
  await person.type(products, 'no such product')
  expect(screen.queryByText('No product matches your search')).not.toBeNull()
  await person.clear(products)
  await person.click(screen.getByRole('tab', { name: 'All' }))
  await person.type(screen.getByRole('searchbox', { name: 'Search services...' }), 'retail serum{Enter}')
  expect(ordered()).toEqual([
    ['Toner', 2],
    ['Vitamin C serum', 1],
  ])
})

test('a clinic without products for sale has no tab for them', async () => {
  answer(forSaleContract.products, { data: [] })
  drawScreen(<Till />, { role: 'cashier' })
  await screen.findByRole('tab', { name: 'Facials' })
  expect(screen.queryByRole('tab', { name: 'Products' })).toBeNull()
})

test('a scanned barcode adds the product to the order without a press, and scanning it again adds one more piece', async () => {
  const { person } = drawScreen(<Till />, { role: 'cashier' })
  await screen.findByRole('tab', { name: 'Products' })
  scan([...EAN, 'Enter'])
  expect(ordered()).toEqual([['Vitamin C serum', 1]])
  await person.click(screen.getByRole('searchbox'))
  await person.keyboard(`${EAN}{Enter}`)
  await person.keyboard(`0${EAN.slice(1)}{Enter}`)
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(`0${EAN.slice(1)}`)
  expect(ordered()).toEqual([['Vitamin C serum', 2]])
  scan([...'73513537', 'Enter'])
  expect(await screen.findByText('No product for sale has the barcode 73513537.')).toBeTruthy()
  expect(pressed).not.toHaveBeenCalled()
})

test('a single typed digit is not taken for a barcode and still works as a keyboard shortcut of the till', async () => {
  drawScreen(<Till />, { role: 'cashier' })
  await screen.findByRole('tab', { name: 'Products' })
  stopTime()
  scan(['2'])
  expect(pressed).not.toHaveBeenCalled()
  await letPass(1)
  expect(pressed.mock.calls).toEqual([['2']])
})

test('a product in an order stored on the device stays a product, gets its new price, and is sent with the kind product', async () => {
  drawScreen(<Till />, { role: 'cashier' })
  await screen.findByRole('tab', { name: 'Products' })
  scan([...EAN, 'Enter'])
  const order = currentOrder()
  expect(parseOrder(JSON.stringify(order))).toEqual(order)
  answer(catalogueContract.servicesByIds, { data: [] })
  answer(catalogueContract.addOns, listOf())
  const reprice = vi.fn()
  repriceOrder(reprice)
  await expect.poll(() => reprice.mock.calls.length).toBe(1)
  const price = { kind: 'product', service_id: serum.id, price: 950, treatment_id: serum.category_id }
  expect(reprice.mock.calls[0]![0]).toMatchObject({ services: [{ service_id: toner.id }, price] })
  const buyer = { userId: null, name: 'Ana', email: null, contactNumber: null, appointmentId: null }
  const payment = { reference: '', received: 95_000, at: new Date('2026-11-21T10:00:00+08:00') }
  const body = checkoutBodyOf({ ...order, method: 'cash' }, buyer, payment)
  expect(body.treatments).toMatchObject([
    { kind: 'product', service_id: serum.id, quantity: 1, price: 950, treatment_id: serum.category_id, addOns: [] },
  ])
})
