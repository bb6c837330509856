import {
  addListedProduct,
  findProductsNamed,
  removeListedProduct,
  type ListedProduct,
} from '#server/inventory/public.ts'
import type { RowKind, RowValues } from '#server/imports/row-kind.ts'
import type { ImportField } from '#shared/imports/kinds.ts'
import { importFieldNames as names, importMessages, importRefusals as s } from '#shared/imports/messages.ts'
import { readCount, readPrice } from '#shared/imports/read-values.ts'
import { inventoryContract } from '#shared/inventory/contract.ts'
import { inventoryMessages } from '#shared/inventory/messages.ts'
import { toPesos } from '#shared/lib/money.ts'
import { TAX_CLASSES, type TaxClass } from '#shared/lib/taxes.ts'
import { acceptAsForm } from './form-rules.ts'
import { namedRows } from './named-records.ts'

const fieldOf: Record<string, string> = {
  name: names.product,
  quantity: names.quantity,
  low_stock_level: names.low_stock_level,
  unit_type: names.unit,
  price: names.price,
  cost: names.cost,
  barcode: names.barcode,
}
const nameOf = (field: string) => fieldOf[field] ?? names.product

function countOf(values: RowValues, field: ImportField, reasons: string[]): number | undefined {
  const text = values[field]
  if (text === undefined) return undefined
  const count = readCount(text)
  if (count === null) reasons.push(s.count(names[field], text))
  return count ?? undefined
}

/** Reads an amount in pesos; null for an empty cell. A text that is no amount adds a reason to refuse the row. */
function pesosOf(text: string | undefined, reasons: string[]): number | null {
  if (text === undefined) return null
  const price = readPrice(text)
  if (price === null) reasons.push(s.price(text))
  return price === null ? null : toPesos(price)
}

/**
 * The digits of a barcode. A program that stored the code as a number has dropped its leading zero, which is added
 * again.
 */
function barcodeOf(text: string | undefined): string | null {
  if (text === undefined) return null
  const digits = text.replace(/^'/, '').replace(/[\s-]/g, '')
  return /^(\d{7}|\d{11})$/.test(digits) ? `0${digits}` : digits
}

/** The tax class with this name on screens and in files. */
function taxClassOf(text: string | undefined, reasons: string[]): TaxClass {
  const named = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')
  const label = text && named(text)
  const found = TAX_CLASSES.find((each) => label === named(inventoryMessages.taxClasses[each]) || label === named(each))
  if (text !== undefined && !found) reasons.push(s.taxClass(text))
  return found ?? 'vatable'
}

/**
 * The rules of the form require the id of a category. This id stands for a category that does not exist yet, because it
 * is created together with the product.
 */
const SOME_CATEGORY = '01900000-0000-7000-8000-000000000000'

/** Applies the rules of the form for a new product, and adds the reasons why the form would refuse it. */
function requireAccepted({ category: _, ...product }: ListedProduct, reasons: string[]): void {
  const texts = {
    quantity: String(product.quantity),
    low_stock_level: product.low_stock_level?.toString(),
    price: product.price?.toString(),
    cost: product.cost?.toString(),
    barcode: product.barcode ?? undefined,
  }
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
  const selling = {
    price: pesosOf(values.price, reasons),
    cost: pesosOf(values.cost, reasons),
    barcode: barcodeOf(values.barcode),
    tax_class: taxClassOf(values.tax_class, reasons),
  }
  const data = { name, category, quantity, unit_type, low_stock_level, ...selling }
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
