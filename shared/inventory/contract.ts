import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { exportOf } from '#shared/lib/lists/list-export.ts'
import { civilDate, id, instant, messageAnswer, requiredName, strictBody, version } from '#shared/lib/fields.ts'
import { imageFile } from '#shared/lib/image-file.ts'
import { parsePesos, toPesos } from '#shared/lib/money.ts'
import { pesos, pesosAnswer } from '#shared/lib/money-fields.ts'
import { pageCounters, pageQuery, searchQuery } from '#shared/lib/paging.ts'
import { TAX_CLASSES } from '#shared/lib/taxes.ts'
import { isBarcode } from './barcode.ts'
import { inventoryMessages as s } from './messages.ts'
import { MAX_STOCK } from './movement.ts'

/** Page sizes that the screen offers; the first is the default. */
export const INVENTORY_PAGE_SIZES = [5, 10, 15, 20] as const
/**
 * The filters of supplies that need attention: `low` is at or below the low-stock level, `expired` has expired pieces,
 * and `expires-7` and `expires-30` have pieces that expire within 7 or 30 days or have expired.
 */
export const STOCK_FILTERS = ['low', 'expired', 'expires-7', 'expires-30'] as const
export type StockFilter = (typeof STOCK_FILTERS)[number]
/** The default low-stock level of a product. */
export const DEFAULT_LOW_STOCK_LEVEL = 5

export const product = z.object({
  id,
  name: z.string(),
  /** The path of the picture, or null. */
  image: z.string().nullable(),
  /** The stock of the product. It is negative when more was used than was recorded as received. */
  quantity: z.number(),
  /** At or below this number the product is low in stock. */
  low_stock_level: z.number().int(),
  /** The earliest expiry date of the pieces in stock; null if no piece has one. */
  next_expiry: civilDate.nullable(),
  unit_type: z.string(),
  category_id: id,
  category_name: z.string(),
  /** The price of one piece at the till; null for a product that is not sold there. */
  price: pesosAnswer.nullable(),
  /** What one piece costs the clinic. */
  cost: pesosAnswer.nullable(),
  /** An EAN-8, UPC-A or EAN-13 code. */
  barcode: z.string().nullable(),
  /** The tax class of sales of the product; it has an effect only if the clinic is registered for VAT. */
  tax_class: z.enum(TAX_CLASSES),
  /** True if holders of a Senior Citizen or PWD card get their discount on the product. */
  senior_pwd_eligible: z.boolean(),
  updated_at: instant,
  version,
})
export type Product = z.output<typeof product>

const category = z.object({
  id,
  name: z.string(),
  created_at: instant,
  /** The number of products in the category. Only an empty category can be deleted. */
  product_count: z.number().int(),
  version,
})
export type Category = z.output<typeof category>

/** True when the product should be ordered again. */
export const runsLow = ({ quantity, low_stock_level }: Pick<Product, 'quantity' | 'low_stock_level'>): boolean =>
  quantity <= low_stock_level

/** The number of pieces to order: up to twice the low-stock level, and at least one. */
export const proposedOrder = ({ quantity, low_stock_level }: Pick<Product, 'quantity' | 'low_stock_level'>): number =>
  Math.max(1, Math.ceil(2 * low_stock_level - quantity))

/** A stock in a multipart form, whose values are texts. */
const stockInForm = z
  .string(s.stock)
  .trim()
  .regex(/^-?\d{1,6}(\.\d{1,3})?$/, s.stock)
  .transform(Number)
  .refine((quantity) => Math.abs(quantity) <= MAX_STOCK, s.stock)

/** A number of pieces in a multipart form, whose values are texts. */
const quantityInForm = z
  .string(s.quantity)
  .trim()
  .regex(/^\d{1,6}$/, s.quantity)
  .transform(Number)

/** A change of the stock in pieces: `-1` takes one away, whatever the current stock is. */
const quantityChangeInForm = z
  .string(s.quantityChange)
  .trim()
  .regex(/^[+-]?\d{1,6}$/, s.quantityChange)
  .transform(Number)

/** Pesos in a multipart form, or null for an empty text. */
const optionalPesosInForm = z
  .string()
  .transform((text) => (text.trim() === '' ? null : toPesos(parsePesos(text) ?? Number.NaN)))
  .pipe(pesos.nullable())

/** How a product is sold. An empty text removes a value; a missing field keeps the present one. */
const sellingFields = {
  price: optionalPesosInForm.refine((price) => price !== 0, s.priceZero).optional(),
  cost: optionalPesosInForm.optional(),
  barcode: z
    .string()
    .transform((text) => text.replace(/[\s-]/g, '') || null)
    .refine((code) => code === null || isBarcode(code), s.barcode)
    .optional(),
  tax_class: z.enum(TAX_CLASSES).optional(),
  senior_pwd_eligible: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
}

const productFields = {
  name: requiredName(120, s.productName),
  quantity: stockInForm,
  low_stock_level: quantityInForm.optional(),
  unit_type: requiredName(40, s.unitType),
  category_id: z.uuid(s.productCategory),
  image: imageFile.optional(),
  ...sellingFields,
}
const productBody = strictBody({
  ...productFields,
  quantity: stockInForm.refine((quantity) => quantity >= 0, s.stock),
})
const isObject = (value: unknown) => typeof value === 'object' && value !== null
const whenObject = { when: ({ value }: { value: unknown }) => isObject(value) }

/**
 * True for a change that contains only a difference of the stock. Such a change is valid for any version of the row.
 */
const isDelta = ({ quantity_change, ...others }: { quantity_change?: number | undefined }): boolean =>
  quantity_change !== undefined && Object.values(others).every((value) => value === undefined)

type Sent = { quantity_change?: number | undefined; name?: unknown; unit_type?: unknown; category_id?: unknown }
const neededUnlessDelta = (field: keyof Sent, error: string) => ({
  test: (body: Sent) => isDelta(body) || body[field] !== undefined,
  said: { ...whenObject, error, path: [field] },
})
const needed = {
  name: neededUnlessDelta('name', s.productName),
  unit: neededUnlessDelta('unit_type', s.unitType),
  category: neededUnlessDelta('category_id', s.productCategory),
}

/**
 * The body of a change of a product: either all fields, with the new stock or its difference from the old stock, or
 * only this difference.
 */
const changedProductBody = strictBody({
  name: productFields.name.optional(),
  quantity: stockInForm.optional(),
  quantity_change: quantityChangeInForm.optional(),
  low_stock_level: productFields.low_stock_level,
  unit_type: productFields.unit_type.optional(),
  category_id: productFields.category_id.optional(),
  image: productFields.image,
  ...sellingFields,
})
  .refine(needed.name.test, needed.name.said)
  .refine(needed.unit.test, needed.unit.said)
  .refine(needed.category.test, needed.category.said)
  .refine(({ quantity, quantity_change }) => (quantity === undefined) !== (quantity_change === undefined), {
    ...whenObject,
    error: s.stock,
    path: ['quantity'],
  })

const categoryBody = strictBody({ name: requiredName(80, s.categoryName) })

const byId = z.object({ id })
const productAnswer = z.object({ data: product })
const categoryAnswer = z.object({ data: category })

const productFilter = {
  category_id: id.optional(),
  /** Only products with low stock, or with pieces that expire soon. */
  stock: z.enum(STOCK_FILTERS).optional(),
}

export const inventoryContract = {
  products: endpoint({
    method: 'GET',
    url: '/api/products',
    access: 'inventory.manage',
    summary: 'Products of all categories or one; all, or those with low stock or pieces that expire soon',
    database: 'snapshot',
    querystring: pageQuery(INVENTORY_PAGE_SIZES[0], productFilter),
    response: z.object({ data: z.array(product), ...pageCounters }),
  }),
  exportProducts: exportOf('/api/products', 'inventory.manage', 'The filtered products', searchQuery(productFilter)),
  createProduct: endpoint({
    method: 'POST',
    url: '/api/products',
    access: 'inventory.manage',
    summary: 'Add a product, with or without a picture',
    status: 201,
    sends: 'multipart',
    database: 'none',
    timeoutMs: 30_000,
    body: productBody,
    response: productAnswer,
  }),
  updateProduct: endpoint({
    method: 'POST',
    url: '/api/products/:id',
    access: 'inventory.manage',
    summary: 'Change a product, or only its stock by a difference; its picture changes only if a new one is sent',
    sends: 'multipart',
    database: 'none',
    timeoutMs: 30_000,
    params: byId,
    body: changedProductBody,
    response: productAnswer,
    errorData: { stale: product },
    ifMatch: true,
  }),
  deleteProduct: endpoint({
    method: 'DELETE',
    url: '/api/products/:id',
    access: 'inventory.manage',
    summary: 'Delete a product and its picture permanently',
    database: 'none',
    params: byId,
    response: messageAnswer,
  }),
  picture: endpoint({
    method: 'GET',
    url: '/api/product-pictures/:name',
    access: 'inventory.manage',
    summary: 'The picture of a product; a changed picture has a new name',
    answers: 'file',
    database: 'none',
    params: z.object({ name: z.string() }),
    response: z.string().describe('image/webp'),
  }),
  categories: endpoint({
    method: 'GET',
    url: '/api/categories',
    access: 'inventory.manage',
    summary: 'Product categories, each with the number of its products',
    database: 'snapshot',
    querystring: pageQuery(100, {}),
    response: z.object({ data: z.array(category), ...pageCounters }),
  }),
  createCategory: endpoint({
    method: 'POST',
    url: '/api/categories',
    access: 'inventory.manage',
    summary: 'Add a category',
    status: 201,
    body: categoryBody,
    response: categoryAnswer,
  }),
  updateCategory: endpoint({
    method: 'PUT',
    url: '/api/categories/:id',
    access: 'inventory.manage',
    summary: 'Rename a category',
    params: byId,
    body: categoryBody,
    response: categoryAnswer,
    errorData: { stale: category },
    ifMatch: true,
  }),
  deleteCategory: endpoint({
    method: 'DELETE',
    url: '/api/categories/:id',
    access: 'inventory.manage',
    summary: 'Delete a category permanently; refused while products belong to it',
    params: byId,
    response: messageAnswer,
  }),
}

/** The units that the product form suggests; people can type other units. */
export const UNIT_TYPES = ['pc', 'box', 'bottle', 'vial', 'tube', 'pack', 'set', 'mL', 'g'] as const
