import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { readDataState } from '#server/db/data-state.ts'
import { savePendingEvents } from '#server/db/pending-events.ts'
import type { Database } from '#server/db/pool.ts'
import { inRead, inSnapshot, inTransaction, inUnrepeatedSnapshot, reportReadsOf } from '#server/db/transactions.ts'
import { CommitQueue } from '#server/lib/commit-queue.ts'
import type { Context, ContextOf, DetachedContext, ReadContext, RequestContext } from '#server/lib/context.ts'
import { mergeEvents, type HubEvent } from '#server/lib/hub-event.ts'
import { newId } from '#server/lib/new-id.ts'
import { isScope } from '#shared/api-keys/scopes.ts'
import type { Answer, DatabaseUse, Endpoint, Parsed } from '#shared/lib/endpoint.ts'
import { noBody } from '#shared/lib/fields.ts'
import { NO_CHANNELS, type Channels } from '#shared/messages/message-types.ts'
import { errorSchemaOf, validateErrorData } from './errors.ts'
import {
  idempotencyKeyOf,
  idempotentRoute,
  requireValid,
  runIdempotent,
  runOnce,
  type EncodedResponse,
  type HandlerResult,
} from './idempotency.ts'
import type { ConcurrencyLimit } from './limit-concurrency.ts'
import { contextOf } from './request-context.ts'
import { ResponseCache } from './response-cache.ts'

type RegisterOptions = {
  db: Database
  /** The pool for changes, see `createChangePool`; by default the same as `db`. */
  changeDb?: Database | undefined
  /** The pool for long reads, see `createExportPool`. */
  exportDb: Database
  /** The replica from which reports are read; if undefined, reports are read from `db` and `exportDb`. */
  replica?: Database | undefined
  clock: () => Date
  /**
   * Called after the commit of a change that published events. `pendingIds` names the rows that keep the events until
   * they are announced: when the process dies before this call, another one announces them.
   */
  afterCommit: (events: HubEvent[], pendingIds: string[]) => void
  /** The channels on which messages can be sent, for the hooks that write messages at the commit; none by default. */
  channels?: Channels | undefined
  /** Makes a call wait before it uses the database, or refuses the call. */
  queued?: ConcurrencyLimit['queued']
}

export type Handler<E extends Endpoint> = (context: ContextOf<E>, input: Parsed<E>) => Promise<Answer<E>>

/**
 * How an idempotent call answers a repeated request without storing personal data: `toStored` selects what to store
 * (the ids), and `rebuild` makes the response again from it.
 */
type Replay<E extends Endpoint, Stored = unknown> = {
  toStored: (answer: Answer<E>) => Stored
  rebuild: (context: Context, stored: Stored) => Promise<Answer<E>>
}
export type RegisterEndpoint = <E extends Endpoint, Stored>(
  e: E,
  handler: Handler<E>,
  replay?: Replay<E, Stored>,
) => void

/**
 * Who may make a call, for the OpenAPI document: people with a session, and programs with an API key if its scope
 * allows the call.
 */
function securityOf({ access, sessionOnly }: Endpoint): Record<string, never[]>[] {
  if (access === 'public') return []
  const ofPeople: Record<string, never[]>[] = [{ cookie: [] }, { bearer: [] }]
  return sessionOnly || !isScope(access) ? ofPeople : [...ofPeople, { apiKey: [] }]
}

const databaseUse = (e: Endpoint): DatabaseUse => e.database ?? (e.method === 'GET' ? 'snapshot' : 'transaction')

const readingUses: ReadonlySet<DatabaseUse> = new Set(['read', 'snapshot', 'report'])

/** The Fastify route of a contract entry: validation, permission, OpenAPI. */
const routeOf = (e: Endpoint) =>
  ({
    method: e.method,
    url: e.url,
    exposeHeadRoute: e.method === 'GET',
    ...(e.secretAddress && { logLevel: 'warn' }),
    config: {
      access: e.access,
      beforePasswordChoice: e.beforePasswordChoice,
      beforeSecondFactor: e.beforeSecondFactor,
      duringHandOver: e.duringHandOver,
      sessionOnly: e.sessionOnly,
      sends: e.sends,
      ...(e.file && { multipartOptions: { limits: { fileSize: e.file.maxBytes } }, tooLarge: e.file.tooLarge }),
      isChange: e.method !== 'GET' && !readingUses.has(databaseUse(e)),
    },
    schema: {
      summary: e.summary,
      tags: [e.url.split('/')[2] ?? 'api'],
      'x-access': e.access,
      security: securityOf(e),
      ...(e.params && { params: e.params }),
      ...(e.querystring && { querystring: e.querystring }),
      ...(e.method !== 'GET' && { body: e.body ?? noBody }),
      ...(e.sends === 'multipart' && { consumes: ['multipart/form-data'] }),
      ...(e.sends === 'form' && { consumes: ['application/x-www-form-urlencoded', 'multipart/form-data'] }),
      response: { [e.status ?? 200]: e.response, '4xx': errorSchemaOf(e), '5xx': errorSchemaOf(e) },
    },
  }) satisfies Partial<RouteOptions> & Record<string, unknown>

/**
 * Serializes the response after validating it against the contract, without fields that the contract does not declare.
 */
const encode = (e: Endpoint, answer: unknown) => JSON.stringify(e.response.parse(answer))

/**
 * Runs work in one transaction. Its events are committed with it and announced afterwards, by this process or, if it
 * dies, by another one.
 */
const transactionsOf = (base: RequestContext, options: RegisterOptions) =>
  async function inTx<T>(work: (context: Context) => Promise<T>): Promise<T> {
    let events: HubEvent[] = []
    let ids: string[] = []
    const result = await inTransaction(options.changeDb ?? options.db, async (tx) => {
      const published: HubEvent[] = []
      const queue = new CommitQueue()
      const answer = await work({
        ...base,
        tx,
        publish: (event) => void published.push(event),
        atCommit: (hook, item) => queue.add(hook, item),
      })
      events = mergeEvents(published)
      ids = events.map(() => newId())
      const rows = events.map((event, i) => ({ id: ids[i]!, event: JSON.stringify(event) }))
      await savePendingEvents(tx, rows)
      await queue.run({ tx, now: base.now, channels: options.channels ?? NO_CHANNELS })
      return answer
    })
    if (events.length) options.afterCommit(events, ids)
    return result
  }

/** Answers a read, possibly with a response shared by identical requests. */
type ReadShared = (
  caller: Pick<RequestContext, 'now' | 'user'>,
  input: unknown,
  read: () => Promise<EncodedResponse>,
) => Promise<EncodedResponse>

/**
 * Returns a text that is the same for all callers who get the same response, so that it can be part of the cache key.
 * Null if the response is only for the caller `user`.
 */
function sharersOf({ shared }: Endpoint, user: RequestContext['user']): string | null {
  if (shared === 'permissions') return user && [...user.permissions].toSorted().join(' ')
  return shared === true || (shared === 'visitors' && user === null) ? '' : null
}

const sharedReadOf =
  (e: Endpoint, cache: ResponseCache<EncodedResponse>): ReadShared =>
  async ({ now, user }, input, read) => {
    const sharers = sharersOf(e, user)
    return sharers === null
      ? read()
      : cache.getOrRead(`${e.method} ${e.url} ${sharers} ${JSON.stringify(input)}`, await cache.cacheVersion(now), read)
  }

type BoundEndpoint<E extends Endpoint> = {
  e: E
  handler: Handler<E>
  replay: Replay<E> | undefined
  readShared: ReadShared
}

/** The response to a repeated request, rebuilt from what was stored. */
const rebuildResponse = async <E extends Endpoint>(
  e: E,
  replay: Replay<E> | undefined,
  context: Context,
  stored: string,
) => (replay ? encode(e, await replay.rebuild(context, JSON.parse(stored))) : stored)

/** Opens the snapshots from which a file is read while it is sent. */
const longReadsOf = (
  options: RegisterOptions,
  { now }: RequestContext,
): Pick<DetachedContext, 'inLongSnapshot' | 'inReportSnapshot'> => ({
  inLongSnapshot: (work) => inUnrepeatedSnapshot(options.exportDb, work),
  inReportSnapshot: reportReadsOf(options, now).inLongSnapshot,
})

type Queued = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Returns `inTransaction` for a handler that opens its transactions itself. Work with `once` runs once per idempotency
 * key.
 */
const onceIn = (
  { e, request, key }: { e: Endpoint; request: FastifyRequest; key: string | null },
  queued: Queued,
  inTx: ReturnType<typeof transactionsOf>,
): Pick<DetachedContext, 'inTransaction'> => ({
  inTransaction: (work, once) =>
    queued(() =>
      inTx((context) =>
        key && once
          ? runOnce(context, key, { request, status: e.status ?? 200, once }, () => work(context))
          : work(context),
      ),
    ),
})

/** Runs the handler with the kind of database access that its endpoint declares. */
async function runHandler<E extends Endpoint>(
  { e, handler, replay, readShared }: BoundEndpoint<E>,
  options: RegisterOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<EncodedResponse> {
  const queued = <T>(work: () => Promise<T>): Promise<T> => options.queued?.(request, work) ?? work()
  const input = { params: request.params, querystring: request.query, body: request.body } as Parsed<E>
  const base = contextOf(e, request, reply, options.clock())
  // A browser's own reservation counts as free, so two requests are identical only if they have the same reservation.
  const sharedInput = [input, base.request.holdKey?.toString('hex')]
  const queuedRead = (read: () => Promise<EncodedResponse>) => readShared(base, sharedInput, () => queued(read))
  const key = idempotencyKeyOf(e, request)
  // Only a call that runs in one transaction looks up its key before the request is validated.
  if (!key || databaseUse(e) !== 'transaction') requireValid(request)
  const inTx = transactionsOf(base, options)
  const handle = async (context: Context | ReadContext | DetachedContext): Promise<HandlerResult> => {
    const answer = await handler(context as ContextOf<E>, input)
    const stored = replay && { stored: JSON.stringify(replay.toStored(answer)) }
    return { status: e.status ?? 200, body: e.answers ? '' : encode(e, answer), ...stored }
  }
  switch (databaseUse(e)) {
    case 'none':
      // The handler is queued only for its transactions, not while it hashes, decodes or waits.
      return handle({ ...base, ...longReadsOf(options, base), ...onceIn({ e, request, key }, queued, inTx) })
    case 'read':
      return queuedRead(() => inRead(options.db, (tx) => handle({ ...base, tx })))
    case 'snapshot':
      return queuedRead(() => inSnapshot(options.db, (tx) => handle({ ...base, tx })))
    case 'report':
      return queuedRead(() => reportReadsOf(options, base.now).inSnapshot((tx) => handle({ ...base, tx })))
    case 'transaction':
      return queued(() =>
        inTx((context) => {
          if (!key) return handle(context)
          const rebuild = (stored: string) => rebuildResponse(e, replay, context, stored)
          return runIdempotent(context.tx, key, { request, now: base.now }, () => handle(context), rebuild)
        }),
      )
  }
}

const contentTypes = {
  json: 'application/json; charset=utf-8',
  file: 'text/csv; charset=utf-8',
  stream: 'text/event-stream',
}

const ZIP = 'application/zip'

/** The type of a successful response. Files are CSV unless the contract's response names the type of a ZIP file. */
const contentTypeOf = ({ answers, response }: Endpoint): string =>
  answers === 'file' && response.description === ZIP ? ZIP : contentTypes[answers ?? 'json']

/** True for a HEAD request whose handler would write data, or would never end. */
const isHeadOnly = (e: Endpoint, { method }: FastifyRequest) =>
  method === 'HEAD' && (e.writesOnRead === true || e.answers === 'stream')

/**
 * Binds a contract entry to its handler. Only this function opens transactions. Order: authorize, parse the input, run
 * the handler, validate the response inside the transaction, commit, announce events.
 */
export function createRegisterEndpoint(app: FastifyInstance, options: RegisterOptions): RegisterEndpoint {
  const cache = new ResponseCache<EncodedResponse>(
    () => inRead(options.db, readDataState),
    ({ body }) => body.length,
  )
  return (e, handler, replay) => {
    const bound = {
      e,
      handler,
      replay: replay as Replay<typeof e> | undefined,
      readShared: sharedReadOf(e, cache),
    }
    app.route({
      ...routeOf(e),
      ...(e.idempotent && idempotentRoute),
      handler: async (request, reply) => {
        if (isHeadOnly(e, request)) return reply.header('content-type', contentTypeOf(e)).send()
        const encoded = await runHandler(bound, options, request, reply).catch((error: unknown) => {
          throw validateErrorData(e, error)
        })
        if (e.answers || reply.sent) return reply
        return reply.status(encoded.status).header('content-type', contentTypes.json).send(encoded.body)
      },
    })
  }
}
