import type { Reading } from '#shared/cash/contract.ts'

const drawer = {
  float: 2000,
  pay_in: 500,
  pay_out: 200,
  drops: 2500,
  cash_sales: 5750,
  cash_back: 1500,
  expected: 6550,
  counted: 6540,
  difference: -10,
}

const actions = [
  { kind: 'line_deleted' as const, count: 3, amount: 4500.5 },
  { kind: 'order_dropped' as const, count: 1, amount: 800 },
  { kind: 'drawer_opened' as const, count: 2, amount: 0 },
]

/**
 * For tests: the Z-reading of the first day with invoices, with two shifts and every kind of line that a reading can
 * have.
 */
export const zReading: Reading = {
  id: '01900000-0000-7000-8000-000000000021',
  kind: 'Z',
  number: 12,
  terminal_name: 'Reception of the señora, second floor',
  business_date: '2026-11-21',
  made_at: '2026-11-21T19:02:00+08:00',
  made_by: 'Andrea Cruz',
  clinic: {
    name: 'Perlas Skin Clinic',
    address: '12 Tomas Morato, Quezon City',
    phone: '02 8123 4567',
    tin: '123456789',
    mode: 'acknowledgement',
    registration: null,
  },
  small_sales: null,
  card_sales: [
    { kind: 'sold', method: 'cash', count: 2, amount: 1500 },
    { kind: 'sold', method: 'gcash', count: 1, amount: 2000 },
    { kind: 'voided', method: 'cash', count: 1, amount: 500 },
  ],
  documents: [
    { mode: 'acknowledgement', kind: 'sale', count: 3, from: 41, to: 43 },
    { mode: 'invoice_vat', kind: 'sale', count: 18, from: 1, to: 18 },
    { mode: 'invoice_vat', kind: 'void', count: 1, from: 1, to: 1 },
    { mode: 'invoice_vat', kind: 'refund', count: 2, from: 1, to: 2 },
  ],
  gross: 123_456.78,
  discounts: [
    { kind: 'line', reason: 'Promo', count: 4, amount: 1250.5 },
    { kind: 'order', reason: null, count: 1, amount: 100 },
    { kind: 'senior', reason: 'Senior Citizen', count: 2, amount: 892.86 },
    { kind: 'pwd', reason: 'PWD', count: 1, amount: 446.43 },
    { kind: 'less_vat', reason: 'Less VAT', count: 3, amount: 803.58 },
  ],
  voids: { count: 1, amount: 1500 },
  refunds: { count: 2, amount: 3000 },
  net: 115_463.41,
  taxes: {
    vatable: 95_206.28,
    vat: 11_400,
    exempt: 5357.13,
    zero_rated: 0,
    excise: 206.28,
    untaxed: 3500,
    includes_excise: true,
  },
  methods: [
    { method: 'bank_transfer', count: 1, amount: 9713.41 },
    { method: 'cash', count: 4, amount: 4250 },
    { method: 'gcash', count: 15, amount: 101_500 },
  ],
  shifts: [
    {
      ...drawer,
      cashier_name: 'Maria Concepción Dela Peña-Villanueva',
      opened_at: '2026-11-21T08:55:00+08:00',
      closed_at: '2026-11-21T13:00:00+08:00',
      opened_by: 'Maria Concepción Dela Peña-Villanueva',
      closed_by: 'Olga Owner',
      sellers: [{ name: 'Joy Manalo', count: 12 }],
      card_sellers: [{ name: 'Joy Manalo', count: 2 }],
      actions,
    },
    {
      ...drawer,
      cashier_name: 'Andrea Cruz',
      opened_at: '2026-11-21T13:00:00+08:00',
      closed_at: '2026-11-21T19:00:00+08:00',
      opened_by: 'Olga Owner',
      closed_by: 'Andrea Cruz',
      sellers: [
        { name: 'Andrea Cruz', count: 8 },
        { name: 'Joy Manalo', count: 1 },
      ],
      card_sellers: [],
      actions: actions.map((group) => ({ ...group, count: 0, amount: 0 })),
    },
  ],
  cash: { pay_in: 1000, pay_out: 400, drops: 5000, cash_sales: 11_500, cash_back: 3000, difference: -20 },
  actions,
  wrong_totals: null,
  previous_grand_total: 1_000_000,
  grand_total: 1_123_456.78,
  hash: 'a'.repeat(16) + 'f'.repeat(48),
  previous_hash: 'b'.repeat(64),
  print_count: 0,
}

const noCash = { pay_in: null, pay_out: null, drops: null, cash_sales: null, cash_back: null, difference: null }

/** For tests: the X-reading of an open shift that was not counted yet, as a cashier sees it. */
export const xReading: Reading = {
  ...zReading,
  kind: 'X',
  number: null,
  gross: null,
  voids: { count: 1, amount: null },
  refunds: { count: 2, amount: null },
  net: null,
  taxes: null,
  methods: zReading.methods.map((group) => (group.method === 'cash' ? { ...group, amount: null } : group)),
  shifts: [
    { ...zReading.shifts[1]!, ...noCash, float: null, expected: null, counted: null, closed_at: null, closed_by: null },
  ],
  cash: noCash,
  previous_grand_total: null,
  grand_total: null,
  hash: null,
  previous_hash: null,
}
