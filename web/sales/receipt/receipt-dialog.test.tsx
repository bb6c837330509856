import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { cashContract } from '#shared/cash/contract.ts'
import { readingsMessages } from '#shared/cash/reading-messages.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { messagesContract } from '#shared/messages/contract.ts'
import { receiptMailMessages } from '#shared/messages/sent-messages.ts'
import { salesContract, type Receipt } from '#shared/sales/contract.ts'
import { receiptMessages as s } from '#shared/sales/paper/messages.ts'
import { nextVisitContract } from '#shared/sales/till-contract.ts'
import { zReading } from '#web/cash/reading-fixture.ts'
import { profile, sampleId } from '#web/test/samples.ts'
import {
  answer,
  answerLater,
  asked,
  drawScreen,
  loseConnection,
  refuse,
  sentBodies,
  sentKeys,
} from '#web/test/screen.tsx'
import { ReceiptDialog } from './receipt-dialog.tsx'
import { invoicePaper, receiptOf } from './receipt-fixture.ts'

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

const recorded = `POST /api/transactions/${receipt.id}/printed`

const open = () => drawScreen(<ReceiptDialog open saleId={receipt.id} mustComeOut onClose={() => undefined} />)

/** The style sheet with the paper's size, once it was requested. */
function sizeSheet(): Promise<Element> {
  return waitFor(() => {
    const sheet = document.querySelector('link[rel=stylesheet]')
    if (!sheet) throw new Error('Nobody has asked for the sheet yet.')
    return sheet
  })
}

test('the receipt dialog shows an order slip with the number of the handwritten invoice, and that it is no invoice', async () => {
  const slip = { ...invoicePaper, mode: 'booklet', registration: null, taxes: null, booklet_number: '0004512' } as const
  answer(salesContract.receipt, { data: receiptOf(slip, { id: receipt.id }) })
  open()
  const paper = await screen.findByRole('article')
  expect(paper.textContent).toContain('ORDER SLIP - THIS IS NOT AN INVOICE')
  expect(paper.textContent).toContain('0004512')
})

test('a receipt dialog whose receipt cannot be loaded shows an error', async () => {
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
  // Makes the style sheet with the paper's size fail to load.
  const link = await sizeSheet()
  link.dispatchEvent(new Event('error'))
  link.remove()
  expect(await screen.findByText('An error occurred while printing the receipt.')).toBeTruthy()
  expect(asked).not.toContain(recorded)
})

/** Loads style sheets at once, as a browser does. */
function loadSheets(): void {
  const append = document.head.append.bind(document.head)
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    append(...nodes)
    for (const node of nodes) {
      if (!(node instanceof HTMLLinkElement)) continue
      Object.defineProperty(node, 'sheet', { value: { cssRules: [], insertRule: () => 0 } })
      queueMicrotask(() => node.dispatchEvent(new Event('load')))
    }
  })
  Object.defineProperty(document, 'fonts', { value: { ready: Promise.resolve() }, configurable: true })
}

/** Replaces printing: collects the text of each printed receipt in the returned list. */
function collectPapers(): string[] {
  loadSheets()
  const papers: string[] = []
  vi.stubGlobal('print', () => {
    papers.push(document.querySelector('.print-root')?.textContent ?? '')
    window.dispatchEvent(new Event('afterprint'))
  })
  return papers
}

const answerCopy = (reprint: number) =>
  answer(salesContract.printed, {
    message: 'The print has been noted.',
    data: { reprint, printed_at: '2026-11-21T10:15:00+08:00' },
  })

const pressPrint = async (person: UserEvent, reply: string) => {
  await person.click(await screen.findByRole('button', { name: 'Print Receipt' }))
  await person.click(await screen.findByRole('button', { name: reply }))
}

test('each print of a receipt is recorded before its print dialog opens; every further print says REPRINT with the server’s time, even if no paper came out', async () => {
  answer(salesContract.receipt, { data: receipt })
  answerCopy(0)
  const papers = collectPapers()
  const { person } = open()
  await pressPrint(person, 'No')
  expect(papers).toHaveLength(1)
  expect(papers[0]).not.toContain('REPRINT')
  expect(sentBodies).toEqual([{ kind: 'print' }])
  // The preview of the next copy already says REPRINT; it shows no time, because the server sets the time when the copy
  // is printed.
  expect((await screen.findByText('REPRINT 1')).textContent).toBe('REPRINT 1')
  answerCopy(1)
  await pressPrint(person, 'Yes, it came out')
  expect(papers[1]).toContain('REPRINT 1, Nov 21, 2026, 10:15 AM')
  expect(await screen.findByText('REPRINT 2')).toBeTruthy()
})

test('a receipt whose print cannot be recorded is not printed; a message says that it was not, and the cashier can go on', async () => {
  answer(salesContract.receipt, { data: receipt })
  loseConnection(salesContract.printed)
  const papers = collectPapers()
  const { person } = open()
  await person.click(await screen.findByRole('button', { name: 'Print Receipt' }))
  expect(await screen.findByText(/^Nothing was printed, because the print could not be recorded\./)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Close, print it later from Transactions' })).toBeTruthy()
  expect(papers).toEqual([])
  // Print is pressed again with the same idempotency key, so that the server does not count a second copy.
  answerCopy(0)
  await pressPrint(person, 'Yes, it came out')
  expect(papers).toHaveLength(1)
  expect(sentKeys).toHaveLength(2)
  expect(new Set(sentKeys).size).toBe(1)
})

test('no PDF of a receipt is saved when the copy cannot be recorded', async () => {
  answer(salesContract.receipt, { data: receipt })
  refuse(salesContract.printed, { status: 503, message: 'The server is busy.' })
  const { person } = open()
  await screen.findByRole('article')
  await person.click(screen.getByRole('button', { name: 'Save PDF' }))
  expect(
    await screen.findByText('Nothing was saved, because the copy could not be recorded. The server is busy.'),
  ).toBeTruthy()
  expect(sentBodies).toEqual([{ kind: 'pdf' }])
})

test('pressing Enter on the Print button while a receipt loads prints the receipt as soon as it has loaded', async () => {
  const send = answerLater(salesContract.receipt, { data: receipt })
  answerCopy(0)
  const print = vi.fn(() => window.dispatchEvent(new Event('afterprint')))
  vi.stubGlobal('print', print)
  loadSheets()
  const { person } = open()
  const button = await screen.findByRole('button', { name: 'Print Receipt' })
  await waitFor(() => expect(document.activeElement).toBe(button))
  await person.keyboard('{Enter}')
  expect(print).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(button)
  send()
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

test('an invoice that covers sales slips opens its Z-reading, from which the cashier gets back to the invoice, and offers no e-mail or next visit', async () => {
  const cover = { id: receipt.id, number: 7, count: 2, amount: 600 }
  answer(salesContract.receipt, { data: { ...receipt, mode: 'invoice_non_vat', reading_id: zReading.id } })
  answer(cashContract.zReading, {
    data: { ...zReading, small_sales: { count: 2, amount: 600, limit: 500, cover } },
  })
  answer(clinicContract.read, { data: profile, sends_email: true })
  const { person } = drawScreen(
    <ReceiptDialog open saleId={receipt.id} mustComeOut={false} onClose={() => undefined} />,
  )
  await person.click(await screen.findByRole('button', { name: s.openReading }))
  const reading = await screen.findByRole('dialog', { name: 'Z-reading 000012' })
  expect(await within(reading).findByText('Covered by non-VAT invoice 000007')).toBeTruthy()
  expect(asked).toContain(`GET /api/cash/readings/${zReading.id}`)
  expect(within(reading).queryByRole('button', { name: readingsMessages.openCover('000007') })).toBeNull()
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Z-reading 000012' })).toBeNull())
  expect(screen.getByRole('dialog', { name: s.preview })).toBeTruthy()
  expect(screen.queryByRole('button', { name: receiptMailMessages.emailReceipt })).toBeNull()
  expect(asked).not.toContain(`GET ${nextVisitContract.ofSale.url.replace(':id', receipt.id)}`)
})

test('the receipt of a sale offers no Z-reading', async () => {
  answer(salesContract.receipt, { data: receipt })
  open()
  expect(await screen.findByRole('article')).toBeTruthy()
  expect(screen.queryByRole('button', { name: s.openReading })).toBeNull()
})

test('a document with two Senior Citizen cards shows both, each with its number', async () => {
  const card = (position: number, id_number: string) => ({
    position,
    kind: 'senior' as const,
    id_number,
    name: 'Corazon Villanueva',
    tin: null,
  })
  const cards = [card(1, 'QC-10001'), card(2, 'QC-10002')]
  answer(salesContract.receipt, { data: { ...receiptOf({ ...invoicePaper, cards }), id: receipt.id } })
  open()
  const paper = within(await screen.findByRole('article'))
  expect(paper.getAllByText('Senior Citizen')).toHaveLength(2)
  expect(paper.getAllByText(/QC-1000/)).toHaveLength(2)
})
