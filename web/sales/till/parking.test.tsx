import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { appointmentsContract, type StaffAppointment } from '#shared/appointments/contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { TODAY } from '#web/test/clock.ts'
import { listOf, page, sampleId, service, treatment, visit } from '#web/test/samples.ts'
import { answer, drawScreen } from '#web/test/screen.tsx'
import CheckoutPage from './checkout-page.tsx'
import { dispatchOrder } from './order-store.ts'

const KEPT = 'mutya.parked-orders'
const peel = {
  ...service,
  id: sampleId(14),
  service_id: sampleId(14),
  service_name: 'Diamond Peel',
  service_price: 800,
}

beforeEach(() => {
  localStorage.clear()
  // The event that browsers send when another tab has cleared the storage.
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  dispatchOrder({ type: 'next', key: crypto.randomUUID() })
  answer(catalogueContract.treatments, listOf(treatment))
  answer(catalogueContract.services, listOf(service, peel))
  answer(catalogueContract.addOns, listOf())
  answer(appointmentsContract.payable, { appointments: [], total: 0, ...page })
})

const openTill = () => drawScreen(<CheckoutPage />, { role: 'cashier', at: '/cashier' })
type Person = ReturnType<typeof openTill>['person']
const order = () => within(screen.getByRole('complementary', { name: 'Current Order' }))
const add = async (person: Person, name: string) => {
  const shelf = await screen.findByRole('group', { name: 'Services' })
  await person.click(within(shelf).getByRole('button', { name: new RegExp(name) }))
}
async function park(person: Person, name: string): Promise<void> {
  await person.click(order().getByRole('button', { name: /^Park/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Park the order' })
  await person.type(within(dialog).getByRole('textbox', { name: 'Name' }), name)
  await person.keyboard('{Enter}')
  await screen.findByText('No Items Selected')
}

test('several orders are parked by name or time, stored on the device, and resumed with all their contents', async () => {
  vi.setSystemTime(new Date('2026-11-21T14:31:00+08:00'))
  const { person } = openTill()
  await add(person, 'Hydra Glow')
  await person.click(screen.getByRole('button', { name: 'One more Hydra Glow' }))
  await park(person, 'Ms. Santos')
  await add(person, 'Diamond Peel')
  await park(person, ' ')
  expect(order().getByRole('button', { name: 'Resume Ms. Santos, 2 items, ₱3,000.00' })).toBeTruthy()
  expect(order().getByRole('button', { name: 'Resume Order of 2:31 PM, 1 item, ₱800.00' })).toBeTruthy()
  expect(JSON.parse(localStorage.getItem(KEPT)!)).toHaveLength(2)

  answer(catalogueContract.servicesByIds, { data: [service] })
  await person.click(order().getByRole('button', { name: /^Resume Ms. Santos/ }))
  expect(await order().findByRole('button', { name: 'Remove Hydra Glow' })).toBeTruthy()
  expect(order().getByText('2 items')).toBeTruthy()
  // Resuming the parked order parks the current one again, under the name that it had before.
  answer(catalogueContract.servicesByIds, { data: [peel] })
  await person.keyboard('p')
  const dialog = within(await screen.findByRole('dialog', { name: 'Park the order' }))
  await person.click(dialog.getByRole('button', { name: /^Resume Order of/ }))
  expect(await order().findByRole('button', { name: 'Remove Diamond Peel' })).toBeTruthy()
  expect((JSON.parse(localStorage.getItem(KEPT)!) as { name: string }[]).map(({ name }) => name)).toEqual([
    'Ms. Santos',
  ])
})

test('a till without an order shows first the parked orders and their number, then clients who have to pay, then later visits', async () => {
  vi.setSystemTime(new Date(`${TODAY}T14:31:00+08:00`))
  const visits = [
    { ...visit, id: sampleId(61), name: 'Rosa Lim', status: 'completed' },
    { ...visit, id: sampleId(62), name: 'Pia Santos', status: 'confirmed', arrived_at: `${TODAY}T14:00:00+08:00` },
    { ...visit, id: sampleId(63), name: 'Mina Reyes', status: 'confirmed' },
  ] satisfies StaffAppointment[]
  const appointments = visits.map((each) => ({ ...each, appointment_date: TODAY }))
  answer(appointmentsContract.payable, { appointments, total: 3, ...page })
  const { person } = openTill()
  await add(person, 'Hydra Glow')
  await park(person, 'Ms. Santos')
  const regions = order().getAllByRole('region')
  expect(regions.map((region) => within(region).getByRole('heading').textContent)).toEqual([
    'Parked orders 1',
    'Waiting to pay today',
    'Later today',
  ])
  const [, waiting, later] = regions.map((region) => region.textContent)
  expect(waiting).toMatch(/Rosa Lim.*Pia Santos/)
  expect(later).toMatch(/Mina Reyes/)
  expect(later).not.toMatch(/Rosa|Pia/)
})

test('on resuming a parked order whose prices have changed, a message names the changes, and the current prices are used', async () => {
  const { person } = openTill()
  await add(person, 'Hydra Glow')
  await add(person, 'Diamond Peel')
  await park(person, 'Ms. Santos')
  answer(catalogueContract.servicesByIds, { data: [{ ...service, service_price: 1700 }] })
  await person.click(order().getByRole('button', { name: /^Resume Ms. Santos/ }))
  expect(await order().findByText('Hydra Glow was ₱1,500 and is now ₱1,700.')).toBeTruthy()
  expect(order().getByText('Diamond Peel is no longer offered and was removed from the order.')).toBeTruthy()
  expect(order().getAllByText('₱1,700.00').length).toBeGreaterThan(0)
})

test('a discarded parked order is restored with Undo', async () => {
  const { person } = openTill()
  await add(person, 'Hydra Glow')
  await park(person, 'Ms. Santos')
  await person.click(order().getByRole('button', { name: 'Discard Ms. Santos' }))
  expect(order().queryByText('Parked orders')).toBeNull()
  // Found by text, because the toast disappears after eight seconds and a search by role takes that long on a busy
  // machine.
  await person.click(await screen.findByText('Undo', { selector: 'button, button *' }))
  expect(await order().findByRole('button', { name: /^Resume Ms. Santos/ })).toBeTruthy()
})

test('an order that the device cannot store is not parked and stays the current order', async () => {
  const { person } = openTill()
  await add(person, 'Hydra Glow')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  await person.click(order().getByRole('button', { name: /^Park/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Park the order' }))
  await person.click(dialog.getByRole('button', { name: 'Park' }))
  expect(await screen.findByText('This device cannot park the order. The order stays open.')).toBeTruthy()
  expect(order().getByRole('button', { name: 'Remove Hydra Glow' })).toBeTruthy()
  expect(order().queryByText('Parked orders')).toBeNull()
})
