import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { clinicContract } from '#shared/clinic/contract.ts'
import { prepaidMessages as cards } from '#shared/prepaid/messages.ts'
import { packageMessages as s } from '#shared/prepaid/package-messages.ts'
import { prepaidPaperContract as papers, type PackageReceipt } from '#shared/prepaid/paper-contract.ts'
import { methodMessages } from '#shared/sales/messages.ts'
import { profile, sampleId } from '#web/test/samples.ts'
import { answer, asked, drawScreen, refuse } from '#web/test/screen.tsx'
import { CardDialog } from './card-dialog.tsx'
import { PackageReceiptDialog } from './package-receipt-dialog.tsx'

/** The texts of the papers that were printed, as they were at the moment of printing. */
const printed: string[] = []
vi.mock('#web/lib/print.ts', () => ({
  preparePrinting: vi.fn(() => Promise.resolve()),
  printElement: vi.fn((element: HTMLElement) => {
    printed.push(element.textContent)
    return Promise.resolve()
  }),
}))
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
}
const receipt: PackageReceipt = {
  number: 7,
  name: 'Glow Package',
  buyer_name: 'Ana Cruz',
  price: 5000,
  method: 'gcash',
  reference_number: 'GC 5001',
  sold_at: '2026-11-21T10:00:00+08:00',
  sold_by: 'Carlo Cruz',
  services: [
    { service_name: 'Diamond peel', sessions: 5 },
    { service_name: 'Hydra glow', sessions: 1 },
  ],
  validity: 'first_use',
  validity_months: 6,
  expires_on: null,
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

test('the receipt of a package names the buyer, the sessions, the validity and the payment, and says that it is no invoice', async () => {
  answer(papers.packageReceipt, { data: receipt })
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
  await dialog.findByText('Ana Cruz')
  for (const text of [
    '₱5,000.00',
    `${s.sessionsOf(5, 'Diamond peel')}, ${s.sessionsOf(1, 'Hydra glow')}`,
    s.validFor(s.validities.first_use, 6),
    methodMessages.methods.gcash,
    'GC 5001',
    'Carlo Cruz',
    s.receiptText,
  ])
    expect(dialog.getByText(text)).toBeTruthy()
  await person.click(dialog.getByRole('button', { name: s.printReceipt }))
  await waitFor(() => expect(printed).toHaveLength(1))
  expect(printed[0]).toContain(s.receiptText)
})
