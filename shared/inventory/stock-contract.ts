import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id, instant, optionalName, optionalText, requiredText, strictBody } from '#shared/lib/fields.ts'
import { exportOf } from '#shared/lib/lists/list-export.ts'
import { pesos, pesosAnswer } from '#shared/lib/money-fields.ts'
import { pageCounters, pageQuery, searchQuery } from '#shared/lib/paging.ts'
import { product } from './contract.ts'
import { ENTERED_KINDS, isStockAmount, needsReason, STOCK_MOVEMENT_KINDS } from './movement.ts'
import { stockMessages as s } from './stock-messages.ts'

const batch = z.object({
  id,
  code: z.string().nullable(),
  expires_on: civilDate.nullable(),
  quantity: z.number(),
  is_expired: z.boolean(),
})
export type StockBatch = z.output<typeof batch>

const movement = z.object({
  /** The number of the movement among those of its product, from 1. */
  number: z.number().int(),
  product_id: id,
  product_name: z.string(),
  unit_type: z.string(),
  kind: z.enum(STOCK_MOVEMENT_KINDS),
  /** The amount by which the stock changes; it is negative when pieces leave the shelf. */
  amount: z.number(),
  /** The product's stock after the movement. */
  balance: z.number(),
  batch: batch.pick({ code: true, expires_on: true }).nullable(),
  /**
   * The visit for which pieces were used, or were put back because staff corrected its used supplies; null for
   * movements without a visit.
   */
  visit: z.object({ client: z.string(), date: civilDate }).nullable(),
  /** The purchase price of one unit in pesos; null if it was not entered. */
  unit_cost: pesosAnswer.nullable(),
  /** Who delivered the received pieces. */
  supplier: z.string().nullable(),
  reason: z.string().nullable(),
  moved_at: instant,
  /**
   * Who recorded the movement; null for the first stock of an older product and for changes that an earlier version of
   * Mutya recorded.
   */
  moved_by: z.string().nullable(),
})
export type StockMovement = z.output<typeof movement>

const movementFilter = { product_id: id.optional(), kind: z.enum(STOCK_MOVEMENT_KINDS).optional() }

const amount = z.number(s.amount).refine((value) => value !== 0 && isStockAmount(value), s.amount)

const moveBody = strictBody({
  kind: z.enum(ENTERED_KINDS),
  /** The amount of the movement: positive, except for an adjustment, which may also be negative. */
  amount,
  /** The batch from which pieces are taken or to which they are put back; if left out, the batch that expires first. */
  batch_id: id.nullish(),
  /** The number and expiry date of a received batch. */
  code: optionalName(60),
  expires_on: civilDate.nullish(),
  unit_cost: pesos.nullish(),
  /** Who delivered the received pieces. */
  supplier: optionalName(80),
  reason: optionalText(200),
  /** If true, pieces of an expired batch can be used. */
  use_expired: z.boolean().default(false),
})
  .refine(({ kind, amount: entered }) => kind === 'adjust' || entered > 0, { error: s.amount, path: ['amount'] })
  .refine(({ kind, reason }) => reason !== null || !needsReason(kind), {
    error: s.reasonNeeded,
    path: ['reason'],
  })
  .refine(
    ({ kind, code, expires_on, unit_cost, supplier }) =>
      kind === 'receive' || (!code && !expires_on && unit_cost == null && !supplier),
    {
      error: s.onlyReceived,
      path: ['code'],
    },
  )

const orderedProduct = product
  .pick({ id: true, name: true, category_name: true, unit_type: true, quantity: true, low_stock_level: true })
  .extend({
    /** How many pieces to order: up to twice the low-stock level, and at least one. */
    proposed: z.number().int(),
    /** Who delivered the product last; null if that was never entered. */
    supplier: z.string().nullable(),
    /** The purchase price of one unit at the last delivery, or else the cost in the product's form. */
    unit_cost: pesosAnswer.nullable(),
  })
export type OrderedProduct = z.output<typeof orderedProduct>

const orderFilter = { category_id: id.optional() }

/** The most products of one stock count. */
const MOST_COUNTED = 1000

const countedLine = strictBody({
  product_id: id,
  /** The number of pieces that were counted on the shelf. */
  counted: z.number(s.counted).refine((value) => value >= 0 && isStockAmount(value), s.counted),
  /** The number of the product's last stock movement before its pieces were counted; 0 if it had none. */
  after_movement: z.number().int().min(0),
})

const countBody = strictBody({
  /** The counted category, for the log; null for all categories. */
  category_id: id.nullable(),
  reason: requiredText(200, s.reasonNeeded),
  lines: z
    .array(countedLine)
    .min(1, s.nothingCounted)
    .max(MOST_COUNTED, s.tooManyCounted)
    .refine((lines) => new Set(lines.map(({ product_id }) => product_id)).size === lines.length, s.countedTwice),
})

/** What a stock count changed: a product whose counted pieces differ from its balance at that time. */
const countedDifference = z.object({
  product_id: id,
  name: z.string(),
  unit_type: z.string(),
  amount: z.number(),
  /** The stock after the count. */
  balance: z.number(),
})

const byId = z.object({ id })
const expired = batch.pick({ code: true, expires_on: true })

export const stockContract = {
  movements: endpoint({
    method: 'GET',
    url: '/api/stock-movements',
    access: 'inventory.manage',
    summary: 'Movements of the stock of all products or one, newest first; search finds reasons, people and batches',
    database: 'snapshot',
    querystring: pageQuery(10, movementFilter),
    response: z.object({ data: z.array(movement), ...pageCounters }),
  }),
  exportMovements: exportOf(
    '/api/stock-movements',
    'inventory.manage',
    'The filtered movements of the stock',
    searchQuery(movementFilter),
  ),
  order: endpoint({
    method: 'GET',
    url: '/api/products-to-order',
    access: 'inventory.manage',
    summary: 'Products at or below their low-stock level by supplier, with the amount to order',
    database: 'snapshot',
    querystring: pageQuery(20, orderFilter),
    response: z.object({ data: z.array(orderedProduct), ...pageCounters }),
  }),
  exportOrder: exportOf(
    '/api/products-to-order',
    'inventory.manage',
    'The products to order',
    searchQuery(orderFilter),
  ),
  stock: endpoint({
    method: 'GET',
    url: '/api/products/:id/stock',
    access: 'inventory.manage',
    summary: 'The stock of a product by batch, the first to expire first',
    database: 'snapshot',
    params: byId,
    response: z.object({
      data: product,
      batches: z.array(batch),
      without_batch: z.number(),
      /** Earlier suppliers; that of the product's last delivery comes first. */
      suppliers: z.array(z.string()),
      /**
       * The number of the product's last stock movement; 0 before the first one. A stock count sends it as
       * `after_movement`.
       */
      last_movement: z.number().int(),
    }),
  }),
  choices: endpoint({
    method: 'GET',
    url: '/api/supply-choices',
    access: 'appointments.manage',
    summary: 'Products whose names contain the searched words, by name, for choosing what a service or visit uses',
    database: 'snapshot',
    querystring: searchQuery({}),
    response: z.object({ data: z.array(z.object({ id, name: z.string(), unit_type: z.string() })) }),
  }),
  move: endpoint({
    method: 'POST',
    url: '/api/products/:id/stock-movements',
    access: 'inventory.manage',
    summary:
      'Receive, use, discard, return or adjust pieces of a product; pieces of an expired batch are used only if the call says so',
    idempotent: true,
    params: byId,
    body: moveBody,
    response: z.object({ data: product, moved: z.array(movement) }),
    errorData: { conflict: expired },
  }),
  postCount: endpoint({
    method: 'POST',
    url: '/api/stock-counts',
    access: 'inventory.manage',
    summary:
      'Adjust the stock of counted products by the difference to their balance at the moment of counting; refused for products that were adjusted since then',
    idempotent: true,
    body: countBody,
    response: z.object({ counted: z.number().int(), differences: z.array(countedDifference) }),
    /** The products that must be counted again. */
    errorData: { conflict: z.object({ product_ids: z.array(id) }) },
  }),
}
