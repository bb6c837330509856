import { defineMessages } from '#shared/lib/language.ts'

/** The texts of the reports about supplies. */
export const stockReportMessages = defineMessages('reports/stock', {
  names: { 'stock-value': 'Value of the stock', 'supplies-by-service': 'Supplies used by service' },
  columns: {
    in_stock: 'In stock',
    unit: 'Unit',
    supply: 'Supply',
    amount_used: 'Used',
    per_visit: 'Per visit',
    unit_cost: 'Last cost',
    value: 'Value',
  },
  notes: {
    'stock-value': [
      'The stock at the end of the last day of the period, times the last known cost of one unit: that of the last delivery until that day, or else the cost in the product’s form.',
      'Products whose cost is not known are listed at the end, without a value. Deleted products are left out.',
    ],
    'supplies-by-service': [
      'What completed visits of the period have used, with the corrections of staff, also later ones. Supplies that staff take from the shelf without a visit are not included.',
      'If several services of one visit use the same supply, its amount is divided in the proportion of the amounts that are listed for these services now.',
      'The cost is that of the last delivery before the visit, or else the cost in the product’s form. It is empty if neither is known.',
    ],
  },
})
