import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { appointmentsContract, type StaffAppointment } from '#shared/appointments/contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { sendWithReason } from '#web/alerts/ask-reason.ts'
import {
  addOn,
  client,
  listOf,
  page,
  sampleContact,
  sampleId,
  service,
  treatment,
  visit as sampleVisit,
} from '#web/test/samples.ts'
import { answer, asked, drawScreen, loseConnection, refuse, sentBodies } from '#web/test/screen.tsx'
import { AddOnsDialog } from '#web/sales/till/services/add-ons-dialog.tsx'
import CheckoutPage from './checkout-page.tsx'
import { newOrder, type Order } from './order.ts'
import { NewWalkInDialog } from '#web/sales/till/payment/new-walk-in-dialog.tsx'
import { PaymentDialog } from '#web/sales/till/payment/payment-dialog.tsx'

const close = () => undefined
const line = {
  serviceId: service.id,
  name: service.service_name,
  treatmentId: treatment.id,
  treatmentName: 'Facials',
  price: 150_000,
  quantity: 1,
  addOns: [],
}
const order: Order = { ...newOrder(sampleId(99)), lines: [line], method: 'cash' }
const visit: StaffAppointment = { ...sampleVisit, status: 'confirmed' }

test('no add-on can be chosen before a service is in the order, and the dialog says why', async () => {
  answer(catalogueContract.addOns, listOf(addOn))
  drawScreen(<AddOnsDialog open onClose={close} order={newOrder(sampleId(99))} />, { role: 'cashier' })
  expect(await screen.findByText('No Service Selected')).toBeTruthy()
  expect(screen.getByText('Please select services first before selecting add-on')).toBeTruthy()
  expect((await screen.findByRole('checkbox', { name: /Eye Mask/ })).getAttribute('aria-disabled')).toBe('true')
})

test('a walk-in who cannot be created at the till shows an error', async () => {
  refuse(clientsContract.create, { status: 409, message: 'Not now.' })
  const { person } = drawScreen(<NewWalkInDialog open initialName="Rosa Lim" onClose={close} onReady={close} />, {
    role: 'cashier',
  })
  await person.click(await screen.findByRole('button', { name: 'Add Client' }))
  expect(await screen.findByText('Failed to create walk-in client.')).toBeTruthy()
})

test('a walk-in entered without a connection is kept, and saved when the connection is back', async () => {
  loseConnection(clientsContract.create)
  const ready = vi.fn()
  const { person } = drawScreen(<NewWalkInDialog open initialName="Rosa Lim" onClose={close} onReady={ready} />, {
    role: 'cashier',
  })
  const number = await screen.findByRole('textbox', { name: /Contact Number/ })
  await person.type(number, '0917 555 1234')
  await person.click(screen.getByRole('button', { name: 'Add Client' }))
  expect(await screen.findByText('Failed to create walk-in client.')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Client Name/ }).value).toBe('Rosa Lim')
  expect((number as HTMLInputElement).value).toBe('0917 555 1234')
  answer(clientsContract.create, { data: client, default_password: null })
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Add Client' }).getAttribute('aria-disabled')).toBeNull(),
  )
  await person.click(screen.getByRole('button', { name: 'Add Client' }))
  await waitFor(() => expect(ready).toHaveBeenCalledTimes(1))
  expect(sentBodies.at(-1)).toMatchObject({ name: 'Rosa Lim', contact_number: '0917 555 1234' })
})

/** Opens the dialog for a new client with an appointment to pay and this received amount. */
async function openPayment(received: string) {
  const send = vi.fn()
  answer(appointmentsContract.payable, { appointments: [visit], total: 1, ...page })
  answer(clientsContract.contacts, { data: [sampleContact()], total: 1, ...page })
  const payment = { send, isSending: false, recorded: vi.fn() }
  const { person } = drawScreen(
    <PaymentDialog open order={order} buyer={null} payment={payment} onClose={close} onOutcome={close} />,
    { role: 'cashier' },
  )
  const name = await screen.findByLabelText(/^Customer Name/)
  await person.type(name, client.name)
  const amount = screen.getByLabelText<HTMLInputElement>(/^Amount Received/)
  await waitFor(() => expect(amount.disabled).toBe(false))
  await person.type(amount, received)
  const confirm = () => person.click(screen.getByRole('button', { name: 'Confirm Payment' }))
  return { person, name, send, confirm }
}

test('a payment for a name not chosen from the list is not sent', async () => {
  const { person, name, send, confirm } = await openPayment('1500')
  await person.type(name, ' Nobody')
  await confirm()
  expect(await screen.findByText('Please select a valid customer from the dropdown.')).toBeTruthy()
  expect(send).not.toHaveBeenCalled()
})

test('a payment of less than the amount due is not sent', async () => {
  const { send, confirm } = await openPayment('1499')
  await confirm()
  const sentence = 'Received amount must be greater than or equal to the total after discount.'
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(send).not.toHaveBeenCalled()
})

test('a payment of an existing client needs a choice of appointment', async () => {
  const { person, send, confirm } = await openPayment('1500')
  // The typed name stays and is searched for among existing clients.
  await person.click(screen.getByRole('radio', { name: 'Existing Client' }))
  expect(await screen.findByRole('radio', { name: 'No appointment (walk-in visit)' })).toBeTruthy()
  await confirm()
  expect(await screen.findByText('Please select a valid appointment.')).toBeTruthy()
  expect(send).not.toHaveBeenCalled()
})

test('the menu of the till reloads the treatments and opens the appointments, each with a message, and has links to the transactions and clients', async () => {
  answer(catalogueContract.treatments, listOf(treatment))
  answer(catalogueContract.services, listOf(service))
  const { person, router } = drawScreen(<CheckoutPage />, { role: 'cashier', at: '/cashier' })
  const choose = async (item: string) => {
    await person.click(await screen.findByRole('button', { name: 'Menu' }))
    await person.click(await screen.findByRole('menuitem', { name: item }))
  }
  await choose('Reload Page')
  expect(await screen.findByText('Refreshed successfully')).toBeTruthy()
  expect(screen.getByText('Treatment data has been reloaded.')).toBeTruthy()
  expect(asked.filter((call) => call === 'GET /api/treatments').length).toBeGreaterThan(1)
  await choose('Appointments')
  expect(await screen.findByText('Switched successfully')).toBeTruthy()
  expect(screen.getByText('You are now viewing appointments.')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/cashier/appointments')
  for (const [item, path] of [
    ['Transactions', '/cashier/transactions'],
    ['Client History', '/cashier/clients'],
  ] as const) {
    await choose(item)
    expect(router.state.location.pathname).toBe(path)
  }
  await person.click(await screen.findByRole('button', { name: 'Menu' }))
  expect(await screen.findByRole('menuitem', { name: 'Log Out' })).toBeTruthy()
})

test('a service without add-ons says so in the dialog of the add-ons', async () => {
  answer(catalogueContract.addOns, listOf())
  drawScreen(<AddOnsDialog open onClose={close} order={order} />, { role: 'cashier' })
  expect(await screen.findByText('No add-ons available')).toBeTruthy()
})

test('the till’s menu opens the dialog in which staff book a visit', async () => {
  answer(catalogueContract.treatments, listOf(treatment))
  answer(catalogueContract.services, listOf(service))
  const { person } = drawScreen(<CheckoutPage />, { role: 'cashier', at: '/cashier' })
  await person.click(await screen.findByRole('button', { name: 'Menu' }))
  await person.click(await screen.findByRole('menuitem', { name: 'New Appointment' }))
  expect(await screen.findByRole('dialog', { name: 'Schedule New Appointment' })).toBeTruthy()
})

test('if a visit that is booked at the till is refused because of an alert, the till asks for the reason', async () => {
  answer(catalogueContract.treatments, listOf(treatment))
  answer(catalogueContract.services, listOf(service))
  const { person } = drawScreen(<CheckoutPage />, { role: 'cashier', at: '/cashier', keepsCharts: true })
  await screen.findByRole('button', { name: 'Menu' })
  const questions = [{ kind: 'alert', key: 'alert:1', alert_kind: 'isotretinoin', text: null, treatments: ['Peels'] }]
  const refusal = new ApiError(409, 'needs_reason', 'Give a reason', { data: { questions } })
  const sent = sendWithReason('booked', (override) => (override ? Promise.resolve(override) : Promise.reject(refusal)))
  const dialog = within(await screen.findByRole('dialog', { name: 'Book this visit anyway?' }))
  await person.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Only the chin')
  await person.click(dialog.getByRole('button', { name: 'Book anyway' }))
  expect(await sent).toEqual({ reason: 'Only the chin', questions: ['alert:1'] })
})
