/** The sender of a waiting call: a network address, and one of the sessions that call from this address. */
export type Sender = { address: string; session: string }

export type QueueLimits = {
  /** How many items may wait in all queues together. */
  maxWaiting: number
  /** How many items of all sessions at one address may wait. */
  maxWaitingPerAddress: number
}

/** The waiting items from one address, in a queue for each session; `length` counts all of them. */
type AddressQueues<T> = { length: number; sessions: Map<string, T[]> }

/** Returns the key of the longest queue. If the queue of `preferred` is as long as the longest, returns `preferred`. */
function longestOf(queues: ReadonlyMap<string, { length: number }>, preferred: string): string {
  let longest = preferred
  let length = queues.get(preferred)?.length ?? 0
  for (const [key, queue] of queues)
    if (queue.length > length) {
      longest = key
      length = queue.length
    }
  return longest
}

/** Moves an entry to the end of a map, so that the other entries come first. */
function moveToEnd<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key)
  map.set(key, value)
}

/**
 * Items that wait in a queue for each sender. The addresses take turns, and so do the sessions at one address: a whole
 * clinic or mobile network may share one address, so one session must not delay the others there. If too many items
 * wait, the newest item of the longest queue is refused, so that a flood from one sender costs only this sender.
 */
export class SenderQueues<T extends object> {
  readonly #limits: QueueLimits
  readonly #addresses = new Map<string, AddressQueues<T>>()
  #length = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  get length(): number {
    return this.#length
  }

  /** Adds an item. Returns the item that is refused for it, which may be the added item itself, if too many wait. */
  add({ address, session }: Sender, item: T): T | undefined {
    const queues = this.#addresses.get(address) ?? { length: 0, sessions: new Map<string, T[]>() }
    const queue = queues.sessions.get(session) ?? []
    queue.push(item)
    queues.sessions.set(session, queue)
    queues.length++
    this.#addresses.set(address, queues)
    this.#length++
    if (queues.length > this.#limits.maxWaitingPerAddress) return this.#takeNewest(address, session)
    if (this.#length > this.#limits.maxWaiting) return this.#takeNewest(longestOf(this.#addresses, address), session)
    return undefined
  }

  /** Removes and returns the oldest item of the address, and there of the session, whose last turn was longest ago. */
  takeNext(): T | undefined {
    const [next] = this.#addresses
    if (!next) return undefined
    const [address, queues] = next
    const [session, queue] = queues.sessions.entries().next().value!
    moveToEnd(this.#addresses, address, queues)
    moveToEnd(queues.sessions, session, queue)
    const item = queue[0]!
    this.remove({ address, session }, item)
    return item
  }

  remove({ address, session }: Sender, item: T): void {
    const queues = this.#addresses.get(address)
    const queue = queues?.sessions.get(session)
    const index = queue?.indexOf(item) ?? -1
    if (!queues || !queue || index === -1) return
    queue.splice(index, 1)
    queues.length--
    this.#length--
    if (queue.length === 0) queues.sessions.delete(session)
    if (queues.length === 0) this.#addresses.delete(address)
  }

  /** Removes the newest item of the longest queue at an address; if several are equally long, that of `session`. */
  #takeNewest(address: string, session: string): T | undefined {
    const sessions = this.#addresses.get(address)?.sessions ?? new Map<string, T[]>()
    const longest = longestOf(sessions, session)
    const newest = sessions.get(longest)?.at(-1)
    if (newest) this.remove({ address, session: longest }, newest)
    return newest
  }
}
