import { documentName } from '#shared/clinic/document-name.ts'
import type { Receipt } from '#shared/sales/contract.ts'
import type { PaperFields } from '#shared/sales/paper/paper-fields.ts'
import { sampleSoldLine } from '#shared/test/samples.ts'

const id = '01900000-0000-7000-8000-000000000011'

/** For tests: the printed fields of an invoice of a VAT-registered clinic. */
export const invoicePaper: PaperFields = {
  mode: 'invoice_vat',
  kind: 'sale',
  registration: {
    registered_name: 'Perlas Aesthetics Inc.',
    trade_name: 'Perlas Skin Clinic',
    tin_branch: '00000',
    permit_number: 'PTU-2026-0001',
    permit_date: '2026-01-15',
    accreditation_number: 'ACC-050-2025',
    accreditation_date: '2025-12-01',
    accreditation_until: '2030-11-30',
    supplier_name: 'Ñandú Software, Inc.',
    supplier_address: '8 Ayala Avenue, Makati City',
    supplier_tin: '765-432-109-00002',
    terminal: 'Front desk',
    machine_number: 'MIN-77',
    serial_number: 'SN-88',
  },
  buyer: null,
  booklet_number: null,
  taxes: { vatable: 2232.14, vat: 267.86, exempt: 0, zero_rated: 0, excise: 0 },
  card: null,
}

/** For tests: a sale of ₱2,500.00 with its printed fields. */
export const receiptOf = (paper: PaperFields, more: Partial<Receipt> = {}): Receipt => ({
  id,
  receipt_number: 12,
  document_name: documentName(12, { mode: paper.mode, kind: paper.kind, terminal: paper.registration?.terminal }),
  takes_back: null,
  customer_name: 'Bianca Peña',
  transaction_date: '2026-11-21T09:42:07+08:00',
  business_date: '2026-11-21',
  cashier_name: 'Andrea Cruz',
  subtotal: 2500,
  discount: 0,
  discount_reason: null,
  discount_id_number: null,
  total_after_discount: 2500,
  received_money: 3000,
  exchange_money: 500,
  payment_method: 'cash',
  reference_number: null,
  payments: [{ method: 'cash', amount: 2500, received: 3000, change: 500, reference_number: null }],
  is_walk_in: true,
  item_count: 1,
  location: 'Quezon City',
  treatments: [sampleSoldLine()],
  void_reason: null,
  voids_receipt_number: null,
  refund_reason: null,
  refunds_receipt_number: null,
  refunded: 0,
  approved_by: null,
  state: 'sale',
  clinic: {
    name: 'Perlas',
    address: '12 Tomas Morato, Quezon City',
    phone: '02 8123 4567',
    tin: '123456789',
    receipt_foot: 'Salamat po!',
  },
  paper,
  print_count: 0,
  last_printed_at: null,
  ...more,
})

/** For tests: forty lines with long names. */
export const fortyLines: Receipt['treatments'] = Array.from({ length: 40 }, (_, i) =>
  sampleSoldLine({
    service_name: `Line ${i + 1} of the señora’s very long programme of hydrating, brightening and lifting treatments`,
    price: 62.5,
  }),
)
