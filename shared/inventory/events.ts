import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'
import { STOCK_MOVEMENT_KINDS } from './movement.ts'

const moved = {
  receive: 'Received',
  sale: 'Sold',
  use: 'Used',
  adjust: 'Adjusted the stock by',
  waste: 'Discarded',
  return: 'Returned',
}

const named = z.object({ name: z.string() })
const stocked = z.object({ name: z.string(), quantity: z.number(), unit_type: z.string() })

export const inventoryEvents = eventTypesOf('inventory', {
  'inventory.product.created': eventType({
    kind: 'create',
    subject: 'product',
    parameters: stocked.extend({ category: z.string() }),
    sentence: ({ name, category, quantity, unit_type }) =>
      `Added the product ${name} to ${category}, quantity ${quantity} ${unit_type}`,
  }),
  'inventory.product.changed': eventType({
    kind: 'update',
    subject: 'product',
    parameters: named,
    fields: {
      name: { label: 'name', value: 'text' },
      quantity: { label: 'quantity', value: 'text' },
      low_stock_level: { label: 'low-stock level', value: 'text' },
      unit_type: { label: 'unit', value: 'text' },
      category_id: { label: 'category', value: 'text' },
      image: { label: 'picture', value: 'hidden' },
      price: { label: 'price', value: 'pesos' },
      cost: { label: 'cost', value: 'pesos' },
      barcode: { label: 'barcode', value: 'text' },
      tax_class: { label: 'tax class', value: 'text' },
      senior_pwd_eligible: { label: 'Senior/PWD discount', value: 'text' },
    },
    sentence: ({ name }, changes) => `Changed the product ${name}${changes}`,
  }),
  'inventory.stock.moved': eventType({
    kind: 'update',
    subject: 'product',
    parameters: z.object({
      name: z.string(),
      kind: z.enum(STOCK_MOVEMENT_KINDS),
      amount: z.number(),
      balance: z.number(),
      unit_type: z.string(),
      reason: z.string().nullable(),
      expired_batch: z.string().nullable(),
      /** The supplier of received pieces; log entries of earlier versions do not name it. */
      supplier: z.string().nullish(),
    }),
    sentence: ({ name, kind, amount, balance, unit_type, reason, expired_batch, supplier }) =>
      [
        `${moved[kind]} ${amount} ${unit_type} of ${name}, ${balance} in stock`,
        ...(supplier ? [`from ${supplier}`] : []),
        ...(expired_batch === null ? [] : [`from the expired ${expired_batch}`]),
        ...(reason === null ? [] : [`reason: ${reason}`]),
      ].join(', '),
  }),
  'inventory.stock.counted': eventType({
    kind: 'update',
    subject: 'product',
    parameters: z.object({
      /** The counted category; null for a stock count of all categories. */
      category: z.string().nullable(),
      products: z.number(),
      differences: z.number(),
      reason: z.string(),
    }),
    sentence: ({ category, products, differences, reason }) =>
      `Counted the stock of ${products} ${products === 1 ? 'product' : 'products'}${category === null ? '' : ` of ${category}`}, ${differences} with a difference, reason: ${reason}`,
  }),
  'inventory.product.deleted': eventType({
    kind: 'delete',
    subject: 'product',
    parameters: stocked,
    sentence: ({ name, quantity, unit_type }) => `Deleted the product ${name}, quantity ${quantity} ${unit_type}`,
  }),
  'inventory.category.created': eventType({
    kind: 'create',
    subject: 'category',
    parameters: named,
    sentence: ({ name }) => `Added the category ${name}`,
  }),
  'inventory.category.renamed': eventType({
    kind: 'update',
    subject: 'category',
    parameters: z.object({ before: z.string(), name: z.string() }),
    fields: { name: { label: 'name', value: 'told' } },
    sentence: ({ before, name }) => `Renamed the category ${before} to ${name}`,
  }),
  'inventory.category.deleted': eventType({
    kind: 'delete',
    subject: 'category',
    parameters: named,
    sentence: ({ name }) => `Deleted the category ${name}`,
  }),
})
