import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callMessages } from '#shared/lib/call-messages.ts'
import type { Role } from '#shared/people/role.ts'
import { isStaff } from '#shared/users/roles.ts'
import { AppError } from '#server/lib/app-error.ts'
import { FairTurns, NoTurn } from './fair-turns.ts'
import { tokenOf } from './authorize.ts'
import type { Limits } from './limits.ts'
import { TokenBuckets } from './token-buckets.ts'

/** Keeps a flood from those who work: staff never wait for visitors, and visitors not for one among them. */
export type Flow = {
  /** Runs a call in its turn: at once for staff. Throws 429. */
  inTurn: <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>
  /** Runs the look-up of a session; one of a token that has not been seen before takes a turn of its address. */
  lookUp: <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>
}

type FlowOptions = {
  limits: Limits['flow']
  /** What callers without a session are told apart by. */
  addressKey: (address: string) => string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call changes something. */
    isChange?: boolean
  }
}

/** Sessions that this process has seen lately. Only a hint who goes first: the gate decides who may do what. */
const MOST_SESSIONS = 5_000
const RETRY_SECONDS = 2
/** A person at work sends one call after the other: between two of them the place stays theirs. */
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

/** Refuses a session that sends more than a person does: changes for all, reads for clients. */
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

/** The turns of visitors, of which fewer run while the staff are at work. */
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

/** Register after the gate. */
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
      // Public reads look no session up.
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
