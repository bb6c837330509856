import { documentsIssued } from '#server/db/receipts.ts'
import { sumsOf, type Sums } from './views.ts'

const MOST_PERIODS = 50

/**
 * A `sumsOf` that computes the sums of a period only once until the next sale. Documents have gap-free numbers and
 * never change, so an equal count means equal sums. Concurrent callers share one computation, which would time out if
 * twenty ran at once. Searches are not cached, because a customer's name can be erased.
 */
export function cachedSums(add = sumsOf): typeof sumsOf {
  const cache = new Map<string, Promise<Sums>>()
  return async (tx, filter) => {
    if (filter.search !== '') return add(tx, filter)
    const key = `${await documentsIssued(tx)} ${filter.from ?? ''} ${filter.to ?? ''}`
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
