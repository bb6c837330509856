import { describe, expect, test } from 'vitest'
import type { Receipt } from './contract.ts'
import { receiptFileName, receiptText } from './receipt.ts'
import { sampleSoldLine } from '#shared/test/samples.ts'

const receipt: Receipt = {
  id: '01900000-0000-7000-8000-000000000041',
  receipt_number: 12,
  document_name: 'Receipt 000012',
  takes_back: null,
  customer_name: 'Bianca Peña',
  transaction_date: '2026-11-21T09:42:07+08:00',
  business_date: '2026-11-21',
  cashier_name: 'Andrea Cruz',
  subtotal: 3700,
  discount: 740,
  discount_reason: 'Senior Citizen',
  discount_id_number: 'SC-123',
  total_after_discount: 2960,
  received_money: 3000,
  exchange_money: 40,
  payment_method: 'gcash',
  reference_number: 'GC-88120394',
  payments: [{ method: 'gcash', amount: 2960, received: 3000, change: 40, reference_number: 'GC-88120394' }],
  is_walk_in: true,
  item_count: 4,
  location: 'Quezon City',
  treatments: [
    sampleSoldLine({
      quantity: 2,
      price: 1500,
      addOns: [
        { addOn_id: '01900000-0000-7000-8000-000000000021', addOn_name: 'LED light', quantity: 2, addOn_price: 350 },
      ],
    }),
  ],
  void_reason: null,
  voids_receipt_number: null,
  refund_reason: null,
  refunds_receipt_number: null,
  refunded: 0,
  approved_by: null,
  state: 'sale',
  clinic: {
    name: 'Mutya',
    address: '12 Tomas Morato, Quezon City',
    phone: '02 8123 4567',
    tin: '',
    receipt_foot: 'Foot.',
  },
  print_count: 0,
  last_printed_at: null,
}
const at = new Date('2026-11-22T03:05:00Z')

describe('a receipt', () => {
  test('a receipt shows the clinic and the receipt’s number, date, cashier and client', () => {
    expect(receiptText(receipt, at)).toMatchObject({
      clinic: 'Mutya',
      clinicLines: ['12 Tomas Morato, Quezon City', '02 8123 4567'],
      heading: 'Acknowledgement receipt',
      facts: [
        { label: 'Receipt no.', value: '000012' },
        { label: 'Date', value: 'Nov 21, 2026, 9:42 AM' },
        { label: 'Cashier', value: 'Andrea Cruz' },
        { label: 'Customer', value: 'Bianca Peña' },
      ],
      foot: 'Foot.',
    })
  })

  test('a receipt lists each service and add-on with quantity and price', () => {
    expect(receiptText(receipt, at).items).toEqual([
      { name: 'Diamond peel', detail: '2 × ₱1,500.00', amount: '₱3,000.00', isAddOn: false },
      { name: 'LED light', detail: '2 × ₱350.00', amount: '₱700.00', isAddOn: true },
    ])
  })

  test('a receipt adds up from the subtotal to the change, with the reason of the discount and the reference number', () => {
    expect(receiptText(receipt, at).sums.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Subtotal: ₱3,700.00',
      'Discount (Senior Citizen): −₱740.00',
      'ID no.: SC-123',
      'Total: ₱2,960.00',
      'Paid by: GCash',
      'Reference no.: GC-88120394',
      'Received: ₱3,000.00',
      'Change: ₱40.00',
    ])
  })

  test('a receipt shows the clinic’s TIN when it is set', () => {
    const withTin = { ...receipt, clinic: { ...receipt.clinic, tin: '123-456-789' } }
    expect(receiptText(withTin, at).clinicLines).toContain('TIN 123-456-789')
  })

  test('every copy of a receipt after the first says REPRINT with the number and date of the copy; a preview has no date yet', () => {
    expect(receiptText(receipt, at).reprint).toBeNull()
    expect(receiptText({ ...receipt, print_count: 1 }, at).reprint).toBe('REPRINT 1, Nov 22, 2026, 11:05 AM')
    expect(receiptText({ ...receipt, print_count: 2 }, null).reprint).toBe('REPRINT 2')
  })

  test('the receipt of a voided sale says VOIDED, and a void shows the number of that receipt, the reason and the amount paid back', () => {
    expect(receiptText(receipt, at).mark).toBeNull()
    expect(receiptText({ ...receipt, state: 'voided' }, at)).toMatchObject({
      heading: 'Acknowledgement receipt',
      mark: 'VOIDED',
    })
    const counter: Receipt = {
      ...receipt,
      receipt_number: 13,
      subtotal: -3700,
      discount: -740,
      total_after_discount: -2960,
      received_money: -2960,
      exchange_money: 0,
      state: 'void',
      void_reason: 'Rung up twice',
      voids_receipt_number: 12,
    }
    const treatments = counter.treatments.map((line) => ({ ...line, quantity: -line.quantity }))
    const { heading, mark, facts, items, sums } = receiptText({ ...counter, treatments }, at)
    expect([heading, mark]).toEqual(['Void', null])
    // The minus is the typographic one, because receipts are drawn with the browser's fonts, not with a printer's
    // characters.
    expect(items[0]).toMatchObject({ detail: '−2 × ₱1,500.00', amount: '−₱3,000.00' })
    expect(facts).toContainEqual({ label: 'Voids receipt no.', value: '000012' })
    expect(facts).toContainEqual({ label: 'Reason', value: 'Rung up twice' })
    expect(sums.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Subtotal: −₱3,700.00',
      'Discount (Senior Citizen): ₱740.00',
      'ID no.: SC-123',
      'Total: −₱2,960.00',
      'Paid by: GCash',
      'Reference no.: GC-88120394',
      'Given back: ₱2,960.00',
    ])
  })
})

test('the name of a receipt’s PDF file is made from the date and time of the sale', () =>
  expect(receiptFileName('2026-11-21T09:42:07+08:00')).toBe('20261121-094207_receipt.pdf'))

test('a receipt that is paid by a package has the payment method “Prepaid” with the name of the package', () => {
  const ahead = {
    method: 'prepaid',
    amount: 2960,
    received: 2960,
    change: 0,
    reference_number: 'Glow Package',
  } as const
  const paid = { ...receipt, payment_method: 'prepaid', reference_number: 'Glow Package', payments: [ahead] } as const
  const cash = { method: 'cash', amount: 740, received: 740, change: 0, reference_number: null } as const
  const pairs = (of: Receipt) => receiptText(of, null).sums.map(({ label, value }) => `${label}: ${value}`)
  expect(pairs({ ...paid, payments: [ahead] })).toEqual(
    expect.arrayContaining(['Paid by: Prepaid', 'Reference no.: Glow Package']),
  )
  expect(pairs({ ...paid, payments: [cash, ahead] })).toEqual(
    expect.arrayContaining(['Paid by Prepaid: ₱2,960.00', 'Reference no.: Glow Package']),
  )
})
