import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { Permission } from '#shared/auth/permissions.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import type { Role } from '#shared/people/role.ts'
import type { CommitHook } from './commit-queue.ts'
import type { HubEvent } from './hub-event.ts'

/** The caller: an account with its person, read for this request. */
export type Principal = {
  /** The account id; `user_id` in the API. */
  id: string
  person_id: string
  name: string
  email: string | null
  role: Role
  /** The caller's permissions. Endpoints and use cases check permissions, never roles. */
  permissions: ReadonlySet<Permission>
  must_set_password: boolean
  /** True when this session may do nothing until a second factor is set up. */
  must_set_up_second_factor: boolean
  /**
   * The id of the session; for an API key the id of the key, so that limits for each session are limits for each key.
   */
  session_id: string
  /**
   * The hand-over of the tablet to a client, which limits this session to the client's forms; null if there is none.
   */
  hand_over_id: string | null
  /** The API key with which a program calls; null for people. The other fields are those of the key's creator. */
  api_key_id: string | null
}

/** The parts of a request that do not depend on how its endpoint uses the database. */
export type RequestContext<U = Principal | null> = {
  user: U
  /** The branch that the request is about. */
  branchId: string
  /** The time of the request; services never read a clock. */
  now: Date
  request: {
    id: string
    address: string
    token: string | null
    ifMatch: string | null
    /** The idempotency key of the call in lower case; null if there is none. */
    idempotencyKey: string | null
    /** The key of the caller's slot reservation; null if there is none. */
    holdKey: Buffer | null
    /** The User-Agent header of the request; null if there is none. */
    userAgent: string | null
  }
  log: FastifyBaseLogger
  reply: FastifyReply
}

/** The context of a read: the request and one snapshot of the data. Every `Context` is one too. */
export type ReadContext<U = Principal | null> = RequestContext<U> & { tx: ReadTx }

/** The context of a change: the request and the transaction it runs in. */
export type Context<U = Principal | null> = RequestContext<U> & {
  tx: Tx
  /** Queues an event that is sent to all pages after the commit. It is dropped if the transaction is rolled back. */
  publish: (event: HubEvent) => void
  /**
   * Queues an item for a hook, which writes all its items in this transaction right before the commit. When the
   * transaction is rolled back, the hook is not called, or what it wrote is rolled back as well.
   */
  atCommit: <Item>(hook: CommitHook<Item>, item: Item) => void
}

/**
 * Which part of a result is stored with the idempotency key, and how the result is built from it for a repeated
 * request.
 */
export type Once<Result> = {
  toStored: (result: Result) => unknown
  rebuild: (context: Context, stored: never) => Promise<Result>
}

/**
 * The context of endpoints that open their own transactions, so that they use no connection while they hash, decode or
 * wait.
 */
export type DetachedContext<U = Principal | null> = RequestContext<U> & {
  /**
   * Runs work in a transaction. With `once`, a repeated request with the same idempotency key does not run the work
   * again, but returns what `rebuild` makes of the stored part of the first result. The endpoint must be `idempotent`.
   */
  inTransaction: <T>(work: (context: Context<U>) => Promise<T>, once?: Once<T>) => Promise<T>
  /**
   * Gives an export one consistent snapshot for its whole duration, on one of the few connections reserved for exports.
   */
  inLongSnapshot: <T>(work: (tx: ReadTx) => Promise<T>) => Promise<T>
  /** Like `inLongSnapshot`, on the replica if the clinic has one. The data may then be some seconds old. */
  inReportSnapshot: <T>(work: (tx: ReadTx) => Promise<T>) => Promise<T>
}

/** The response of a shared endpoint is sent to everybody, so its handler gets no user. */
type UserOf<E extends Endpoint> = E extends { shared: true }
  ? null
  : E['access'] extends 'public'
    ? Principal | null
    : Principal
type Reading = { database: 'read' | 'snapshot' | 'report' } | { method: 'GET' }
export type ContextOf<E extends Endpoint> = E extends { database: 'none' }
  ? DetachedContext<UserOf<E>>
  : E extends { database: 'transaction' }
    ? Context<UserOf<E>>
    : E extends Reading
      ? ReadContext<UserOf<E>>
      : Context<UserOf<E>>
