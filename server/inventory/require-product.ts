import { AppError } from '#server/lib/app-error.ts'
import type { Context } from '#server/lib/context.ts'
import type { Product } from '#shared/inventory/contract.ts'
import { inventoryMessages as s } from '#shared/inventory/messages.ts'
import * as queries from './queries.ts'
import { presentProduct } from './read-supplies.ts'
import * as views from './views.ts'

/** Locks a product; throws a 404 for an unknown one. */
export async function requireProduct({ tx }: Context, id: string) {
  const row = await queries.lockProduct(tx, id)
  if (!row) throw new AppError('not_found', s.productNotFound)
  return row
}

export const readProduct = async ({ tx }: Context, id: string): Promise<Product> =>
  presentProduct(await views.productById(tx, id))
