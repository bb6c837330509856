import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { Permission } from '#shared/auth/permissions.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import type { Role } from '#shared/people/role.ts'
import type { CommitHook } from './commit-queue.ts'
import type { HubEvent } from './hub-event.ts'

/** Who calls: an account with its person, as the session store knows them at this moment. */
export type Principal = {
  /** The account's; `user_id` in the API. */
  id: string
  person_id: string
  name: string
  email: string | null
  role: Role
  /** What the caller may do: the gate and use cases ask for a permission, never for a role. */
  permissions: ReadonlySet<Permission>
  must_set_password: boolean
  session_id: string
}

/** What a request brings, whatever its endpoint does with the database. */
export type RequestContext<U = Principal | null> = {
  user: U
  /** The branch at which the request is about something. */
  branchId: string
  /** The instant of the request; services never ask a clock. */
  now: Date
  request: {
    id: string
    address: string
    token: string | null
    ifMatch: string | null
    /** The key of the time that the caller holds; null without one. */
    holdKey: Buffer | null
  }
  log: FastifyBaseLogger
  reply: FastifyReply
}

/** What a read works with: the request and one snapshot of the data. Every `Context` is one too. */
export type ReadContext<U = Principal | null> = RequestContext<U> & { tx: ReadTx }

/** What a change works with: the request and the one transaction it runs in. */
export type Context<U = Principal | null> = RequestContext<U> & {
  tx: Tx
  /** Told to all screens once the transaction has committed; forgotten when it is rolled back. */
  publish: (event: HubEvent) => void
  /**
   * Queues an item for a hook, which writes all its items in this transaction right before the commit. When the
   * transaction is rolled back, the hook is not called, or what it wrote is rolled back as well.
   */
  atCommit: <Item>(hook: CommitHook<Item>, item: Item) => void
}

/** For endpoints that must hold no connection while they hash, decode or wait. */
export type DetachedContext<U = Principal | null> = RequestContext<U> & {
  inTransaction: <T>(work: (context: Context<U>) => Promise<T>) => Promise<T>
  /** One unchanging view of the data for as long as an export takes, on one of the few connections kept for that. */
  inLongSnapshot: <T>(work: (tx: ReadTx) => Promise<T>) => Promise<T>
}

/** What all share is nobody's: its handler cannot ask who calls. */
type UserOf<E extends Endpoint> = E extends { shared: true }
  ? null
  : E['access'] extends 'public'
    ? Principal | null
    : Principal
type Reading = { database: 'read' | 'snapshot' } | { method: 'GET' }
export type ContextOf<E extends Endpoint> = E extends { database: 'none' }
  ? DetachedContext<UserOf<E>>
  : E extends { database: 'transaction' }
    ? Context<UserOf<E>>
    : E extends Reading
      ? ReadContext<UserOf<E>>
      : Context<UserOf<E>>
