import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { cashMessages } from '#shared/cash/messages.ts'
import { cashTillMessages as cashTill } from '#shared/cash/till-messages.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { packagesContract, type OfferedPackage, type SoldPackage } from '#shared/prepaid/package-contract.ts'
import { coveredMessages } from '#shared/prepaid/covered-messages.ts'
import { packageMessages as s } from '#shared/prepaid/package-messages.ts'
import { prepaidPaperContract } from '#shared/prepaid/paper-contract.ts'
import { prepaidMessages } from '#shared/prepaid/messages.ts'
import { paymentMessages } from '#shared/sales/till-messages.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { beginNextOrder, dispatchOrder, useOrder } from '#web/sales/till/order-store.ts'
import { PaymentDialog } from '#web/sales/till/payment/payment-dialog.tsx'
import type { PaymentOutcome } from '#web/sales/till/payment/use-payment.ts'
import {
  client,
  page,
  profile,
  sampleContact,
  sampleId,
  service,
  tillWithoutShifts as till,
  treatment,
} from '#web/test/samples.ts'
import { answer, asked, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import { PackagesDialog } from './packages-dialog.tsx'
import { packageReceipt } from './receipt-fixture.ts'
import { SellPackageDialog } from './sell-package-dialog.tsx'

afterEach(() => beginNextOrder())

const offered: OfferedPackage = {
  id: sampleId(81),
  name: 'Glow Package',
  price: 5000,
  services: [{ service_id: service.id, service_name: 'Diamond peel', sessions: 5, price: 1500 }],
  validity: 'sale',
  validity_months: 6,
  is_transferable: false,
  is_active: true,
  version: 3,
}
const choices = [
  { id: service.id, name: 'Diamond peel', price: 1500 },
  { id: sampleId(83), name: 'Hydra glow', price: 2500.5 },
]
const sold: SoldPackage = {
  id: sampleId(82),
  name: 'Glow Package',
  sold_on: '2026-11-21',
  brought_in_on: null,
  price: 5000,
  balance: 3000,
  expires_on: '2027-05-21',
  is_expired: false,
  is_transferable: false,
  number: 7,
  services: [
    {
      service_id: service.id,
      service_name: 'Diamond peel',
      sessions: 5,
      left: [84, 85, 86].map((n) => ({ id: sampleId(n), value: 1000 })),
    },
  ],
}

const settings = (methods: ('cash' | 'gcash' | 'prepaid')[]) =>
  answer(paymentSettingsContract.read, {
    data: { methods, discount_limit: null, qr_ph: null, packages_pro_rata: false, approvers: [], version: 1 },
  })

test('packages are listed with sessions, price and validity, and are added and changed with an error at each wrong field', async () => {
  answer(packagesContract.list, {
    data: [offered, { ...offered, id: sampleId(87), name: 'Old', is_active: false }],
    services: choices,
  })
  const { person } = drawScreen(<PackagesDialog open onClose={() => undefined} />, { role: 'admin' })
  const list = await screen.findByRole('list', { name: s.list })
  const [first, second] = within(list).getAllByRole('listitem')
  expect(first!.textContent).toContain(s.worth('₱7,500.00'))
  expect(first!.textContent).toContain(s.sessionsOf(5, 'Diamond peel'))
  expect(first!.textContent).toContain(s.validFor(s.validities.sale, 6))
  expect(second!.textContent).toContain(s.inactive)
  await person.click(within(first!).getByRole('button', { name: s.editNamed('Glow Package') }))
  const dialog = within(await screen.findByRole('dialog', { name: s.editTitle }))
  const name = dialog.getByRole('textbox', { name: /^Name/ })
  await person.clear(name)
  await person.click(dialog.getByRole('button', { name: s.save }))
  expect(await dialog.findByText(s.nameRequired)).toBeTruthy()
  expect(sentBodies).toEqual([])
  await person.type(name, 'Glow Six')
  answer(packagesContract.save, { data: { ...offered, name: 'Glow Six', version: 4 } })
  await person.click(dialog.getByRole('button', { name: s.save }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: s.editTitle })).toBeNull())
  expect(sentBodies).toEqual([
    {
      name: 'Glow Six',
      price: 5000,
      services: [{ service_id: service.id, sessions: 5 }],
      validity: 'sale',
      validity_months: 6,
      is_transferable: false,
      is_active: true,
    },
  ])
  await person.click(screen.getByRole('button', { name: s.add }))
  const adding = within(await screen.findByRole('dialog', { name: s.add }))
  await person.click(adding.getByRole('button', { name: s.save }))
  for (const sentence of [s.nameRequired, s.priceRequired, s.chooseService])
    expect(await adding.findByText(sentence)).toBeTruthy()
})

test('selling a package requires the choice of a client, the till sends the displayed price, and then shows the receipt to be printed', async () => {
  settings(['cash', 'gcash', 'prepaid'])
  answer(packagesContract.list, {
    data: [{ ...offered, id: sampleId(88), is_active: false }, offered],
    services: choices,
  })
  answer(clientsContract.contacts, { data: [sampleContact()], total: 1, ...page })
  answer(packagesContract.sell, { data: sold })
  answer(clinicContract.read, { data: profile, sends_email: true })
  answer(prepaidPaperContract.packageReceipt, { data: packageReceipt })
  const { person } = drawScreen(<SellPackageDialog open onClose={() => undefined} />)
  const send = await screen.findByRole('button', { name: s.sellFor('₱5,000.00') })
  expect(screen.getAllByRole('radio', { name: /Glow Package/ })).toHaveLength(1)
  await person.click(send)
  expect(await screen.findByText(s.clientRequired)).toBeTruthy()
  expect(sentBodies).toEqual([])
  await person.type(screen.getByRole('combobox', { name: /^Client/ }), client.name)
  await person.click(await screen.findByRole('option', { name: new RegExp(client.name) }))
  await person.type(screen.getByRole('textbox', { name: /^Cash received/ }), '6000')
  expect(screen.getByText(prepaidMessages.changeIs('₱1,000.00'))).toBeTruthy()
  await person.click(send)
  const receipt = within(await screen.findByRole('dialog', { name: s.receipt(7) }))
  expect(await receipt.findByText(s.receiptText)).toBeTruthy()
  expect(sentBodies).toEqual([
    {
      user_id: client.user_id,
      package_id: offered.id,
      price: 5000,
      method: 'cash',
      received: 6000,
      terminal_id: null,
    },
  ])
})

test('if an admin switches the chosen package off meanwhile, the form stays, says so, and another package can be chosen', async () => {
  const other = { ...offered, id: sampleId(88), name: 'Peel Package', price: 3000 }
  settings(['cash', 'gcash', 'prepaid'])
  answer(packagesContract.list, { data: [offered, other], services: choices })
  answer(clientsContract.contacts, { data: [sampleContact()], total: 1, ...page })
  refuse(packagesContract.sell, { status: 409, code: 'conflict', message: 'This package is no longer offered.' })
  const { person } = drawScreen(<SellPackageDialog open onClose={() => undefined} />)
  const send = await screen.findByRole('button', { name: s.sellFor('₱5,000.00') })
  await person.type(screen.getByRole('combobox', { name: /^Client/ }), client.name)
  await person.click(await screen.findByRole('option', { name: new RegExp(client.name) }))
  await person.type(screen.getByRole('textbox', { name: /^Cash received/ }), '5000')
  answer(packagesContract.list, { data: [{ ...offered, is_active: false }, other], services: choices })
  await person.click(send)
  expect(await screen.findByText('This package is no longer offered.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('radio', { name: /Glow Package/ })).toBeNull())
  await person.click(screen.getByRole('radio', { name: /Peel Package/ }))
  expect(await screen.findByText(s.sellFor('₱3,000.00'))).toBeTruthy()
})

test('before a package is sold in a colleague’s shift, the cashier confirms to work in that shift; answering No sends nothing', async () => {
  settings(['cash', 'gcash', 'prepaid'])
  answer(packagesContract.list, { data: [offered], services: choices })
  answer(clientsContract.contacts, { data: [sampleContact()], total: 1, ...page })
  answer(packagesContract.sell, { data: sold })
  const shift = {
    id: sampleId(70),
    cashier_name: 'Carlo Cruz',
    opened_at: '2026-11-21T08:00:00+08:00',
    business_date: '2026-11-21',
  }
  answer(cashContract.till, { data: { ...till, is_on: true, shift, asks_colleague: true, step: 'ready' } })
  answer(cashContract.joinShift, { message: cashMessages.shiftJoined })
  answer(clinicContract.read, { data: profile, sends_email: true })
  answer(prepaidPaperContract.packageReceipt, { data: packageReceipt })
  const { person } = drawScreen(<SellPackageDialog open onClose={() => undefined} />)
  await waitFor(() => expect(asked).toContain('GET /api/cash/till'))
  await person.type(await screen.findByRole('combobox', { name: /^Client/ }), client.name)
  await person.click(await screen.findByRole('option', { name: new RegExp(client.name) }))
  await person.type(screen.getByRole('textbox', { name: /^Cash received/ }), '5000')
  const question = async () => {
    await person.click(screen.getByRole('button', { name: s.sellFor('₱5,000.00') }))
    return within(await screen.findByRole('alertdialog', { name: cashTill.colleagueTitle('Carlo Cruz') }))
  }
  await person.click((await question()).getByRole('button', { name: cashTill.cancel }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sentBodies).toEqual([])
  await person.click((await question()).getByRole('button', { name: cashTill.colleagueYes }))
  expect(await screen.findByRole('dialog', { name: s.receipt(7) })).toBeTruthy()
  expect(asked).toContain(`POST /api/cash/shifts/${shift.id}/colleagues`)
  expect(sentBodies.at(-1)).toMatchObject({ package_id: offered.id, price: 5000 })
})

test('in a clinic without packages the dialog for selling one says where to add a package', async () => {
  settings(['cash', 'prepaid'])
  answer(packagesContract.list, { data: [], services: [] })
  drawScreen(<SellPackageDialog open onClose={() => undefined} />)
  expect(await screen.findByText(s.noPackages)).toBeTruthy()
})

type Send = (body: object) => Promise<PaymentOutcome>

/** The payment dialog for the till's order, with an existing client as buyer. */
function Payment({ send }: { send: Send }) {
  const order = useOrder()
  const buyer = { userId: client.user_id, name: client.name, email: null, contactNumber: null }
  const payment = { send, isSending: false, recorded: vi.fn() }
  return (
    <PaymentDialog open order={order} buyer={buyer} payment={payment} onClose={() => undefined} onOutcome={vi.fn()} />
  )
}

/** Opens the payment of an order of peels for a client with these packages; null lets the call for them fail. */
async function openPayment(packages: SoldPackage[] | null, quantity = 1) {
  settings(['cash', 'gcash', 'prepaid'])
  answer(appointmentsContract.payable, { appointments: [], total: 0, ...page })
  if (packages) answer(packagesContract.ofClient, { data: packages })
  else refuse(packagesContract.ofClient, { status: 500, message: 'Broken.' })
  dispatchOrder({
    type: 'add-service',
    service: {
      serviceId: service.id,
      name: 'Diamond peel',
      treatmentId: treatment.id,
      treatmentName: 'Facials',
      price: 150_000,
    },
  })
  dispatchOrder({ type: 'service-quantity', serviceId: service.id, quantity })
  dispatchOrder({ type: 'method', method: 'cash' })
  const send = vi.fn<Send>(() => Promise.resolve({ kind: 'recorded' }))
  const { person } = drawScreen(<Payment send={send} />)
  await screen.findByRole('radio', { name: 'No appointment (walk-in visit)' })
  return { person, send }
}

test('the payment dialog offers the sessions of a client’s open package; one press pays a service with a session, and nothing is left to pay', async () => {
  const { person, send } = await openPayment([sold])
  expect(await screen.findByText(new RegExp(coveredMessages.covered('Glow Package', 3, 5)))).toBeTruthy()
  await person.click(screen.getByRole('button', { name: s.use }))
  expect(await screen.findByText(s.paid('₱1,000.00'))).toBeTruthy()
  expect(screen.queryByRole('button', { name: s.use })).toBeNull()
  await person.click(screen.getByRole('button', { name: paymentMessages.confirm }))
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1))
  expect(send.mock.calls[0]![0]).toMatchObject({
    treatments: [{ quantity: 1, price: 1500, package_sessions: [sampleId(84)] }],
    total: 1000,
    total_after_discount: 1000,
    received_money: 1000,
    exchange_money: 0,
    payments: [{ method: 'prepaid', amount: 1000, package_id: sold.id }],
  })
})

test('a second piece of a service is paid in money unless another session is used, and a session can be left for another day', async () => {
  const { person, send } = await openPayment([sold], 2)
  await person.click(await screen.findByRole('button', { name: s.use }))
  await person.click(await screen.findByRole('button', { name: s.use }))
  expect(screen.getAllByText(s.paid('₱1,000.00'))).toHaveLength(2)
  await person.click(screen.getAllByRole('button', { name: s.doNotUse })[0]!)
  await person.type(screen.getByRole('textbox', { name: /^Amount Received/ }), '2000')
  await person.click(screen.getByRole('button', { name: paymentMessages.confirm }))
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1))
  expect(send.mock.calls[0]![0]).toMatchObject({
    total: 2500,
    received_money: 3000,
    exchange_money: 500,
    payments: [
      { method: 'prepaid', amount: 1000, package_id: sold.id },
      { method: 'cash', amount: 1500, received: 2000 },
    ],
  })
})

test('an expired package, and one for services that are not in the order, are not offered for payment', async () => {
  const other = { ...sold, id: sampleId(89), services: [{ ...sold.services[0]!, service_id: sampleId(90) }] }
  await openPayment([{ ...sold, is_expired: true }, other])
  await waitFor(() => expect(asked).toContain('GET /api/sold-packages'))
  expect(screen.queryByRole('button', { name: s.use })).toBeNull()
})

test('when the client’s packages cannot be loaded, the till shows an error, and the order can be paid in another way', async () => {
  const { person, send } = await openPayment(null)
  expect(await screen.findByText(s.failed)).toBeTruthy()
  await person.type(screen.getByRole('textbox', { name: /^Amount Received/ }), '1500')
  await person.click(screen.getByRole('button', { name: paymentMessages.confirm }))
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1))
})
