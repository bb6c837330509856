import { runPipelined } from '#server/db/pipeline.ts'
import type { Principal, ReadContext } from '#server/lib/context.ts'
import { versionOfDocuments } from '#server/db/document-facts.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { toPesos } from '#shared/lib/money.ts'
import type { salesContract } from '#shared/sales/contract.ts'
import { presentSales } from './find-sale.ts'
import { hasOpenShift } from './shift-views.ts'
import { documentsPage, sumsOf, type Sums } from './views.ts'

const MOST_PERIODS = 50

/**
 * A `sumsOf` that computes the sums of a period only once until the next sale. Documents never change, except that a
 * merge moves them to another client, so an equal version means equal sums. Concurrent callers share one computation,
 * because twenty at once would time out. Searches are not cached, because a customer's name can be erased.
 */
export function cachedSums(add = sumsOf): typeof sumsOf {
  const cache = new Map<string, Promise<Sums>>()
  return async (tx, filter) => {
    if (filter.search !== '') return add(tx, filter)
    const key = `${await versionOfDocuments(tx)} ${filter.from ?? ''} ${filter.to ?? ''}`
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

const presentMethod = ({ method, total_centavos, transaction_count }: Sums['methods'][number]) => ({
  payment_method: method,
  total: toPesos(total_centavos),
  transaction_count,
})

type ListQuery = Parsed<typeof salesContract.list>['querystring']

/**
 * True if the caller may not see sums by payment method: somebody who does not manage the cash counts the drawer of an
 * open shift before seeing how much should be in it. The sums of the other methods would reveal the sum of cash too,
 * because all together are the total revenue.
 */
const hidesMethods = async (
  { tx, branchId, user }: ReadContext<Principal>,
  filter: Pick<ListQuery, 'from' | 'to'>,
): Promise<boolean> => !user.permissions.has('cash.manage') && (await hasOpenShift(tx, branchId, filter))

/** A page of the filtered sales with the sums of all of them from the same snapshot. */
export async function listSales(
  context: ReadContext<Principal>,
  query: ListQuery,
  readSums: typeof sumsOf,
): Promise<Answer<typeof salesContract.list>> {
  const { tx } = context
  const { page, per_page, ...filter } = query
  const pageOfSales = async () => presentSales(tx, await documentsPage(tx, filter, query))
  const [sums, data, isBlind] = await runPipelined([readSums(tx, filter), pageOfSales(), hidesMethods(context, filter)])
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
      methods: isBlind ? [] : sums.methods.map(presentMethod),
    },
  }
}
