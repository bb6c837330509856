import { MAX_PER_PAGE } from '#shared/lib/paging.ts'
import type { Arrival } from '#web/lib/event-stream.ts'

/** Both, each once, the latest that can be asked for at a time. An event may be heard twice. */
export function gatherArrivals(before: readonly Arrival[], next: readonly Arrival[]): Arrival[] {
  const all = new Map([...before, ...next].map((arrival) => [`${arrival.what} ${arrival.id}`, arrival]))
  return [...all.values()].slice(-MAX_PER_PAGE)
}
