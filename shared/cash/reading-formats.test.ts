import { expect, test } from 'vitest'
import { noTaxSums } from '#shared/sales/tax.ts'
import { cashOf, noSums, readingFigures, type ShiftSums } from './reading.ts'
import type { ShiftDrawer } from './shift-drawer.ts'
import { completeSums } from './till-actions.ts'

/** A closed shift with a sale, a void and a refund in cash, and sales by Maya and GCash. */
const mixed: ShiftDrawer & { sums: ShiftSums } = {
  cashier_name: 'Carlo',
  opened_at: '2026-11-21T08:00:00+08:00',
  closed_at: '2026-11-21T12:00:00+08:00',
  float: 2_000_00,
  pay_in: 0,
  pay_out: 50_00,
  drops: 400_00,
  counted: 2_350_00,
  opened_by: 'Carlo',
  closed_by: 'Olga Owner',
  actions: completeSums({}),
  sums: {
    ...noSums,
    documents: [
      { mode: 'invoice_vat', kind: 'sale', count: 5, from: 1, to: 5, subtotal: 2_000_00, total: 1_850_00 },
      { mode: 'invoice_vat', kind: 'void', count: 1, from: 1, to: 1, subtotal: -150_00, total: -100_00 },
      { mode: 'invoice_vat', kind: 'refund', count: 2, from: 1, to: 2, subtotal: -80_00, total: -80_00 },
    ],
    discounts: [
      { kind: 'line', reason: 'Staff', count: 1, amount: 20_00 },
      { kind: 'line', reason: 'Promo', count: 1, amount: 30_00 },
      { kind: 'line', reason: null, count: 2, amount: 60_00 },
      { kind: 'order', reason: 'Promo', count: 1, amount: 40_00 },
    ],
    discountsByReason: [
      { reason: 'Staff', count: 1, amount: 20_00 },
      { reason: 'Promo', count: 2, amount: 70_00 },
      { reason: null, count: 2, amount: 60_00 },
    ],
    payments: [
      { kind: 'sale', method: 'maya', count: 2, amount: 700_00 },
      { kind: 'sale', method: 'cash', count: 2, amount: 950_00 },
      { kind: 'void', method: 'cash', count: 1, amount: -100_00 },
      { kind: 'refund', method: 'cash', count: 2, amount: -80_00 },
      { kind: 'sale', method: 'gcash', count: 1, amount: 200_00 },
    ],
    sellers: [
      { name: 'Liza', count: 3 },
      { name: 'Ángel', count: 2 },
    ],
    taxes: { vatable: 1_200_00, vat: 144_00, exempt: 300_00, zeroRated: 20_00, excise: 10_00, untaxed: 6_00 },
    taxesLessExcise: { vatable: 1_190_00, vat: 144_00, exempt: 300_00, zeroRated: 20_00, excise: 10_00, untaxed: 6_00 },
  },
}
const { sums: _, actions: __, opened_by, closed_by, ...ofShift } = mixed
const shiftDrawer = { ...ofShift, cash_sales: 950_00, cash_back: 180_00, expected: 2_320_00, difference: 30_00 }

/**
 * The figures of the shift that readings of all formats have in common. Its drawer is not among them, because it
 * differs between formats.
 */
const inAllFormats = {
  gross: 2_000_00,
  voids: { count: 1, amount: 100_00 },
  refunds: { count: 2, amount: 80_00 },
  net: 1_670_00,
  methods: [
    { method: 'cash', count: 1, amount: 770_00 },
    { method: 'gcash', count: 1, amount: 200_00 },
    { method: 'maya', count: 2, amount: 700_00 },
  ],
}

test('a void lowers the number of payments of its method and a refund does not; methods, reasons and sellers are sorted', () => {
  const figures = readingFigures([mixed])
  expect(figures).toMatchObject({ ...inAllFormats, taxes: mixed.sums.taxes })
  expect(figures.shifts).toEqual([
    { ...shiftDrawer, opened_by, closed_by, actions: mixed.actions, sellers: mixed.sums.sellers.toReversed() },
  ])
  expect(figures.discounts).toEqual([
    { kind: 'line', reason: null, count: 2, amount: 60_00 },
    { kind: 'line', reason: 'Promo', count: 1, amount: 30_00 },
    { kind: 'line', reason: 'Staff', count: 1, amount: 20_00 },
    { kind: 'order', reason: 'Promo', count: 1, amount: 40_00 },
  ])
})

test('readings of formats 3 and 4 have the drawer of each shift, and only format 4 has the excise in the sales', () => {
  for (const [format, taxes] of [
    [3, mixed.sums.taxesLessExcise],
    [4, mixed.sums.taxes],
  ] as const)
    expect(readingFigures([mixed], format)).toMatchObject({ ...inAllFormats, format, taxes, shifts: [shiftDrawer] })
})

test('readings of formats 1 and 2 have the sum of all drawers, and count drops to the bank as paid out', () => {
  const { drops, cashier_name, opened_at, closed_at, ...rest } = shiftDrawer
  const earlier = { ...rest, pay_out: rest.pay_out + drops }
  const common = { ...inAllFormats, drawer: earlier, shifts: [{ cashier_name, opened_at, closed_at, ...earlier }] }
  expect(readingFigures([mixed], 1)).toMatchObject({ ...common, format: 1 })
  const figures2 = readingFigures([mixed], 2)
  expect(figures2).toMatchObject({ ...common, format: 2, taxes: mixed.sums.taxesLessExcise })
  const cash = { pay_in: 0, pay_out: 450_00, cash_sales: 950_00, cash_back: 180_00, difference: 30_00 }
  expect(cashOf(figures2)).toEqual(cash)
  expect(cashOf(readingFigures([mixed]))).toEqual({ ...cash, pay_out: 50_00, drops: 400_00 })
})

test('the reading of a shift without sales has neither documents nor discounts nor sellers', () => {
  const figures = readingFigures([{ ...mixed, sums: noSums }])
  expect(figures).toMatchObject({ gross: 0, net: 0, methods: [], documents: [], discounts: [] })
  expect(figures.shifts[0]).toMatchObject({ sellers: [], cash_sales: 0 })
  expect(figures.taxes).toEqual({ ...noTaxSums, untaxed: 0 })
})
