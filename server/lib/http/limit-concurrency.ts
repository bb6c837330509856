import type { FastifyRequest } from 'fastify'
import { AppError } from '#server/lib/app-error.ts'
import { requestRefusals } from '#shared/lib/messages.ts'
import type { Role } from '#shared/people/role.ts'
import { isStaff } from '#shared/users/roles.ts'
import { tokenOf } from './authorize.ts'
import { CallerGoneError, FairQueue, QueueFullError, QueueTimeoutError, type Caller } from './fair-queue.ts'
import { tooManyRequests } from './limit-rate.ts'
import type { FloodLimits } from './limits.ts'
import type { Sender } from './sender-queues.ts'
import { VisitorTurns } from './visitor-turns.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for the calls with which other programs check that this process works. */
    isProbe?: boolean
  }
}

/**
 * Protects staff and visitors from floods of requests: staff never wait for visitors, and a visitor who sends a flood
 * does not delay other visitors.
 */
export type ConcurrencyLimit = {
  /**
   * Runs a call of staff at once and queues the calls of visitors. Throws a 429 for a call that the full queue refuses,
   * and a 503 if a call has waited too long in it.
   */
  queued: <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>
  /** Looks up a session. A token that was not seen recently waits in the queue of visitors. */
  lookUpSession: <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>
  /**
   * Starts the handling of a request: at once for staff, one after the other and with pauses for visitors. Passes a 429
   * to `start` if too many requests wait. Probes wait only for other probes, never for visitors.
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
    maxWaitingPerAddress: limits.visitorsWaitingPerAddress,
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
  async function runAsVisitor<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    return queue.run(caller, work).catch((error: unknown) => {
      // Nobody reads the answer to a caller who has gone; a 503 would be logged as a failure of this process.
      if (error instanceof QueueFullError || error instanceof CallerGoneError) throw tooManyRequests(RETRY_SECONDS)
      // A 429 would say that this visitor sent too much, but others filled the queue or the database did not answer.
      if (error instanceof QueueTimeoutError)
        throw new AppError('unavailable', requestRefusals.busy, { retryAfter: RETRY_SECONDS })
      throw error
    })
  }
  return { isStaffActive, startAsStaff, runAsStaff, runAsVisitor }
}

/**
 * Returns the function that describes the caller of a request. All waits of a request have the same deadline, because
 * the web app waits only 10 s for an answer. For an upload the web app waits longer, and reading the upload takes time,
 * so each of its waits has a deadline of its own.
 */
function createCallerOf(waitMs: number, senderOf: (request: FastifyRequest) => Sender) {
  const deadlines = new WeakMap<FastifyRequest, number>()
  return (request: FastifyRequest): Caller => {
    const latest = performance.now() + waitMs
    const deadline = request.routeOptions.config.sends === 'multipart' ? latest : (deadlines.get(request) ?? latest)
    deadlines.set(request, deadline)
    return { sender: senderOf(request), deadline, isGone: () => request.raw.socket.destroyed }
  }
}

/**
 * Returns the sender of a request. A session that was seen recently has a queue of its own at its address. All other
 * tokens there share one, because anybody can invent tokens, and so do all requests without a token.
 */
const createSenderOf =
  (sessions: SeenSessions, addressKey: (address: string) => string) =>
  (request: FastifyRequest): Sender => {
    const token = tokenOf(request)
    const unseen = token === undefined ? 'no session' : 'unknown session'
    return { address: addressKey(request.ip), session: token !== undefined && sessions.roleOf(token) ? token : unseen }
  }

/** Starts requests of visitors and probes in turn. Visitors and probes have separate queues. */
function createStartInTurn(limits: FloodLimits, isStaffActive: () => boolean) {
  const turnLimits = {
    maxWaiting: limits.visitorsToStart,
    maxWaitingPerAddress: limits.visitorsToStartPerAddress,
    longestPauseMs: limits.longestVisitorPauseMs,
  }
  const visitors = new VisitorTurns(isStaffActive, turnLimits)
  const probes = new VisitorTurns(isStaffActive, turnLimits)
  return (isProbe: boolean, { sender, isGone }: Caller, start: (refusal?: Error) => void): void => {
    const turns = isProbe ? probes : visitors
    turns.start({ sender, start: () => start(), refuse: () => start(tooManyRequests(RETRY_SECONDS)), isGone })
  }
}

/**
 * Creates the limit on concurrent calls. `addressKey` returns the text by which callers from an IP address are counted
 * and queued.
 */
export function limitConcurrency(limits: FloodLimits, addressKey: (address: string) => string): ConcurrencyLimit {
  const sessions = new SeenSessions()
  const { isStaffActive, startAsStaff, runAsStaff, runAsVisitor } = createVisitorQueue(limits)
  const startInTurn = createStartInTurn(limits, isStaffActive)
  const callerOf = createCallerOf(limits.visitorWaitMs, createSenderOf(sessions, addressKey))
  return {
    startInTurn: (request, start) => {
      const role = sessions.roleOf(tokenOf(request))
      if (role && isStaff(role)) return startAsStaff(start)
      startInTurn(request.routeOptions.config.isProbe === true, callerOf(request), start)
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
      return runAsVisitor(callerOf(request), work)
    },
    lookUpSession: async (request, work) => {
      const token = tokenOf(request)
      if (!sessions.roleOf(token)) return runAsVisitor(callerOf(request), work)
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
