import type { FastifyRequest } from 'fastify'
import { AppError } from '#server/lib/app-error.ts'
import { requestRefusals } from '#shared/lib/messages.ts'
import type { Role } from '#shared/people/role.ts'
import { isStaff } from '#shared/users/roles.ts'
import { tokenOf } from './authorize.ts'
import { tooManyRequests } from './limit-rate.ts'
import type { FloodLimits } from './limits.ts'
import { VisitorTurns } from './visitor-turns.ts'

type FairQueueOptions = {
  /** The current limit of concurrent work; it may change. */
  atOnce: () => number
  /** How many calls may wait in all queues together. Each key, such as an IP address, has a queue of its own. */
  maxWaiting: number
  maxWaitingPerKey: number
  /** Maximum waiting time in milliseconds. */
  waitMs: number
  /**
   * Returns for how many milliseconds a call that took `tookMs` milliseconds still counts as running after it has ended,
   * so that the next call begins later. By default there is no such pause.
   */
  pauseMs?: (tookMs: number) => number
}

/** A queue throws this error for new work if too many calls wait already, in all or for the same key. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError'
}

/** A queue throws this error for work that did not begin within `waitMs`. */
export class QueueTimeoutError extends Error {
  override readonly name = 'QueueTimeoutError'
}

type Waiter = { begin: () => void }

/**
 * Limits how much work runs at once. Work beyond the limit waits in a queue for each key, such as an IP address. The
 * queues are served in rotation, so that a flood from one key delays only the work of this key.
 */
export class FairQueue {
  readonly #options: FairQueueOptions
  readonly #queues = new Map<string, Set<Waiter>>()
  #waiting = 0
  #running = 0

  constructor(options: FairQueueOptions) {
    this.#options = options
  }

  get waiting(): number {
    return this.#waiting
  }

  /**
   * Runs `work` as soon as fewer than `atOnce` calls run and it is the turn of its key. Throws `QueueFullError` or
   * `QueueTimeoutError` if the work never begins.
   */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#options.atOnce() && this.#waiting === 0) this.#running++
    else await this.#wait(key)
    const startedAt = performance.now()
    try {
      return await work()
    } finally {
      const pauseMs = this.#options.pauseMs?.(performance.now() - startedAt) ?? 0
      if (pauseMs > 0) setTimeout(() => this.#end(), pauseMs)
      else this.#end()
    }
  }

  #end(): void {
    this.#running--
    this.admit()
  }

  #wait(key: string): Promise<void> {
    const { maxWaiting, maxWaitingPerKey, waitMs } = this.#options
    const queue = this.#queues.get(key) ?? new Set()
    if (this.#waiting >= maxWaiting || queue.size >= maxWaitingPerKey) return Promise.reject(new QueueFullError())
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        this.#waiting--
        queue.delete(waiter)
        if (queue.size === 0) this.#queues.delete(key)
      }
      const waiter: Waiter = {
        begin: () => {
          leave()
          this.#running++
          resolve()
        },
      }
      const timer = setTimeout(() => {
        leave()
        reject(new QueueTimeoutError())
      }, waitMs)
      this.#waiting++
      queue.add(waiter)
      this.#queues.set(key, queue)
      this.admit()
    })
  }

  /** Starts waiting work; to be called when `atOnce` has risen. */
  admit(): void {
    while (this.#running < this.#options.atOnce()) {
      const [next] = this.#queues
      if (!next) return
      const [key, queue] = next
      // Moves the queue of this key to the end, so that the queues of other keys are served first.
      this.#queues.delete(key)
      this.#queues.set(key, queue)
      const [waiter] = queue
      waiter?.begin()
    }
  }
}

/**
 * Protects staff and visitors from floods of requests: staff never wait for visitors, and a visitor who sends a flood
 * does not delay other visitors.
 */
export type ConcurrencyLimit = {
  /**
   * Runs a call of staff at once and queues the calls of visitors. Throws a 429 if the queue is full, and a 503 if a
   * call has waited too long in it.
   */
  queued: <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>
  /** Looks up a session. A token that was not seen recently waits in its address's queue. */
  lookUpSession: <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>
  /**
   * Starts the handling of a request: at once for staff, one after the other and with pauses for visitors. Passes a 429
   * to `start` if too many requests wait.
   */
  startInTurn: (request: FastifyRequest, start: (refusal?: Error) => void) => void
}

/**
 * How many recently seen sessions this process remembers. The remembered sessions only affect the queue; authorization
 * does not use them.
 */
const MAX_SESSIONS = 5_000
/**
 * A session counts as seen for this long after each call that looked it up. Public reads do not look up the session, so
 * without this limit the token of an ended session would keep the priority of staff.
 */
const SEEN_MS = 5 * 60_000
const RETRY_SECONDS = 2
/** Staff send one call after the other, so their capacity stays reserved for this long after each call. */
const STAFF_LINGER_MS = 500

class SeenSessions {
  readonly #seen = new Map<string, { role: Role; until: number }>()
  roleOf(token: string | undefined): Role | undefined {
    const found = token === undefined ? undefined : this.#seen.get(token)
    return found && performance.now() < found.until ? found.role : undefined
  }
  add(token: string, role: Role): void {
    this.#seen.delete(token)
    this.#seen.set(token, { role, until: performance.now() + SEEN_MS })
    if (this.#seen.size > MAX_SESSIONS) this.#seen.delete(this.#seen.keys().next().value!)
  }
  delete(token: string): void {
    this.#seen.delete(token)
  }
}

/** The queue of visitors, with a lower limit while staff are active. */
function createVisitorQueue(limits: FloodLimits) {
  let staffCalls = 0
  let staffUntil = -Infinity
  const isStaffActive = () => staffCalls > 0 || performance.now() < staffUntil
  const queue = new FairQueue({
    atOnce: () => (isStaffActive() ? limits.visitorCallsBesideStaff : limits.visitorCallsAtOnce),
    maxWaiting: limits.visitorsWaiting,
    maxWaitingPerKey: limits.visitorsWaitingPerAddress,
    waitMs: limits.visitorWaitMs,
    pauseMs: (tookMs) =>
      isStaffActive() ? Math.min(tookMs * limits.visitorPauseFactor, limits.longestVisitorPauseMs) : 0,
  })
  const markStaffActive = () => {
    staffUntil = performance.now() + STAFF_LINGER_MS
  }
  function startAsStaff(start: () => void): void {
    // `runAsStaff` is not called for an answer from the cache, so every request of staff is counted as activity here.
    markStaffActive()
    start()
  }
  async function runAsStaff<T>(work: () => Promise<T>): Promise<T> {
    staffCalls++
    try {
      return await work()
    } finally {
      staffCalls--
      markStaffActive()
    }
  }
  async function runAsVisitor<T>(key: string, work: () => Promise<T>): Promise<T> {
    return queue.run(key, work).catch((error: unknown) => {
      if (error instanceof QueueFullError) throw tooManyRequests(RETRY_SECONDS)
      // A 429 would say that this visitor sent too much, but others filled the queue or the database did not answer.
      if (error instanceof QueueTimeoutError)
        throw new AppError('unavailable', requestRefusals.busy, { retryAfter: RETRY_SECONDS })
      throw error
    })
  }
  return { isStaffActive, startAsStaff, runAsStaff, runAsVisitor }
}

/**
 * Creates the limit on concurrent calls. `addressKey` returns the text by which callers from an IP address are counted
 * and queued.
 */
export function limitConcurrency(limits: FloodLimits, addressKey: (address: string) => string): ConcurrencyLimit {
  const sessions = new SeenSessions()
  const { isStaffActive, startAsStaff, runAsStaff, runAsVisitor } = createVisitorQueue(limits)
  const { visitorsToStart: maxWaiting, visitorsToStartPerAddress: maxWaitingPerKey, longestVisitorPauseMs } = limits
  const turns = new VisitorTurns(isStaffActive, { maxWaiting, maxWaitingPerKey, longestPauseMs: longestVisitorPauseMs })
  const addressOf = (request: FastifyRequest) => `address ${addressKey(request.ip)}`
  return {
    startInTurn: (request, start) => {
      const role = sessions.roleOf(tokenOf(request))
      if (role && isStaff(role)) return startAsStaff(start)
      const isWaiting = turns.start({
        key: addressOf(request),
        start: () => start(),
        isGone: () => request.raw.socket.destroyed,
      })
      if (!isWaiting) start(tooManyRequests(RETRY_SECONDS))
    },
    queued: (request, work) => {
      const token = tokenOf(request)
      const { principal } = request
      // A program waits like a visitor, so that it never slows down the people at the desk.
      const rank = principal?.api_key_id ? 'client' : principal?.role
      if (rank && token !== undefined) sessions.add(token, rank)
      // Public reads do not look up the session, so the role comes from the recently seen sessions.
      const role = rank ?? sessions.roleOf(token)
      if (role && isStaff(role)) return runAsStaff(work)
      return runAsVisitor(principal ? `session ${principal.session_id}` : addressOf(request), work)
    },
    lookUpSession: async (request, work) => {
      const token = tokenOf(request)
      if (!sessions.roleOf(token)) return runAsVisitor(addressOf(request), work)
      let found: Awaited<ReturnType<typeof work>> | null = null
      try {
        found = await work()
        return found
      } finally {
        if (!found && token !== undefined) sessions.delete(token)
      }
    },
  }
}
