import { amounts, counts, text, withoutSum, type ReportDefinition } from './columns.ts'

const productSums = [
  ...counts('quantity'),
  ...amounts('gross', 'discounts', 'less_vat', 'net'),
  ...counts('without_cost'),
  ...amounts('vat', 'cost', 'margin'),
]

/** The reports about supplies: what was sold of them, and what they are worth. */
export const stockDefinitions = {
  'sales-by-product': { columns: [text('product'), text('category', 36), ...productSums], person: 'cashier' },
  'stock-value': {
    columns: [
      text('product'),
      text('category', 36),
      withoutSum({ key: 'in_stock', kind: 'decimal' }),
      text('unit', 22),
      ...amounts('unit_cost').map(withoutSum),
      ...counts('without_cost'),
      ...amounts('value'),
    ],
  },
  'supplies-by-service': {
    columns: [
      text('service'),
      text('supply', 60),
      ...counts('visits').map(withoutSum),
      withoutSum({ key: 'amount_used', kind: 'decimal' }),
      text('unit', 22),
      withoutSum({ key: 'per_visit', kind: 'decimal' }),
      ...amounts('cost'),
    ],
  },
} satisfies Record<string, ReportDefinition>
