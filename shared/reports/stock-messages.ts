import { defineMessages } from '#shared/lib/language.ts'

/** The texts of the reports about supplies. */
export const stockReportMessages = defineMessages('reports/stock', {
  names: { 'stock-value': 'Value of the stock' },
  columns: {
    in_stock: 'In stock',
    unit: 'Unit',
    unit_cost: 'Last cost',
    value: 'Value',
  },
  notes: {
    'stock-value': [
      'The stock at the end of the last day of the period, times the last known cost of one unit: that of the last delivery until that day, or else the cost in the product’s form.',
      'Products whose cost is not known are listed at the end, without a value. Deleted products are left out.',
    ],
  },
})
