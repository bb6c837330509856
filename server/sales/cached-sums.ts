import { documentsIssued } from '#server/db/receipts.ts'
import { sumsOf, type Sums } from './views.ts'

const MOST_PERIODS = 50

/**
 * `sumsOf` that adds up a period once for as long as nothing is sold: the sums over all sales would otherwise be made
 * again for every look at the list. Documents are numbered without gaps and never rewritten: who sees as many of them
 * sees the same ones. Those who ask at once wait for the first: each by itself, twenty would all be too late. What was
 * searched for is not kept, because a customer's name may leave the books.
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
