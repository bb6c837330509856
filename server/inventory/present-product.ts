import type { Category, Product } from '#shared/inventory/contract.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import type { categoryById, productById } from './views.ts'

const pictureAddress = (name: string | null) => (name === null ? null : `/api/product-pictures/${name}`)

export const presentProduct = (row: Awaited<ReturnType<typeof productById>>): Product => ({
  id: row.id,
  name: row.name,
  image: pictureAddress(row.picture_path),
  quantity: row.quantity,
  low_stock_level: row.low_stock_level,
  unit_type: row.unit_type,
  category_id: row.category_id,
  category_name: row.category_name,
  updated_at: isoInManila(row.updated_at),
  version: row.version,
})

export const presentCategory = (row: Awaited<ReturnType<typeof categoryById>>): Category => ({
  id: row.id,
  name: row.name,
  created_at: isoInManila(row.created_at),
  product_count: row.product_count,
  version: row.version,
})
