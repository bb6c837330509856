import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { approvalsContract } from '#shared/approvals/contract.ts'
import { approvalMessages as a } from '#shared/approvals/messages.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { paymentMessages as s } from '#shared/sales/till-messages.ts'
import { sampleId } from '#web/test/samples.ts'
import { answer, asked, refuse } from '#web/test/screen.tsx'
import { noDiscount } from '#web/sales/till/discount.ts'
import { approver, openPayment } from './payment-fixture.ts'
import type { PaymentOutcome } from './use-payment.ts'

const refused = (status: number, errors: Record<string, string[]>): PaymentOutcome => ({
  kind: 'refused',
  error: new ApiError(status, status === 403 ? 'forbidden' : 'conflict', Object.values(errors)[0]![0]!, { errors }),
})

describe('a payment from a wallet', () => {
  test('a payment from a wallet offers the exact amount only, and is refused with a larger amount, because only cash gives change', async () => {
    const { person, send, press, single } = await openPayment()
    const quick = within(screen.getByRole('group', { name: s.quickAmounts })).getAllByRole('button')
    expect(quick.map(({ textContent }) => textContent)).toEqual([s.exact])
    await person.type(single(/^Reference Number/), 'GC-1')
    await person.clear(single(/^Amount Received/))
    await person.type(single(/^Amount Received/), '2000')
    expect(screen.getByText(s.over).nextElementSibling!.textContent).toBe('₱500.00')
    await press(s.confirm)
    expect(await screen.findByText(saleMessages.changeFromCashOnly)).toBeTruthy()
    expect(send).not.toHaveBeenCalled()
    await press(s.exact)
    await press(s.confirm)
    await waitFor(() => expect(send).toHaveBeenCalledTimes(1))
    expect(send.mock.calls[0]![0]).toMatchObject({ received_money: 1500, exchange_money: 0 })
  })
})

describe('a split payment', () => {
  test('a split payment keeps typed amounts, shows the remainder until it is zero, and is sent with each method and the change', async () => {
    const { person, send, press, part, button, single } = await openPayment()
    await person.clear(single(/^Amount Received/))
    await person.type(single(/^Amount Received/), '500')
    expect(screen.getByText(s.left).nextElementSibling!.textContent).toBe('₱1,000.00')
    await press(s.split)
    expect(document.activeElement).toBe(part(1).getByRole('textbox', { name: /^Reference Number/ }))
    await person.type(document.activeElement!, 'GC-1')
    const cash = part(2)
    expect(cash.getByRole<HTMLInputElement>('radio', { name: 'Cash' }).checked).toBe(true)
    const amount = cash.getByRole<HTMLInputElement>('textbox', { name: /^Amount/ })
    expect(amount.value).toBe('1,000.00')
    await person.clear(amount)
    await person.type(amount, '400')
    expect(screen.getByText(s.stillToPay('₱600.00'))).toBeTruthy()
    expect(button(s.confirm).getAttribute('aria-disabled')).toBe('true')
    await press(s.addPayment)
    // A sale can have only one cash payment.
    expect(part(3).getByRole<HTMLInputElement>('radio', { name: 'Cash' }).disabled).toBe(true)
    await press(s.confirm)
    expect(await part(3).findByText(saleMessages.methodRequired)).toBeTruthy()
    expect(send).not.toHaveBeenCalled()
    await person.click(part(3).getByRole('radio', { name: 'Maya' }))
    await person.type(part(3).getByRole('textbox', { name: /^Reference Number/ }), 'MY-1')
    await person.type(cash.getByRole('textbox', { name: s.cashReceived }), '500')
    expect(screen.getByText(s.change).nextElementSibling!.textContent).toBe('₱100.00')
    await press(s.confirm)
    await waitFor(() => expect(send).toHaveBeenCalledTimes(1))
    expect(send.mock.calls[0]![0]).toMatchObject({
      total_after_discount: 1500,
      received_money: 1600,
      exchange_money: 100,
      payments: [
        { method: 'gcash', amount: 500, reference_number: 'GC-1' },
        { method: 'cash', amount: 400, received: 500, reference_number: null },
        { method: 'maya', amount: 600, reference_number: 'MY-1' },
      ],
    })
  })

  test('a split payment shows an error of the server at the payment to which the error belongs', async () => {
    const { person, send, press, part } = await openPayment({ changes: { method: 'cash' } })
    await press(s.split)
    expect(document.activeElement).toBe(part(1).getByRole('textbox', { name: /^Amount/ }))
    await person.type(document.activeElement!, '900')
    await person.click(part(2).getByRole('radio', { name: 'GCash' }))
    const reference = part(2).getByRole('textbox', { name: /^Reference Number/ })
    await person.type(reference, 'GC-1')
    send.mockResolvedValueOnce(
      refused(409, { 'payments.1.reference_number': [saleMessages.referenceUsed('Receipt 000007')] }),
    )
    await press(s.confirm)
    expect(await part(2).findByText(saleMessages.referenceUsed('Receipt 000007'))).toBeTruthy()
    expect(document.activeElement).toBe(reference)
  })

  test('a split payment becomes a single payment of the whole amount when only one is left', async () => {
    const { person, send, press, single, part } = await openPayment({ changes: { method: 'cash' } })
    await press(s.split)
    await person.type(part(1).getByRole('textbox', { name: /^Amount/ }), '900')
    await person.click(part(2).getByRole('radio', { name: 'Maya' }))
    await person.type(part(2).getByRole('textbox', { name: /^Reference Number/ }), 'MY-2')
    await press(s.removePayment(1))
    expect(single(/^Amount Received/).value).toBe('1,500.00')
    expect(document.activeElement).toBe(single(/^Reference Number/))
    await press(s.confirm)
    await waitFor(() => expect(send).toHaveBeenCalledTimes(1))
    expect(send.mock.calls[0]![0]).toMatchObject({ payment_method: 'maya', reference_number: 'MY-2' })
    expect(send.mock.calls[0]![0]).not.toHaveProperty('payments')
  })
})

describe('the values typed for a split payment', () => {
  const amountOf = (payment: Pick<typeof screen, 'getByRole'>) =>
    payment.getByRole<HTMLInputElement>('textbox', { name: /^Amount/ })

  test('the values typed for a split payment are kept when one payment is removed: the remainder is shown, and Confirm is disabled', async () => {
    const { person, press, part, button, single } = await openPayment()
    await person.clear(single(/^Amount Received/))
    await person.type(single(/^Amount Received/), '500')
    await press(s.split)
    await person.clear(amountOf(part(2)))
    await person.type(amountOf(part(2)), '400')
    await press(s.addPayment)
    await press(s.removePayment(3))
    expect(amountOf(part(2)).value).toBe('400.00')
    expect(screen.getByText(s.stillToPay('₱600.00'))).toBeTruthy()
    expect(button(s.confirm).getAttribute('aria-disabled')).toBe('true')
    await press(s.removePayment(2))
    expect(single(/^Amount Received/).value).toBe('500.00')
  })

  test('when only one payment of a split payment is left, it gets the values that were typed before the split', async () => {
    const { person, press, single } = await openPayment({ changes: { method: 'cash' } })
    await person.type(single(/^Amount Received/), '2000')
    await press(s.split)
    await press(s.removePayment(2))
    expect(single(/^Amount Received/).value).toBe('2,000.00')
  })

  test('the values typed for a split payment show how much cash is missing, and are not sent with too little cash', async () => {
    const { person, send, press, part } = await openPayment({ changes: { method: 'cash' } })
    await press(s.split)
    await person.type(amountOf(part(1)), '900')
    await person.click(part(2).getByRole('radio', { name: 'GCash' }))
    await person.type(part(2).getByRole('textbox', { name: /^Reference Number/ }), 'GC-1')
    await person.type(part(1).getByRole('textbox', { name: s.cashReceived }), '500')
    expect(screen.queryByText(s.change)).toBeNull()
    expect(screen.getByText(s.left).nextElementSibling!.textContent).toBe('₱400.00')
    await press(s.confirm)
    expect(await part(1).findByText(s.cashTooLow('₱900.00'))).toBeTruthy()
    expect(send).not.toHaveBeenCalled()
  })

  test('the fields of a split payment are disabled, like those of a single payment, until the client is chosen', async () => {
    const { person, press, part, button } = await openPayment()
    await press(s.split)
    await person.click(screen.getByRole('radio', { name: s.newClient }))
    const controls = ['textbox', 'radio'].flatMap((role) => part(1).getAllByRole(role))
    expect(controls.filter((control) => !control.matches(':disabled'))).toEqual([])
    expect(button(s.addPayment).matches(':disabled, [aria-disabled=true]')).toBe(true)
  })
})

describe('a discount above the limit of a cashier', () => {
  const discount = { ...noDiscount, isOn: true, unit: 'percent' as const, percent: '20' }
  const free = { changes: { method: 'cash' as const, discount }, limit: 10 }
  const approve = async (person: Awaited<ReturnType<typeof openPayment>>['person']) => {
    const dialog = within(await screen.findByRole('dialog', { name: a.title }))
    expect(dialog.getByText(a.kinds.discount('₱300.00'))).toBeTruthy()
    answer(approvalsContract.approve, { data: { id: sampleId(88), approver_name: approver.name } })
    await person.type(dialog.getByLabelText(/^PIN: Olga Owner/), '491700{Enter}')
  }

  test('a discount above a cashier’s limit is approved by an admin in the dialog, and sent with the approval', async () => {
    const { person, send, press, onOutcome } = await openPayment(free)
    await press(s.exact)
    await press(s.confirm)
    expect(send).not.toHaveBeenCalled()
    await approve(person)
    await waitFor(() => expect(onOutcome).toHaveBeenCalledWith({ kind: 'recorded' }))
    expect(send.mock.calls[0]![0]).toMatchObject({ discount: 300, approval_id: sampleId(88) })
  })

  test('a discount above a cashier’s limit is not sent without approval, and the typed discount stays', async () => {
    const { person, send, press, single } = await openPayment(free)
    await press(s.exact)
    await press(s.confirm)
    const dialog = within(await screen.findByRole('dialog', { name: a.title }))
    refuse(approvalsContract.approve, { status: 422, message: a.wrongPin, errors: { pin: [a.wrongPin] } })
    await person.type(dialog.getByLabelText(/^PIN: Olga Owner/), '000000{Enter}')
    expect(await dialog.findByText(a.wrongPin)).toBeTruthy()
    await person.click(dialog.getByRole('button', { name: a.cancel }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: a.title })).toBeNull())
    expect(send).not.toHaveBeenCalled()
    expect(single(/^Amount Received/).value).toBe('1,200.00')
  })

  test('a discount above a cashier’s limit needs approval even if the till learns of the limit only from the server; a message says if no admin has a PIN', async () => {
    const { person, send, press, onOutcome } = await openPayment({ ...free, limit: null })
    send.mockResolvedValueOnce(refused(403, { approval_id: [a.needed] }))
    await press(s.exact)
    await press(s.confirm)
    await approve(person)
    await waitFor(() => expect(onOutcome).toHaveBeenCalledWith({ kind: 'recorded' }))
    expect(send.mock.calls.map(([body]) => 'approval_id' in body)).toEqual([false, true])
  })

  test('a discount above a cashier’s limit cannot be approved if no admin has a PIN, and the dialog says that none has one', async () => {
    const { send, press } = await openPayment({ ...free, approvers: [] })
    await press(s.exact)
    await press(s.confirm)
    expect(await screen.findByText(a.nobody)).toBeTruthy()
    expect(send).not.toHaveBeenCalled()
  })

  test('a discount above a cashier’s limit is approved once, even if the payment is rejected for another reason and repeated', async () => {
    const { person, send, press, single } = await openPayment({
      ...free,
      changes: { ...free.changes, method: 'gcash' },
    })
    await person.type(single(/^Reference Number/), 'GC-1')
    send.mockResolvedValueOnce(refused(409, { reference_number: [saleMessages.referenceUsed('Receipt 000007')] }))
    await press(s.confirm)
    await approve(person)
    expect(await screen.findByText(saleMessages.referenceUsed('Receipt 000007'))).toBeTruthy()
    await person.type(single(/^Reference Number/), '2')
    await press(s.confirm)
    await waitFor(() => expect(send).toHaveBeenCalledTimes(2))
    expect(send.mock.calls[1]![0]).toMatchObject({ reference_number: 'GC-12', approval_id: sampleId(88) })
  })

  test('a discount above a cashier’s limit is sent without approval if the user is an admin', async () => {
    const { send, press } = await openPayment({ ...free, role: 'admin' })
    await press(s.exact)
    await press(s.confirm)
    await waitFor(() => expect(send).toHaveBeenCalledTimes(1))
    expect(asked).not.toContain('POST /api/approvals')
  })
})
