import {
  addListedProduct,
  findProductsNamed,
  removeListedProduct,
  type ListedProduct,
} from '#server/inventory/public.ts'
import type { RowKind, RowValues, Saved } from '#server/imports/row-kind.ts'
import type { ImportField } from '#shared/imports/kinds.ts'
import { importFieldNames as names, importMessages, importRefusals as s } from '#shared/imports/messages.ts'
import { readCount } from '#shared/imports/read-values.ts'
import { inventoryContract } from '#shared/inventory/contract.ts'
import { findNamed, keysOfName, nameKeyOf, undoEach } from './named-records.ts'

const fieldOf: Record<string, string> = {
  name: names.product,
  quantity: names.quantity,
  low_stock_level: names.low_stock_level,
  unit_type: names.unit,
}

function countOf(values: RowValues, field: ImportField, reasons: string[]): number | undefined {
  const text = values[field]
  if (text === undefined) return undefined
  const count = readCount(text)
  if (count === null) reasons.push(s.count(names[field], text))
  return count ?? undefined
}

/** Stands for the category, which is created only when the product is. */
const SOME_CATEGORY = '01900000-0000-7000-8000-000000000000'

/** Applies the rules of the form, so that an import accepts exactly what the form accepts. */
function requireAccepted({ category: _, ...product }: ListedProduct, reasons: string[]): void {
  const texts = { quantity: String(product.quantity), low_stock_level: product.low_stock_level?.toString() }
  const body = { ...product, ...texts, category_id: SOME_CATEGORY }
  const checked = inventoryContract.createProduct.body.safeParse(body)
  for (const { path, message } of checked.error?.issues ?? [])
    reasons.push(`${fieldOf[String(path[0])] ?? names.product}: ${message}`)
}

const read: RowKind<ListedProduct>['read'] = (values) => {
  if (values.product === undefined) return { reasons: [s.missing(names.product)] }
  const reasons: string[] = []
  const quantity = countOf(values, 'quantity', reasons) ?? 0
  const low_stock_level = countOf(values, 'low_stock_level', reasons)
  const { product: name, category = importMessages.usualCategory, unit: unit_type = importMessages.usualUnit } = values
  const categoryCheck = inventoryContract.createCategory.body.safeParse({ name: category })
  if (!categoryCheck.success) reasons.push(`${names.category}: ${categoryCheck.error.issues[0]!.message}`)
  const data = { name, category, quantity, unit_type, low_stock_level }
  if (reasons.length === 0) requireAccepted(data, reasons)
  return reasons.length > 0 ? { reasons } : { data }
}

const keyOf = ({ category, name }: ListedProduct) => nameKeyOf(category, name)

const find: RowKind<ListedProduct>['find'] = async (context, rows) => {
  const named = await findProductsNamed(
    context.tx,
    context.branchId,
    rows.map(({ data }) => data.name.toLowerCase()),
  )
  const existing = new Map(named.map(({ name, category_name }) => [nameKeyOf(category_name, name), name]))
  return findNamed(context, rows, { keyOf, existing })
}

type CategoryOfRow = { new_category: string | null }

const save: RowKind<ListedProduct>['save'] = async (by, rows) => {
  const saved: Saved[] = []
  for (const { data, decision } of rows) {
    const added = decision === 'skip' ? null : await addListedProduct(by, data)
    const filled: CategoryOfRow = { new_category: added?.newCategory ?? null }
    saved.push(added ? { outcome: 'created', record_id: added.id, filled } : { outcome: 'skipped' })
  }
  return saved
}

export const productRows: RowKind<ListedProduct> = {
  chunkSize: 50,
  read,
  keysOf: (data) => keysOfName(keyOf(data)),
  find,
  save,
  undo: (by, rows, { importedAt }) =>
    undoEach(rows, ({ record_id, filled }) =>
      removeListedProduct(
        by,
        { id: record_id!, newCategory: (filled as CategoryOfRow | null)?.new_category ?? null },
        importedAt,
      ),
    ),
}
