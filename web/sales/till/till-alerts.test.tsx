import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { alertsContract } from '#shared/alerts/contract.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { paymentMessages, tillMessages as s } from '#shared/sales/till-messages.ts'
import { walkInsContract } from '#shared/walk-ins/contract.ts'
import { NewWalkInDialog } from '#web/sales/till/payment/new-walk-in-dialog.tsx'
import { withMorning } from '#web/test/clock.ts'
import {
  client,
  listOf,
  page,
  sampleClientDetail,
  sampleId,
  sampleWalkIn,
  service,
  treatment,
} from '#web/test/samples.ts'
import { answer, answerLater, asked, drawScreen, loseConnection, refuse } from '#web/test/screen.tsx'
import CheckoutPage from './checkout-page.tsx'
import { currentOrder, dispatchOrder, orderedServiceOf } from './order-store.ts'
import { orderedWalkInOf } from './order.ts'

withMorning()

const waiting = sampleWalkIn
const alerts = {
  data: [{ id: sampleId(50), client_id: client.id, kind: 'allergy' as const, text: 'lidocaine', treatments: [] }],
}
const ALERT = 'Allergy: lidocaine'
const UNKNOWN = 'Alerts could not be loaded.'

beforeEach(() => {
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  dispatchOrder({ type: 'next', key: crypto.randomUUID() })
  answer(catalogueContract.treatments, listOf(treatment))
  answer(catalogueContract.services, listOf(service))
  answer(catalogueContract.servicesByIds, { data: [service] })
  answer(appointmentsContract.payable, { appointments: [], total: 0, ...page })
  answer(clientsContract.list, { clients: [client], total: 1, ...page })
  answer(walkInsContract.queue, { data: [waiting] })
  answer(alertsContract.list, alerts)
})

const openTill = (at = '/cashier') => drawScreen(<CheckoutPage />, { role: 'cashier', at, keepsCharts: true }).person
const order = () => within(screen.getByRole('complementary', { name: 'Current Order' }))

async function openPayment(person: ReturnType<typeof openTill>) {
  await person.click(screen.getByRole('radio', { name: 'Cash' }))
  await person.click(screen.getByRole('button', { name: 'Process Payment' }))
  return within(await screen.findByRole('dialog', { name: 'Payment Details' }))
}

test('the alerts of a walk-in are shown in the order and in the payment dialog of the till', async () => {
  const person = openTill(`/cashier?walkin=${waiting.id}`)
  expect(await order().findByText(s.orderFor(client.name))).toBeTruthy()
  expect(await order().findByText(ALERT)).toBeTruthy()
  const payment = await openPayment(person)
  expect(await payment.findByText(ALERT)).toBeTruthy()
})

test('if an earlier version stored the order of a walk-in without the id of the client, the alerts are shown as unknown', async () => {
  dispatchOrder({
    type: 'begin-walk-in',
    key: sampleId(99),
    walkIn: orderedWalkInOf(waiting),
    services: [orderedServiceOf(service)],
  })
  const { walkIn, ...stored } = currentOrder()
  const { client_id: _, ...earlier } = walkIn!
  localStorage.setItem('mutya.order', JSON.stringify({ ...stored, walkIn: earlier }))
  window.dispatchEvent(new StorageEvent('storage', { key: 'mutya.order' }))
  expect(currentOrder().walkIn).toEqual(earlier)
  const person = openTill()
  expect(await order().findByText(UNKNOWN)).toBeTruthy()
  const payment = await openPayment(person)
  expect(payment.getByText(UNKNOWN)).toBeTruthy()
})

test('the bar of the client whom the till’s address names is shown together with the client’s alerts', async () => {
  answer(clientsContract.detail, { data: sampleClientDetail() })
  const arrive = answerLater(alertsContract.list, alerts)
  const person = openTill(`/cashier?client=${client.id}`)
  await waitFor(() => expect(asked).toContain('GET /api/alerts'))
  await waitFor(() => expect(asked).toContain(`GET /api/clients-details/${client.id}`))
  await person.click(within(await screen.findByRole('group', { name: 'Services' })).getByText(service.service_name))
  expect(screen.queryByText(s.orderFor(client.name))).toBeNull()
  act(() => arrive())
  const bar = (await screen.findByText(s.orderFor(client.name))).closest<HTMLElement>('[role="status"]')!
  expect(within(bar).getByText(ALERT)).toBeTruthy()
})

test('without a connection the alerts of a recent client who is chosen for the payment are shown as unknown', async () => {
  loseConnection(alertsContract.list)
  const person = openTill()
  const shelf = await screen.findByRole('group', { name: 'Services' })
  for (const call of ['GET /api/clients', 'GET /api/appointments/requests/count'])
    await expect.poll(() => asked.includes(call)).toBe(true)
  await person.click(within(shelf).getByRole('button', { name: /Hydra Glow/ }))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  const payment = await openPayment(person)
  await person.click(payment.getByRole('radio', { name: 'Existing Client' }))
  await person.type(payment.getByRole('combobox', { name: 'Customer Name' }), 'bianca')
  await person.click(await screen.findByRole('option', { name: /Bianca Garcia/ }))
  expect(await payment.findByText(UNKNOWN)).toBeTruthy()
})

test.each([
  ['the owner of a typed e-mail', true],
  ['a new client', false],
])('for a walk-in who pays at once, the till keeps the id of %s, which their alerts need', async (_, isKnown) => {
  const ready = vi.fn()
  const data = { client_id: client.id, user_id: client.user_id, name: client.name }
  if (isKnown) refuse(clientsContract.create, { status: 409, code: 'conflict', message: 'In use.', data })
  else answer(clientsContract.create, { data: client, default_password: null })
  const { person } = drawScreen(
    <NewWalkInDialog open initialName={client.name} onClose={() => undefined} onReady={ready} />,
    { role: 'cashier' },
  )
  await person.click(await screen.findByRole('button', { name: paymentMessages.addClient }))
  if (isKnown)
    await person.click(await screen.findByRole('button', { name: paymentMessages.chooseThisClient(client.name) }))
  await waitFor(() => expect(ready).toHaveBeenCalledWith(expect.objectContaining({ clientId: client.id })))
})
