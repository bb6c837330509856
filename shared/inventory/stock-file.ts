import type { ListFile } from '#shared/lib/lists/list-file.ts'
import type { StockMovement } from './stock-contract.ts'
import { stockMessages as s } from './stock-messages.ts'

export const movementFile: ListFile<StockMovement> = {
  name: 'stock-movements',
  layout: 'wide',
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
    { header: s.reason, kind: 'text', width: 40, value: (row) => row.reason },
    { header: s.person, kind: 'text', width: 32, value: (row) => row.moved_by },
  ],
}
