import { listFileMessages } from '#shared/lib/lists/messages.ts'
import type { ListFile } from '#shared/lib/lists/list-file.ts'
import { runsLow, type Product } from './contract.ts'
import { inventoryMessages as s } from './messages.ts'

const { columns } = listFileMessages

const stockOf = (row: Product) => (row.quantity <= 0 ? s.outOfStock : runsLow(row) ? s.lowStock : null)

export const supplyFile: ListFile<Product> = {
  name: 'supplies',
  layout: 'wide',
  columns: [
    { header: s.nameOfProduct, kind: 'text', value: (row) => row.name },
    { header: s.category, kind: 'text', width: 48, value: (row) => row.category_name },
    { header: s.quantityLabel, kind: 'decimal', width: 24, value: (row) => row.quantity },
    { header: s.unitTypeLabel, kind: 'text', width: 32, value: (row) => row.unit_type },
    { header: s.lowStockLevel, kind: 'count', width: 28, value: (row) => row.low_stock_level },
    { header: columns.stock, kind: 'text', width: 28, value: stockOf },
    { header: s.price, kind: 'amount', width: 24, value: (row) => row.price },
    { header: s.cost, kind: 'amount', width: 24, value: (row) => row.cost },
    { header: s.barcodeLabel, kind: 'text', width: 30, value: (row) => row.barcode },
    { header: s.taxClass, kind: 'text', width: 24, value: (row) => s.taxClasses[row.tax_class] },
    { header: s.lastUpdated, kind: 'moment', width: 40, value: (row) => row.updated_at },
  ],
}
