import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { documentsContract } from '#shared/clinic/documents-contract.ts'
import { depositsContract, type Deposit } from '#shared/deposits/contract.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { prepaidContract, type ClientCredit } from '#shared/prepaid/contract.ts'
import { packagesContract } from '#shared/prepaid/package-contract.ts'
import type { PaymentMethod } from '#shared/sales/payment.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { invoiceMessages } from '#shared/sales/paper/messages.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { paymentMessages, tillMessages } from '#shared/sales/till-messages.ts'
import { paid } from '#web/deposits/desk/deposit-fixture.ts'
import { orderTotals } from '#web/sales/till/order-charge.ts'
import { OrderPanel } from '#web/sales/till/order-panel.tsx'
import { beginNextOrder, currentOrder, dispatchOrder, useOrder } from '#web/sales/till/order-store.ts'
import { PaymentDialog } from '#web/sales/till/payment/payment-dialog.tsx'
import type { PaymentOutcome } from '#web/sales/till/payment/use-payment.ts'
import { client, page, sampleId, service, treatment } from '#web/test/samples.ts'
import { answer, asked, drawScreen, refuse } from '#web/test/screen.tsx'

afterEach(() => beginNextOrder())

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

/** Opens the payment of an order of ₱1,500 for a client with these deposits. */
async function openPayment(
  deposits: Deposit[],
  method: 'cash' | 'gcash' = 'cash',
  credit: ClientCredit[] | 'fails' = [],
  methods: PaymentMethod[] = ['cash', 'gcash', 'prepaid'],
) {
  const settings = { methods, discount_limit: null, qr_ph: null, packages_pro_rata: false, approvers: [], version: 1 }
  answer(paymentSettingsContract.read, { data: settings })
  answer(appointmentsContract.payable, { appointments: [], total: 0, ...page })
  answer(packagesContract.ofClient, { data: [] })
  answer(depositsContract.ofClient, { data: deposits })
  if (credit === 'fails') refuse(prepaidContract.creditOfClient, { message: 'Store credit failed.' })
  else answer(prepaidContract.creditOfClient, { data: credit })
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
  dispatchOrder({ type: 'method', method })
  const send = vi.fn<Send>(() => Promise.resolve({ kind: 'recorded' }))
  const { person } = drawScreen(<Payment send={send} />, { role: 'cashier' })
  await screen.findByRole('radio', { name: 'No appointment (walk-in visit)' })
  await waitFor(() => expect(asked).toContain(`GET /api/clients/${client.user_id}/deposits`))
  return { person, send, confirm: () => person.click(screen.getByRole('button', { name: paymentMessages.confirm })) }
}

const deduct = () => screen.findByRole('button', { name: s.deduct })

test('the payment offers a deposit of the client; one press deducts it, and the rest is paid in money with change', async () => {
  const { person, send, confirm } = await openPayment([paid])
  expect(await screen.findByText(s.offer('₱500.00'))).toBeTruthy()
  await person.click(await deduct())
  const offers = within(screen.getByRole('list', { name: s.moneyPaidAhead }))
  await waitFor(() => expect(offers.getByRole('listitem').textContent).toContain(`${s.deducted} −₱500.00`))
  expect(screen.getByText(s.leftToPay).nextElementSibling!.textContent).toBe('₱1,000.00')
  await person.type(screen.getByRole('textbox', { name: /^Amount Received/ }), '1200')
  await confirm()
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1))
  expect(send.mock.calls[0]![0]).toMatchObject({
    total: 1500,
    received_money: 1700,
    exchange_money: 200,
    payments: [
      { method: 'prepaid', amount: 500, deposit_id: paid.id },
      { method: 'cash', amount: 1000, received: 1200 },
    ],
  })
})

test('the payment also offers a client’s deposit in a clinic that has switched money paid ahead off', async () => {
  await openPayment([paid], 'cash', [], ['cash', 'gcash'])
  expect(await screen.findByText(s.offer('₱500.00'))).toBeTruthy()
})

test('a deposit that is larger than the bill pays all of it, and no more', async () => {
  const { person, send, confirm } = await openPayment([{ ...paid, amount: 2000, balance: 2000 }])
  await person.click(await deduct())
  await confirm()
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1))
  expect(send.mock.calls[0]![0]).toMatchObject({
    received_money: 1500,
    payments: [{ method: 'prepaid', amount: 1500, deposit_id: paid.id }],
  })
})

test('if a deposit pays so much of a large bill that less than the limit of small sales is left, the payment dialog offers no sales slip', async () => {
  answer(documentsContract.mode, { data: { mode: 'invoice_non_vat', small_sale_limit: 500 } })
  const { person } = await openPayment([{ ...paid, amount: 1200, balance: 1200 }])
  await person.click(await deduct())
  await waitFor(() => expect(screen.getByText(s.leftToPay).nextElementSibling!.textContent).toBe('₱300.00'))
  expect(await screen.findByText(invoiceMessages.details)).toBeTruthy()
  expect(screen.queryByRole('switch', { name: invoiceMessages.wantsInvoice })).toBeNull()
})

test('a deducted deposit can be removed, and the whole bill is paid in money', async () => {
  const { person, send, confirm } = await openPayment([paid])
  await person.click(await deduct())
  await person.click(await screen.findByRole('button', { name: s.doNotDeduct }))
  await person.type(screen.getByRole('textbox', { name: /^Amount Received/ }), '1500')
  await confirm()
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1))
  expect(send.mock.calls[0]![0]).not.toHaveProperty('payments')
})

test('the payment dialog offers the client’s store credit below the deposits, and deducts it without asking for its number', async () => {
  const credit = { id: sampleId(90), ending: '…W8PK', balance: 800, opened_at: '2026-11-20T10:00:00+08:00' }
  const { person, send, confirm } = await openPayment([paid], 'cash', [credit])
  const list = await screen.findByRole('list', { name: s.moneyPaidAhead })
  const offers = within(list).getAllByRole('listitem')
  expect(offers.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining(s.offer('₱500.00')),
    `${s.creditOffer('₱800.00')}${s.creditOfferText('…W8PK', 'Nov 20, 2026')}${s.deduct}`,
  ])
  await person.click(within(offers[1]!).getByRole('button', { name: s.deduct }))
  await waitFor(() => expect(screen.getByText(s.leftToPay).nextElementSibling!.textContent).toBe('₱700.00'))
  expect(screen.getByText(s.creditDeducted, { selector: 'dt' }).nextElementSibling!.textContent).toBe('−₱800.00')
  await person.type(screen.getByRole('textbox', { name: /^Amount Received/ }), '700')
  await confirm()
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1))
  expect(send.mock.calls[0]![0]).toMatchObject({
    payments: [
      { method: 'prepaid', amount: 800, credit_id: credit.id },
      { method: 'cash', amount: 700, received: 700 },
    ],
  })
})

test('if the store credit of the client cannot be read, the payment dialog shows an error and still offers the deposits', async () => {
  const { person } = await openPayment([paid], 'cash', 'fails')
  expect(await screen.findByText('Store credit failed.')).toBeTruthy()
  await person.click(await deduct())
  expect(await screen.findByRole('button', { name: s.doNotDeduct })).toBeTruthy()
  expect(currentOrder().deposits).toMatchObject([{ id: paid.id }])
})

test('a client without deposits and store credit is offered none', async () => {
  await openPayment([])
  expect(screen.queryByRole('list', { name: s.moneyPaidAhead })).toBeNull()
})

test('the order shows what deposits pay of the total and what is left to pay', async () => {
  const { person } = await openPayment([paid])
  await person.click(await deduct())
  await waitFor(() => expect(currentOrder().deposits).toHaveLength(1))
  cleanup()
  const nothing = () => undefined
  const order = currentOrder()
  drawScreen(
    <OrderPanel
      order={order}
      totals={orderTotals(order)}
      lastTap={null}
      isCovered={false}
      priceNotes={[]}
      onPriceNotesSeen={nothing}
      onViewAddOns={nothing}
      onProcess={nothing}
      onPark={nothing}
      onSenior={nothing}
      onResume={nothing}
    />,
    { role: 'cashier' },
  )
  const panel = within(screen.getByRole('complementary', { name: tillMessages.currentOrder }))
  expect(panel.getByText(s.deducted).nextElementSibling!.textContent).toBe('−₱500.00')
  expect(panel.getByText(s.leftToPay).nextElementSibling!.textContent).toBe('₱1,000.00')
})

test('the deposit of another client is removed from the order, and a deposit that another sale has used in part gets its new amount', async () => {
  const other = { id: sampleId(95), userId: sampleId(96), balance: 30_000 }
  dispatchOrder({
    type: 'deposits',
    deposits: [other, { id: paid.id, userId: client.user_id, balance: 50_000 }],
  })
  await openPayment([{ ...paid, balance: 200 }])
  await waitFor(() =>
    expect(currentOrder().deposits).toEqual([{ id: paid.id, userId: client.user_id, balance: 20_000 }]),
  )
})

test('an error about a reference number is shown at its field even if a deposit is deducted too; an error about the deposit is shown above the fields', async () => {
  const { person, send, confirm } = await openPayment([paid], 'gcash')
  await person.click(await deduct())
  await person.type(screen.getByRole('textbox', { name: /^Reference/ }), 'GC-1')
  const refusing = (errors: Record<string, string[]>, message: string) =>
    send.mockResolvedValueOnce({
      kind: 'refused',
      error: new ApiError(422, 'validation', message, { errors }),
    })
  refusing({ 'payments.1.reference_number': [saleMessages.referenceTwice] }, saleMessages.referenceTwice)
  await confirm()
  const field = screen.getByRole('textbox', { name: /^Reference/ })
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText(saleMessages.referenceTwice)).toBeTruthy()
  refusing({ 'payments.0.deposit_id': [s.notPaid] }, s.notPaid)
  await confirm()
  expect(await screen.findByText(s.notPaid)).toBeTruthy()
})
