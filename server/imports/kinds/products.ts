import {
  addListedProduct,
  findProductsNamed,
  removeListedProduct,
  type ListedProduct,
} from '#server/inventory/public.ts'
import type { RowKind, RowValues } from '#server/imports/row-kind.ts'
import type { ImportField } from '#shared/imports/kinds.ts'
import { importFieldNames as names, importMessages, importRefusals as s } from '#shared/imports/messages.ts'
import { readCount } from '#shared/imports/read-values.ts'
import { inventoryContract } from '#shared/inventory/contract.ts'
import { acceptAsForm } from './form-rules.ts'
import { namedRows } from './named-records.ts'

const fieldOf: Record<string, string> = {
  name: names.product,
  quantity: names.quantity,
  low_stock_level: names.low_stock_level,
  unit_type: names.unit,
}
const nameOf = (field: string) => fieldOf[field] ?? names.product

function countOf(values: RowValues, field: ImportField, reasons: string[]): number | undefined {
  const text = values[field]
  if (text === undefined) return undefined
  const count = readCount(text)
  if (count === null) reasons.push(s.count(names[field], text))
  return count ?? undefined
}

/** Stands for the category, which is created only when the product is. */
const SOME_CATEGORY = '01900000-0000-7000-8000-000000000000'

/** Applies the rules of the form for a new product. */
function requireAccepted({ category: _, ...product }: ListedProduct, reasons: string[]): void {
  const texts = { quantity: String(product.quantity), low_stock_level: product.low_stock_level?.toString() }
  const values = { ...product, ...texts, category_id: SOME_CATEGORY }
  acceptAsForm(inventoryContract.createProduct.body, values, { nameOf, reasons })
}

const read: RowKind<ListedProduct>['read'] = (values) => {
  if (values.product === undefined) return { reasons: [s.missing(names.product)] }
  const reasons: string[] = []
  const quantity = countOf(values, 'quantity', reasons) ?? 0
  const low_stock_level = countOf(values, 'low_stock_level', reasons)
  const { product: name, category = importMessages.usualCategory, unit: unit_type = importMessages.usualUnit } = values
  acceptAsForm(inventoryContract.createCategory.body, { name: category }, { nameOf: () => names.category, reasons })
  const data = { name, category, quantity, unit_type, low_stock_level }
  if (reasons.length === 0) requireAccepted(data, reasons)
  return reasons.length > 0 ? { reasons } : { data }
}

export const productRows = namedRows<ListedProduct>({
  read,
  namesOf: ({ category: group, name }) => ({ group, name }),
  findExisting: async ({ tx, branchId }, wanted) =>
    (await findProductsNamed(tx, branchId, wanted)).map(({ category_name: group, name }) => ({ group, name })),
  add: async (by, product) => {
    const { id, newCategory: newGroup } = await addListedProduct(by, product)
    return { id, newGroup }
  },
  remove: (by, { id, newGroup: newCategory }, importedAt) => removeListedProduct(by, { id, newCategory }, importedAt),
})
