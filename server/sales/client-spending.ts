import { requireClient } from '#server/clients/client-records.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { toPesos } from '#shared/lib/money.ts'
import * as views from './views.ts'

/** A client's total payments and the number of days of their visits. Throws a 404 for an unknown client. */
export async function clientSpending(tx: ReadTx, clientId: string): Promise<{ total_spent: number; visits: number }> {
  const { id } = await requireClient(tx, clientId)
  const { total_centavos, visits } = await views.spendingOf(tx, id)
  return { total_spent: toPesos(total_centavos), visits }
}
