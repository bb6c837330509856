import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id, instant, optionalName, optionalText, strictBody } from '#shared/lib/fields.ts'
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
  /** The purchase price of one unit in pesos; null if it was not entered. */
  unit_cost: pesosAnswer.nullable(),
  reason: z.string().nullable(),
  moved_at: instant,
  /** Who recorded the movement; null for the first stock of an older product and for changes of earlier versions. */
  moved_by: z.string().nullable(),
})
export type StockMovement = z.output<typeof movement>

const movementFilter = { product_id: id.optional(), kind: z.enum(STOCK_MOVEMENT_KINDS).optional() }

const amount = z.number(s.amount).refine((value) => value !== 0 && isStockAmount(value), s.amount)

const moveBody = strictBody({
  kind: z.enum(ENTERED_KINDS),
  /** The amount of the movement: positive, except for an adjustment, which may also be negative. */
  amount,
  /** The batch that pieces are taken from or put back to; without one the first to expire goes first. */
  batch_id: id.nullish(),
  /** The number and expiry date of a received batch. */
  code: optionalName(60),
  expires_on: civilDate.nullish(),
  unit_cost: pesos.nullish(),
  reason: optionalText(200),
  /** True: pieces of an expired batch are used although they have expired. */
  use_expired: z.boolean().default(false),
})
  .refine(({ kind, amount: entered }) => kind === 'adjust' || entered > 0, { error: s.amount, path: ['amount'] })
  .refine(({ kind, reason }) => reason !== null || !needsReason(kind), {
    error: s.reasonNeeded,
    path: ['reason'],
  })
  .refine(
    ({ kind, code, expires_on, unit_cost }) => kind === 'receive' || (!code && !expires_on && unit_cost == null),
    {
      error: s.onlyReceived,
      path: ['code'],
    },
  )

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
  stock: endpoint({
    method: 'GET',
    url: '/api/products/:id/stock',
    access: 'inventory.manage',
    summary: 'The stock of a product by batch, the first to expire first',
    database: 'snapshot',
    params: byId,
    response: z.object({ data: product, batches: z.array(batch), without_batch: z.number() }),
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
}
