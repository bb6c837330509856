import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { clinicContract } from '#shared/clinic/contract.ts'
import { prepaidMessages as cards } from '#shared/prepaid/messages.ts'
import { packageMessages as s } from '#shared/prepaid/package-messages.ts'
import { prepaidPaperContract as papers, type PackageReceipt } from '#shared/prepaid/paper-contract.ts'
import { receiptMessages as receipts } from '#shared/sales/paper/messages.ts'
import { methodMessages } from '#shared/sales/messages.ts'
import { download } from '#web/lib/copy-and-download.ts'
import { printElement } from '#web/lib/print.ts'
import { profile, sampleId } from '#web/test/samples.ts'
import { answer, answerLater, asked, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import { CardDialog } from './card-dialog.tsx'
import { PackageReceiptDialog } from './package-receipt-dialog.tsx'
import { packageReceipt } from './receipt-fixture.ts'

/** The texts of the papers that were printed, as they were at the moment of printing. */
const printed: string[] = []
vi.mock('#web/lib/print.ts', () => ({
  preparePrinting: vi.fn(() => Promise.resolve()),
  printElement: vi.fn((element: HTMLElement) => {
    printed.push(element.textContent)
    return Promise.resolve()
  }),
}))
vi.mock('#web/lib/copy-and-download.ts', () => ({ download: vi.fn() }))
vi.mock('#web/sales/receipt/receipt-pdf.ts', () => ({ receiptPdf: () => Promise.resolve(new Blob()) }))
beforeEach(() => {
  printed.length = 0
  answer(clinicContract.read, { data: profile, sends_email: true })
})

const card = {
  id: sampleId(71),
  kind: 'gift_card' as const,
  card_number: '2222-2222-2222',
  amount: 1000,
  balance: 1000,
  recipient_name: null,
  message: null,
  recipient_email: null,
  opened_at: '2026-11-21T10:00:00+08:00',
  is_void: false,
  sale: { number: 12, buyer_name: 'Bea Buyer', method: 'cash' as const },
  can_be_voided: true,
  print_count: 0,
}
const copy = (reprint: number) => ({
  message: cards.printNoted,
  data: { reprint, printed_at: '2026-11-21T11:00:00+08:00' },
})

test('a gift card is recorded before it is printed, and a second print says REPRINT with its number and time', async () => {
  answer(papers.printed, copy(0))
  const { person } = drawScreen(<CardDialog open onClose={() => undefined} card={card} />, { role: 'cashier' })
  const print = await screen.findByRole('button', { name: cards.card })
  await person.click(print)
  await waitFor(() => expect(printed).toHaveLength(1))
  expect(asked.filter((call) => call === `POST /api/money-paid-ahead/${card.id}/printed`)).toHaveLength(1)
  expect(printed[0]).not.toContain('REPRINT')
  answer(papers.printed, copy(1))
  await person.click(print)
  await waitFor(() => expect(printed).toHaveLength(2))
  expect(printed[1]).toContain('REPRINT 1, Nov 21, 2026')
})

test('nothing is printed if the print cannot be recorded, and the dialog says why', async () => {
  refuse(papers.printed, { status: 404, message: cards.paperUnknown })
  const { person } = drawScreen(<CardDialog open onClose={() => undefined} card={card} />, { role: 'cashier' })
  await person.click(await screen.findByRole('button', { name: cards.card }))
  expect(await screen.findByText(cards.notRecorded(cards.paperUnknown))).toBeTruthy()
  expect(printed).toEqual([])
})

/** Opens the receipt of a package and waits until it has loaded. */
async function openReceipt(more: Partial<PackageReceipt> = {}) {
  answer(papers.packageReceipt, { data: { ...packageReceipt, ...more } })
  answer(papers.printed, copy(0))
  const { person } = drawScreen(
    <PackageReceiptDialog
      open
      onClose={() => undefined}
      sold={{ id: sampleId(82), number: 7, name: 'Glow Package' }}
    />,
    { role: 'cashier' },
  )
  const dialog = within(await screen.findByRole('dialog', { name: s.receipt(7) }))
  return { person, dialog, paper: await dialog.findByRole('article') }
}

test('the receipt of a package names the buyer, the sessions, the validity and the payment, and says that it is no invoice', async () => {
  const { paper } = await openReceipt()
  for (const text of [
    packageReceipt.buyer_name,
    '₱5,000.00',
    `${s.sessionsOf(5, 'Diamond peel')}, ${s.sessionsOf(1, 'Hydra glow')}`,
    s.validFor(s.validities.first_use, 6),
    methodMessages.methods.gcash,
    'GC 5001',
    'Carlo Cruz',
    s.receiptText,
  ])
    expect(paper.textContent).toContain(text)
})

test('the receipt of a package is printed in the width of the till’s paper, and the next copy says REPRINT', async () => {
  const { person, dialog, paper } = await openReceipt()
  await person.click(dialog.getByRole('radio', { name: receipts.millimetres(58) }))
  await person.click(dialog.getByRole('button', { name: cards.printReceipt }))
  await waitFor(() => expect(printElement).toHaveBeenLastCalledWith(paper, 58))
  expect(printed.at(-1)).not.toContain('REPRINT')
  await waitFor(() => expect(paper.textContent).toContain('REPRINT 1'))
})

test('the receipt of a package is saved as a PDF once the copy is recorded', async () => {
  const { person, dialog } = await openReceipt()
  await person.click(dialog.getByRole('button', { name: cards.savePdf }))
  await waitFor(() => expect(download).toHaveBeenCalledWith(expect.any(Blob), 'Package no. 000007.pdf'))
  expect(sentBodies.at(-1)).toEqual({ kind: 'pdf' })
})

test('the receipt of a refunded package says across the paper that the package was refunded', async () => {
  const { paper } = await openReceipt({ is_refunded: true })
  expect(paper.textContent).toContain(s.refundedMark)
})

test('a press on Print before the receipt of a package has loaded prints it once it has loaded', async () => {
  answer(papers.printed, copy(0))
  const arrive = answerLater(papers.packageReceipt, { data: packageReceipt })
  const sold = { id: sampleId(82), number: 7, name: 'Glow Package' }
  const { person } = drawScreen(<PackageReceiptDialog open onClose={() => undefined} sold={sold} />, {
    role: 'cashier',
  })
  await person.click(await screen.findByRole('button', { name: cards.printReceipt }))
  expect(printed).toEqual([])
  arrive()
  await waitFor(() => expect(printed).toHaveLength(1))
})
