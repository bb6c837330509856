import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callMessages } from '#shared/lib/call-messages.ts'
import type { Role } from '#shared/people/role.ts'
import { isStaff } from '#shared/users/roles.ts'
import { AppError } from '#server/lib/app-error.ts'
import { FairTurns, NoTurn } from './fair-turns.ts'
import { tokenOf } from './authorize.ts'
import type { Limits } from './limits.ts'
import { TokenBuckets } from './token-buckets.ts'

/**
 * Protects the people at work from floods: staff never wait for visitors, and visitors not for a flood from one of
 * them.
 */
export type Flow = {
  /** Runs a call when it may start: at once for staff, queued for visitors. Throws a 429. */
  inTurn: <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>
  /** Looks up a session. A token that was not seen recently waits in its address's queue. */
  lookUp: <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>
}

type FlowOptions = {
  limits: Limits['flow']
  /** The key that distinguishes callers without a session. */
  addressKey: (address: string) => string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True when the call changes data. */
    isChange?: boolean
  }
}

/** Recently seen sessions of this process. They only affect the queue; authorization is decided elsewhere. */
const MOST_SESSIONS = 5_000
const RETRY_SECONDS = 2
/** Staff send one call after the other, so their capacity stays reserved for this long after each. */
const STAFF_LINGER_MS = 500

class SeenSessions {
  readonly #roles = new Map<string, Role>()
  roleOf(token: string | undefined): Role | undefined {
    return token === undefined ? undefined : this.#roles.get(token)
  }
  note(token: string, role: Role): void {
    this.#roles.delete(token)
    this.#roles.set(token, role)
    if (this.#roles.size > MOST_SESSIONS) this.#roles.delete(this.#roles.keys().next().value!)
  }
  forget(token: string): void {
    this.#roles.delete(token)
  }
}

const tooMany = (retryAfter: number) => new AppError('too_many', callMessages.tooMany, { retryAfter })
const asError = (error: unknown) => {
  throw error instanceof NoTurn ? tooMany(RETRY_SECONDS) : error
}

/** Refuses a session that sends more than a person does; changes are limited for all, reads for clients. */
function limitSessions(app: FastifyInstance, limits: Limits['flow']): void {
  const staffChanges = new TokenBuckets(limits.changesPerStaffSession)
  const clientChanges = new TokenBuckets(limits.changesPerClientSession)
  const clientReads = new TokenBuckets(limits.readsPerClientSession)
  app.addHook('onRequest', async ({ principal, routeOptions }) => {
    if (!principal) return
    const isChange = routeOptions.config.isChange === true
    const ofStaff = isStaff(principal.role)
    if (ofStaff && !isChange) return
    const buckets = isChange ? (ofStaff ? staffChanges : clientChanges) : clientReads
    const seconds = buckets.take(principal.session_id)
    if (seconds > 0) throw tooMany(seconds)
  })
}

/** The queue of visitors, with a lower limit while staff are active. */
function createTurns(limits: Limits['flow']) {
  let staffCalls = 0
  let staffUntil = -Infinity
  const staffAreHere = () => staffCalls > 0 || performance.now() < staffUntil
  const turns = new FairTurns({
    atOnce: () => (staffAreHere() ? limits.visitorCallsBesideStaff : limits.visitorCallsAtOnce),
    mostWaiting: limits.visitorsWaiting,
    mostWaitingPerKey: limits.visitorsWaitingPerAddress,
    waitMs: limits.visitorWaitMs,
  })
  async function asStaff<T>(work: () => Promise<T>): Promise<T> {
    staffCalls++
    try {
      return await work()
    } finally {
      staffCalls--
      staffUntil = performance.now() + STAFF_LINGER_MS
    }
  }
  const asVisitor = <T>(key: string, work: () => Promise<T>): Promise<T> => turns.run(key, work).catch(asError)
  return { asStaff, asVisitor }
}

/** Must be registered after authorization. */
export function addFlow(app: FastifyInstance, { limits, addressKey }: FlowOptions): Flow {
  const sessions = new SeenSessions()
  const { asStaff, asVisitor } = createTurns(limits)
  const addressOf = (request: FastifyRequest) => `address ${addressKey(request.ip)}`
  limitSessions(app, limits)
  return {
    inTurn: (request, work) => {
      const token = tokenOf(request)
      const { principal } = request
      if (principal && token !== undefined) sessions.note(token, principal.role)
      // Public reads do not look up the session, so the recently seen ones are used.
      const role = principal?.role ?? sessions.roleOf(token)
      if (role && isStaff(role)) return asStaff(work)
      return asVisitor(principal ? `session ${principal.session_id}` : addressOf(request), work)
    },
    lookUp: async (request, work) => {
      const token = tokenOf(request)
      if (!sessions.roleOf(token)) return asVisitor(addressOf(request), work)
      const found = await work()
      if (!found && token !== undefined) sessions.forget(token)
      return found
    },
  }
}
