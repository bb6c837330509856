import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { cashContract } from '#shared/cash/contract.ts'
import { cashTillMessages } from '#shared/cash/till-messages.ts'
import { documentsContract } from '#shared/clinic/documents-contract.ts'
import type { ClinicMode } from '#shared/clinic/documents.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { invoiceMessages as s } from '#shared/sales/paper/messages.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { CloseShiftDialog } from '#web/cash/close-shift-dialog.tsx'
import { BookletNumberDialog } from '#web/sales/receipt/booklet-number.tsx'
import { queryClient } from '#web/lib/query.ts'
import { sampleId } from '#web/test/samples.ts'
import { answer, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import { InvoiceFields, invoiceBody, noInvoice } from './invoice-fields.tsx'

function Fields({ total }: { total: number }) {
  const [typed, setTyped] = useState(noInvoice)
  return (
    <>
      <InvoiceFields typed={typed} onChange={setTyped} sale={{ total, hasCard: false }} />
      <output>{JSON.stringify(invoiceBody(typed, 'Bianca Peña'))}</output>
    </>
  )
}

function drawFields(
  mode: ClinicMode,
  { limit = null, total = 2_500_00 }: { limit?: number | null; total?: number } = {},
) {
  queryClient.clear()
  answer(documentsContract.mode, { data: { mode, small_sale_limit: limit } })
  return drawScreen(<Fields total={total} />)
}
const typedBody = () => JSON.parse(screen.getByRole('status').textContent) as unknown

test('in booklet mode the payment dialog asks for the number of the handwritten invoice', async () => {
  const { person } = drawFields('booklet')
  await person.type(await screen.findByRole('textbox', { name: s.bookletNumber }), 'A-0007')
  expect(typedBody()).toEqual({ booklet_number: 'A-0007' })
})

test('in booklet mode the buyer of the handwritten invoice can be entered, because a payment with withheld tax needs a buyer', async () => {
  const { person } = drawFields('booklet')
  await person.click(await screen.findByText(s.details))
  await person.type(screen.getByRole('textbox', { name: s.buyerTin }), '321-654-987')
  expect(typedBody()).toEqual({ buyer: { name: 'Bianca Peña', address: '', tin: '321-654-987' } })
})

test('an invoice is made out to the name that the customer gives, otherwise to the customer', async () => {
  const { person } = drawFields('invoice_vat')
  await person.click(await screen.findByText(s.details))
  await person.type(screen.getByRole('textbox', { name: s.buyerTin }), '321-654-987')
  expect(typedBody()).toEqual({ buyer: { name: 'Bianca Peña', address: '', tin: '321-654-987' } })
  await person.type(screen.getByRole('textbox', { name: s.buyerName }), 'Ñoble Trading')
  expect(typedBody()).toEqual({ buyer: { name: 'Ñoble Trading', address: '', tin: '321-654-987' } })
})

test('the payment of a sale with an acknowledgement has no fields for an invoice and sends none', async () => {
  drawFields('acknowledgement')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByText(s.details)).toBeNull()
  expect(typedBody()).toEqual({})
})

test('a small sale gets a sales slip unless the client asks for an invoice or gives a buyer', async () => {
  const { person } = drawFields('invoice_non_vat', { limit: 500, total: 499_99 })
  const wish = await screen.findByRole('switch', { name: s.wantsInvoice })
  expect(screen.getByText(s.wantsInvoiceHint('₱500.00'))).toBeTruthy()
  expect(typedBody()).toEqual({})
  await person.click(wish)
  expect(typedBody()).toEqual({ wants_invoice: true })
  await person.click(screen.getByText(s.details))
  await person.type(screen.getByRole('textbox', { name: s.buyerTin }), '321-654-987')
  expect(screen.queryByRole('switch')).toBeNull()
})

test('a sale at the limit of small sales offers no sales slip', async () => {
  drawFields('invoice_non_vat', { limit: 500, total: 500_00 })
  expect(await screen.findByText(s.details)).toBeTruthy()
  expect(screen.queryByRole('switch')).toBeNull()
})

const slip = {
  id: sampleId(61),
  receipt_number: 12,
  document_name: 'Order slip 000012',
  customer_name: 'Bianca Peña',
  transaction_date: '2026-11-21T09:00:00+08:00',
  total_after_discount: 2500,
}

test('the number of a handwritten invoice is entered later at its sale, and an error is shown at the field', async () => {
  refuse(salesContract.enterBookletNumber, {
    status: 422,
    code: 'validation',
    message: saleMessages.bookletNumberTaken,
    errors: { booklet_number: [saleMessages.bookletNumberTaken] },
  })
  const { person } = drawScreen(<BookletNumberDialog open sale={slip} onClose={() => undefined} />)
  await person.type(await screen.findByRole('textbox', { name: new RegExp(s.bookletNumber) }), 'A-0007')
  await person.click(screen.getByRole('button', { name: s.save }))
  expect(await screen.findByText(saleMessages.bookletNumberTaken)).toBeTruthy()
  expect(sentBodies.at(-1)).toEqual({ booklet_number: 'A-0007' })
})

test('closing a shift lists the sales without an invoice number, each with a link to enter it', async () => {
  queryClient.clear()
  answer(salesContract.withoutBookletNumber, { data: [slip] })
  const shift = {
    id: sampleId(2),
    cashier_name: 'Carlo Cruz',
    opened_at: '2026-11-21T08:00:00+08:00',
    business_date: '2026-11-21',
  }
  answer(cashContract.cashiers, { data: [] })
  const { person } = drawScreen(<CloseShiftDialog open shift={shift} isHandOver={false} onClose={() => undefined} />)
  expect(await screen.findByRole('button', { name: cashTillMessages.closeShift })).toBeTruthy()
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText(s.missing(1))).toBeTruthy()
  await person.click(
    within(alert).getByRole('button', { name: s.slip('Order slip 000012', 'Bianca Peña', '₱2,500.00') }),
  )
  expect(await screen.findByRole('textbox', { name: new RegExp(s.bookletNumber) })).toBeTruthy()
})
