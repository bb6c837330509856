import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/lib/app-error.ts'
import type { Principal } from '#server/lib/context.ts'
import { requestRefusals } from '#shared/lib/messages.ts'
import { isStaff } from '#shared/users/roles.ts'
import type { FloodLimits, DelayQueueLimits, Rate } from './limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True when the call changes data. */
    isChange?: boolean
  }
}

type Bucket = { tokens: number; at: number }

/**
 * The maximum number of callers (sessions, API keys or addresses) for whom a bucket is in memory, so that a flood from
 * many addresses cannot fill the memory. The bucket that was not used for the longest time is dropped first.
 */
const MAX_KEYS = 10_000

/**
 * Token buckets in the memory of this process. Each caller has a bucket; `key` names the caller, such as a session or
 * an address. They limit floods, which would be too expensive to count in the database. Exact limits shared by all
 * processes are in the database (`rate-limits.ts`).
 */
export class TokenBuckets {
  readonly #rate: Rate
  readonly #maxKeys: number
  readonly #buckets = new Map<string, Bucket>()

  constructor(rate: Rate, maxKeys = MAX_KEYS) {
    this.#rate = rate
    this.#maxKeys = maxKeys
  }

  /**
   * Takes a token of `key` at `now` (milliseconds). Returns 0, or after how many seconds (at least 1) there will be
   * one.
   */
  take(key: string, now = performance.now()): number {
    const { perSecond, burst } = this.#rate
    const { tokens, at } = this.#buckets.get(key) ?? { tokens: burst, at: now }
    const filled = Math.min(burst, tokens + ((now - at) / 1000) * perSecond)
    // Inserting the key again moves it to the end, so the map's first key is the one unseen for longest.
    this.#buckets.delete(key)
    this.#buckets.set(key, { tokens: filled >= 1 ? filled - 1 : filled, at: now })
    if (this.#buckets.size > this.#maxKeys) this.#buckets.delete(this.#buckets.keys().next().value!)
    return filled >= 1 ? 0 : Math.ceil((1 - filled) / perSecond)
  }

  /** The quota of the caller named by `key` and how much of it is left, as headers of the IETF draft "RateLimit". */
  headersOf(name: string, key: string): Record<'ratelimit' | 'ratelimit-policy', string> {
    const { perSecond, burst } = this.#rate
    const left = Math.floor(this.#buckets.get(key)?.tokens ?? burst)
    const secondsUntilFull = Math.ceil((burst - left) / perSecond)
    return {
      'ratelimit-policy': `"${name}";q=${burst};w=${Math.ceil(burst / perSecond)}`,
      ratelimit: `"${name}";r=${left};t=${secondsUntilFull}`,
    }
  }

  get size(): number {
    return this.#buckets.size
  }
}

export const tooManyRequests = (retryAfter: number): AppError =>
  new AppError('too_many', requestRefusals.tooMany, { retryAfter })

/**
 * Refuses a session that sends more than a person does, and an API key that sends more than a program needs; changes
 * are limited for all, reads for clients and API keys. Every limited response says how much is left. Must be registered
 * after authorization.
 */
export function limitSessions(app: FastifyInstance, limits: FloodLimits): void {
  const changes = {
    staff: new TokenBuckets(limits.changesPerStaffSession),
    client: new TokenBuckets(limits.changesPerClientSession),
  }
  const reads = {
    apiKey: new TokenBuckets(limits.readsPerApiKey),
    client: new TokenBuckets(limits.readsPerClientSession),
  }
  const bucketsOf = ({ role, api_key_id }: Principal, isChange: boolean): TokenBuckets | null => {
    if (isChange) return isStaff(role) ? changes.staff : changes.client
    if (api_key_id !== null) return reads.apiKey
    return isStaff(role) ? null : reads.client
  }
  app.addHook('onRequest', async ({ principal, routeOptions }, reply) => {
    if (!principal) return
    const isChange = routeOptions.config.isChange === true
    const buckets = bucketsOf(principal, isChange)
    if (!buckets) return
    const seconds = buckets.take(principal.session_id)
    void reply.headers(buckets.headersOf(isChange ? 'changes' : 'reads', principal.session_id))
    if (seconds > 0) throw tooManyRequests(seconds)
  })
}

type Queue = { waiting: number; nextAt: number }

/**
 * Lets callers with the same key, such as an IP address, continue one after the other, at least `everyMs` apart. The
 * returned function resolves to true when the caller may continue, and at once to false when the queue is full. Each
 * process has its own queues.
 */
export function createDelayQueue(limits: DelayQueueLimits): (key: string) => Promise<boolean> {
  const queues = new Map<string, Queue>()
  let waiting = 0
  return async (key) => {
    const now = performance.now()
    const queue = queues.get(key) ?? { waiting: 0, nextAt: now }
    if (queue.waiting >= limits.waitingPerKey || waiting >= limits.waiting) return false
    queue.nextAt += limits.everyMs
    queue.waiting++
    waiting++
    queues.set(key, queue)
    await wait(queue.nextAt - now)
    waiting--
    queue.waiting--
    if (queue.waiting === 0) queues.delete(key)
    return true
  }
}
