import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { appointmentsContract, type StaffAppointment } from '#shared/appointments/contract.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { cashMessages } from '#shared/cash/messages.ts'
import { cashTillMessages } from '#shared/cash/till-messages.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { TODAY, withMorning } from '#web/test/clock.ts'
import { listOf, page, sale, sampleId, service, treatment, visit as sampleVisit } from '#web/test/samples.ts'
import { answer, answerLater, asked, drawScreen, refuse } from '#web/test/screen.tsx'
import CheckoutPage from './checkout-page.tsx'
import { add, peel } from './order-samples.ts'
import { currentOrder, dispatchOrder } from './order-store.ts'
import { checkoutBodyOf } from './payment/payment.ts'

const visit: StaffAppointment = { ...sampleVisit, name: 'Rosa Lim', appointment_date: TODAY, status: 'confirmed' }
const anybody = { userId: null, name: 'Lia Ramos', email: null, contactNumber: null, appointmentId: null }

withMorning()

beforeEach(() => {
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  dispatchOrder({ type: 'next', key: crypto.randomUUID() })
  answer(catalogueContract.treatments, listOf(treatment))
  answer(catalogueContract.services, listOf(service))
  answer(appointmentsContract.payable, { appointments: [visit], total: 1, ...page })
})

const byIds = `${catalogueContract.servicesByIds.method} ${catalogueContract.servicesByIds.url}`

/** Chooses a visit and, while its services load, adds another client's service to the order. */
async function ringUpMeanwhile() {
  const arrive = answerLater(catalogueContract.servicesByIds, { data: [service] })
  const { person } = drawScreen(<CheckoutPage />, { role: 'cashier', at: '/cashier' })
  await person.click(await screen.findByRole('button', { name: /Rosa Lim/ }))
  await waitFor(() => expect(asked).toContain(byIds))
  act(() => void dispatchOrder(add(peel)))
  arrive()
  return { person, question: within(await screen.findByRole('alertdialog', { name: s.orderUnderWay })) }
}

test('when a visit’s services load late, the till asks before it replaces an order that was started in the meantime', async () => {
  const { person, question } = await ringUpMeanwhile()
  expect(currentOrder().lines.map(({ name }) => name)).toEqual([peel.name])
  await person.click(question.getByRole('button', { name: s.clearAndCharge }))
  await waitFor(() => expect(currentOrder().visit?.id).toBe(visit.id))
  expect(currentOrder().lines.map(({ name }) => name)).toEqual([service.service_name])
})

test('prices that arrive unchanged while a visit’s services load do not make the till ask whether to replace the order', async () => {
  dispatchOrder(add(peel))
  const arrive = answerLater(catalogueContract.servicesByIds, { data: [service] })
  const { person } = drawScreen(<CheckoutPage />, { role: 'cashier', at: `/cashier?visit=${visit.id}` })
  const question = within(await screen.findByRole('alertdialog', { name: s.orderUnderWay }))
  await person.click(question.getByRole('button', { name: s.clearAndCharge }))
  await waitFor(() => expect(asked).toContain(byIds))
  const { serviceId: service_id, name, treatmentId: treatment_id, price } = peel
  const services = [{ service_id, name, treatment_id, price: price / 100 }]
  act(() => void dispatchOrder({ type: 'reprice', prices: { services, add_ons: [] } }))
  arrive()
  await waitFor(() => expect(currentOrder().visit?.id).toBe(visit.id))
})

test('an order started while a visit’s services load is kept if the cashier chooses to keep it', async () => {
  const { person, question } = await ringUpMeanwhile()
  await person.click(question.getByRole('button', { name: s.keepOrder }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(currentOrder()).toMatchObject({ visit: null, lines: [{ name: peel.name }] })
})

test('when the answer to a payment arrives after the till was reopened, the client of the paid order is not put on the next order', async () => {
  dispatchOrder(add(peel))
  const order = dispatchOrder({ type: 'method', method: 'cash' })
  const body = checkoutBodyOf(order, anybody, { reference: '', received: peel.price, at: new Date() })
  dispatchOrder({ type: 'sent', body })
  const arrive = answerLater(salesContract.byKey, { data: sale })
  const { router } = drawScreen(<CheckoutPage />, { role: 'cashier', at: `/cashier?client=${sampleId(53)}` })
  await waitFor(() => expect(asked.some((call) => call.includes(order.key))).toBe(true))
  expect(router.state.location.search).toContain('client=')
  arrive()
  await waitFor(() => expect(currentOrder().saleId).toBe(sale.id))
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('a payment in a colleague’s shift opens only after the cashier has confirmed to work on that shift; answering No sends nothing', async () => {
  const terminal = { id: sampleId(71), name: 'Front desk' }
  const shift = {
    id: sampleId(72),
    cashier_name: 'Carlo Cruz',
    opened_at: `${TODAY}T08:00:00+08:00`,
    business_date: TODAY,
  }
  const till = {
    is_on: true,
    terminals: [{ ...terminal, has_open_shift: true }],
    terminal,
    shift,
    unclosed_date: null,
    can_close_day: false,
    z_reading_id: null,
    step: 'ready' as const,
  }
  answer(cashContract.till, { data: { ...till, asks_colleague: true } })
  answer(cashContract.joinShift, { message: cashMessages.shiftJoined })
  dispatchOrder(add(peel))
  dispatchOrder({ type: 'method', method: 'cash' })
  const { person } = drawScreen(<CheckoutPage />, { role: 'cashier', at: '/cashier' })
  const title = cashTillMessages.colleagueTitle('Carlo Cruz')
  await screen.findByRole('button', { name: cashTillMessages.shiftOn('Carlo Cruz', 'Front desk') })
  const pay = () => person.click(screen.getByRole('button', { name: s.processPayment }))
  await pay()
  const question = within(await screen.findByRole('alertdialog', { name: title }))
  await person.click(question.getByRole('button', { name: cashTillMessages.cancel }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(asked.filter((call) => call.endsWith('/colleagues'))).toEqual([])
  await pay()
  answer(cashContract.till, { data: { ...till, asks_colleague: false } })
  await person.click(await screen.findByRole('button', { name: cashTillMessages.colleagueYes }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
  expect(asked).toContain(`POST /api/cash/shifts/${shift.id}/colleagues`)
})

test('opening a visit’s payment does not replace an order in progress, and a paid or unknown visit shows a message', async () => {
  answer(catalogueContract.servicesByIds, { data: [service] })
  const open = (id: string) => drawScreen(<CheckoutPage />, { role: 'cashier', at: `/cashier?visit=${id}` })
  const ask = async () => within(await screen.findByRole('alertdialog', { name: 'There is an open order' }))
  dispatchOrder(add(peel))
  const first = open(visit.id)
  const question = await ask()
  expect(question.getByText('1 item, ₱1,500.00 would be cleared for the visit of Rosa Lim.')).toBeTruthy()
  await first.person.click(question.getByRole('button', { name: 'Keep the order' }))
  await waitFor(() => expect(first.router.state.location.search).toBe(''))
  expect(currentOrder()).toMatchObject({ visit: null, lines: [{ name: peel.name }] })
  cleanup()

  const { person } = open(visit.id)
  await person.click((await ask()).getByRole('button', { name: 'Clear the order' }))
  const order = within(screen.getByRole('complementary', { name: 'Current Order' }))
  expect(await order.findByText('Order for Rosa Lim')).toBeTruthy()
  expect(order.queryByText(peel.name)).toBeNull()
  await person.click(order.getByRole('button', { name: 'Remove the visit from the order' }))
  await waitFor(() => expect(order.queryByText('Order for Rosa Lim')).toBeNull())
  cleanup()

  // The server finds no visit that is paid or unknown.
  answer(appointmentsContract.payable, { appointments: [], total: 0, ...page })
  open(sampleId(59))
  expect(await screen.findByText('This appointment cannot be paid now.')).toBeTruthy()
  cleanup()
  refuse(appointmentsContract.payable, { status: 422, code: 'validation', message: 'This value is not valid.' })
  open('nonsense')
  expect(await screen.findByText('The visit could not be loaded.')).toBeTruthy()
})
