import { runPipelined } from '#server/db/pipeline.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { countIssuedDocuments } from '#server/db/document-facts.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { toPesos } from '#shared/lib/money.ts'
import type { salesContract } from '#shared/sales/contract.ts'
import { presentSales } from './find-sale.ts'
import { documentsPage, sumsOf, type Sums } from './views.ts'

const MOST_PERIODS = 50

/**
 * A `sumsOf` that computes the sums of a period only once until the next sale. Documents have gap-free numbers and
 * never change, so an equal count means equal sums. Concurrent callers share one computation, because twenty at once
 * would time out. Searches are not cached, because a customer's name can be erased.
 */
export function cachedSums(add = sumsOf): typeof sumsOf {
  const cache = new Map<string, Promise<Sums>>()
  return async (tx, filter) => {
    if (filter.search !== '') return add(tx, filter)
    const key = `${await countIssuedDocuments(tx)} ${filter.from ?? ''} ${filter.to ?? ''}`
    const known = cache.get(key)
    if (known) return known
    const sums = add(tx, filter)
    sums.catch(() => cache.delete(key))
    const oldest = cache.size >= MOST_PERIODS ? cache.keys().next().value : undefined
    if (oldest !== undefined) cache.delete(oldest)
    cache.set(key, sums)
    return sums
  }
}

type ListQuery = Parsed<typeof salesContract.list>['querystring']

/** A page of the filtered sales with the sums of all of them from the same snapshot. */
export async function listSales(
  tx: ReadTx,
  query: ListQuery,
  readSums: typeof sumsOf,
): Promise<Answer<typeof salesContract.list>> {
  const { page, per_page, ...filter } = query
  const pageOfSales = async () => presentSales(tx, await documentsPage(tx, filter, query))
  const [sums, data] = await runPipelined([readSums(tx, filter), pageOfSales()])
  const revenue = toPesos(sums.total_centavos)
  return {
    data,
    total: sums.documents,
    page,
    per_page,
    summary: {
      total_revenue: revenue,
      transaction_count: sums.transaction_count,
      average: sums.transaction_count === 0 ? 0 : Math.round(revenue / sums.transaction_count),
      active_customers: sums.active_customers,
      methods: sums.methods.map(({ method, total_centavos, transaction_count }) => ({
        payment_method: method,
        total: toPesos(total_centavos),
        transaction_count,
      })),
    },
  }
}
