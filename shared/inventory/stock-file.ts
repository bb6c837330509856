import type { ListFile } from '#shared/lib/lists/list-file.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { inventoryMessages } from './messages.ts'
import type { OrderedProduct, StockMovement } from './stock-contract.ts'
import { orderMessages, stockMessages as s } from './stock-messages.ts'

export const movementFile: ListFile<StockMovement> = {
  name: 'stock-movements',
  layout: 'large',
  columns: [
    { header: s.time, kind: 'moment', width: 36, value: (row) => row.moved_at },
    { header: s.product, kind: 'text', value: (row) => row.product_name },
    { header: s.kind, kind: 'text', width: 22, value: (row) => s.kinds[row.kind] },
    { header: s.amountLabel, kind: 'decimal', width: 20, value: (row) => row.amount },
    { header: s.balance, kind: 'decimal', width: 22, value: (row) => row.balance },
    { header: s.unit, kind: 'text', width: 20, value: (row) => row.unit_type },
    { header: s.batch, kind: 'text', width: 24, value: (row) => row.batch?.code ?? null },
    { header: s.expires, kind: 'date', width: 24, value: (row) => row.batch?.expires_on ?? null },
    { header: s.unitCost, kind: 'amount', width: 24, value: (row) => row.unit_cost },
    { header: s.supplier, kind: 'text', width: 36, value: (row) => row.supplier },
    {
      header: s.visit,
      kind: 'text',
      width: 40,
      value: (row) => row.visit && s.visitOf(row.visit.client, formatShortDate(row.visit.date)),
    },
    { header: s.reason, kind: 'text', width: 40, value: (row) => row.reason },
    { header: s.person, kind: 'text', width: 32, value: (row) => row.moved_by },
  ],
}

export const orderFile: ListFile<OrderedProduct> = {
  name: 'supplies-to-order',
  layout: 'wide',
  columns: [
    { header: s.product, kind: 'text', value: (row) => row.name },
    { header: inventoryMessages.category, kind: 'text', width: 42, value: (row) => row.category_name },
    { header: orderMessages.inStock, kind: 'decimal', width: 22, value: (row) => row.quantity },
    { header: orderMessages.level, kind: 'count', width: 26, value: (row) => row.low_stock_level },
    { header: orderMessages.proposed, kind: 'count', width: 20, value: (row) => row.proposed },
    { header: s.unit, kind: 'text', width: 24, value: (row) => row.unit_type },
    { header: orderMessages.supplier, kind: 'text', width: 44, value: (row) => row.supplier },
    { header: orderMessages.unitCost, kind: 'amount', width: 26, value: (row) => row.unit_cost },
  ],
}
