import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { clinicContract } from '#shared/clinic/contract.ts'
import { messagesContract } from '#shared/messages/contract.ts'
import { receiptMailMessages } from '#shared/messages/sent-messages.ts'
import { salesContract, type Receipt } from '#shared/sales/contract.ts'
import { profile, sampleId } from '#web/test/samples.ts'
import { answer, answerLater, drawScreen, refuse } from '#web/test/screen.tsx'
import { ReceiptDialog } from './receipt-dialog.tsx'

const receipt: Receipt = {
  id: sampleId(61),
  receipt_number: 2080,
  document_name: 'Receipt 002080',
  takes_back: null,
  customer_name: 'Bianca Garcia',
  transaction_date: '2026-11-21T09:00:00+08:00',
  business_date: '2026-11-21',
  cashier_name: 'Carlo Cruz',
  subtotal: 1500,
  discount: 0,
  discount_reason: null,
  total_after_discount: 1500,
  received_money: 1500,
  exchange_money: 0,
  payment_method: 'cash',
  reference_number: null,
  payments: [{ method: 'cash', amount: 1500, received: 1500, change: 0, reference_number: null }],
  is_walk_in: true,
  item_count: 1,
  location: 'Quezon City',
  treatments: [],
  void_reason: null,
  voids_receipt_number: null,
  refund_reason: null,
  refunds_receipt_number: null,
  refunded: 0,
  approved_by: null,
  state: 'sale',
  clinic: { name: 'Mutya', address: '', phone: '', tin: '', receipt_foot: '' },
  discount_id_number: null,
  print_count: 0,
  last_printed_at: null,
}

const open = () => drawScreen(<ReceiptDialog open saleId={receipt.id} mustComeOut onClose={() => undefined} />)

/** The style sheet with the paper's size, once it was requested. */
function sizeSheet(): Promise<Element> {
  return waitFor(() => {
    const sheet = document.querySelector('link[rel=stylesheet]')
    if (!sheet) throw new Error('Nobody has asked for the sheet yet.')
    return sheet
  })
}

test('a receipt that cannot be loaded shows an error', async () => {
  refuse(salesContract.receipt, { status: 404, message: 'Transaction not found.' })
  open()
  expect(await screen.findByText('An error occurred while generating the receipt.')).toBeTruthy()
})

test('a receipt that cannot be printed shows an error', async () => {
  answer(salesContract.receipt, { data: receipt })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { person } = open()
  const print = await screen.findByRole('button', { name: 'Print Receipt' })
  await waitFor(() => expect(print.getAttribute('aria-disabled')).not.toBe('true'))
  await person.click(print)
  // The style sheet fails to load.
  const link = await sizeSheet()
  link.dispatchEvent(new Event('error'))
  link.remove()
  expect(await screen.findByText('An error occurred while printing the receipt.')).toBeTruthy()
})

test('pressing Enter on the Print button while a receipt loads prints the receipt as soon as it has loaded', async () => {
  const send = answerLater(salesContract.receipt, { data: receipt })
  const print = vi.fn(() => window.dispatchEvent(new Event('afterprint')))
  vi.stubGlobal('print', print)
  Object.defineProperty(document, 'fonts', { value: { ready: Promise.resolve() }, configurable: true })
  const { person } = open()
  const button = await screen.findByRole('button', { name: 'Print Receipt' })
  await waitFor(() => expect(document.activeElement).toBe(button))
  await person.keyboard('{Enter}')
  expect(print).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(button)
  send()
  const link = await sizeSheet()
  Object.defineProperty(link, 'sheet', { value: { cssRules: [], insertRule: () => 0 } })
  link.dispatchEvent(new Event('load'))
  expect(await screen.findByRole('button', { name: 'Yes, it came out' })).toBeTruthy()
  expect(print).toHaveBeenCalledTimes(1)
})

test('a receipt can be sent to the customer by e-mail only if the clinic sends e-mails', async () => {
  answer(salesContract.receipt, { data: receipt })
  answer(clinicContract.read, { data: profile, sends_email: true })
  answer(messagesContract.emailReceipt, { message: receiptMailMessages.receiptQueued('Bianca Garcia') })
  const { person } = open()
  await person.click(await screen.findByRole('button', { name: 'Send by e-mail' }))
  expect(await screen.findByText('The receipt is on its way to Bianca Garcia.')).toBeTruthy()
  // The e-mail is no printed or saved copy, so the receipt must still be printed.
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy()
})
