import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { dataState } from '#server/db/data-state.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { savePendingEvents } from '#server/db/pending-events.ts'
import type { Database } from '#server/db/pool.ts'
import { inRead, inSnapshot, inTransaction } from '#server/db/transactions.ts'
import type { Answer, DatabaseUse, Endpoint, Parsed } from '#shared/lib/endpoint.ts'
import { noBody } from '#shared/lib/fields.ts'
import { NO_CHANNELS, type Channels } from '#shared/messages/occasions.ts'
import { CommitQueue } from '#server/lib/commit-queue.ts'
import type { Context, ContextOf, DetachedContext, ReadContext, RequestContext } from '#server/lib/context.ts'
import { checkedError, errorAnswer } from './checked-error.ts'
import type { Flow } from './flow.ts'
import { mergeEvents, type HubEvent } from '#server/lib/hub-event.ts'
import { holdKeyOf } from './hold-cookie.ts'
import { newId } from '#server/lib/new-id.ts'
import { idempotencyKeyOf, idempotentRoute, refuseInvalid, runOnce, type Encoded, type Worked } from './once.ts'
import { header } from './request-header.ts'
import { KeptAnswers } from './kept-answers.ts'

type RegisterOptions = {
  db: Database
  /** The pool for long reads, see `createExportPool`. */
  exportDb: Database
  clock: () => Date
  /**
   * Called after the commit of a change that published events. `pendingIds` names the rows that keep the events until
   * they are announced: when the process dies before this call, another one announces them.
   */
  afterCommit: (events: HubEvent[], pendingIds: string[]) => void
  /** The channels that this process can send on, for hooks of the commit; none by default. */
  channels?: Channels | undefined
  /** Queues a call before it uses the database; may refuse it. */
  inTurn?: Flow['inTurn']
}

export type Handler<E extends Endpoint> = (context: ContextOf<E>, input: Parsed<E>) => Promise<Answer<E>>

/**
 * How an idempotent call answers a repeated request without storing personal data: `keep` selects what to store (the
 * ids), and `rebuild` makes the response again from it.
 */
type Repeat<E extends Endpoint, Kept = unknown> = {
  keep: (answer: Answer<E>) => Kept
  rebuild: (context: Context, kept: Kept) => Promise<Answer<E>>
}
export type RegisterEndpoint = <E extends Endpoint, Kept>(e: E, handler: Handler<E>, repeat?: Repeat<E, Kept>) => void

const security: Record<string, string[]>[] = [{ cookie: [] }, { bearer: [] }]

const databaseUse = (e: Endpoint): DatabaseUse => e.database ?? (e.method === 'GET' ? 'snapshot' : 'transaction')

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
      sends: e.sends,
      isChange: e.method !== 'GET' && databaseUse(e) !== 'read' && databaseUse(e) !== 'snapshot',
    },
    schema: {
      summary: e.summary,
      tags: [e.url.split('/')[2] ?? 'api'],
      'x-access': e.access,
      security: e.access === 'public' ? [] : security,
      ...(e.params && { params: e.params }),
      ...(e.querystring && { querystring: e.querystring }),
      ...(e.method !== 'GET' && { body: e.body ?? noBody }),
      ...(e.sends === 'multipart' && { consumes: ['multipart/form-data'] }),
      ...(e.sends === 'form' && { consumes: ['application/x-www-form-urlencoded', 'multipart/form-data'] }),
      response: { [e.status ?? 200]: e.response, '4xx': errorAnswer(e), '5xx': errorAnswer(e) },
    },
  }) satisfies Partial<RouteOptions> & Record<string, unknown>

function contextOf(e: Endpoint, request: FastifyRequest, reply: FastifyReply, now: Date): RequestContext {
  return {
    // A response that is shared by everybody must not depend on the user.
    user: e.shared === true ? null : request.principal,
    branchId: MAIN_BRANCH_ID,
    now,
    request: {
      id: request.id,
      address: request.ip,
      token: request.sessionToken,
      ifMatch: header(request, 'if-match')?.replaceAll('"', '') ?? null,
      holdKey: holdKeyOf(request),
    },
    log: request.log,
    reply,
  }
}

/** Serializes the response: validated inside the transaction, without unknown fields. */
const encode = (e: Endpoint, answer: unknown) => JSON.stringify(e.response.parse(answer))

/**
 * Runs work in one transaction. Its events are committed with it and announced afterwards, by this process or, if it
 * dies, by another one.
 */
const transactionsOf = (base: RequestContext, options: RegisterOptions) =>
  async function inTx<T>(work: (context: Context) => Promise<T>): Promise<T> {
    let events: HubEvent[] = []
    let ids: string[] = []
    const result = await inTransaction(options.db, async (tx) => {
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

type Bound<E extends Endpoint> = {
  e: E
  handler: Handler<E>
  repeat: Repeat<E> | undefined
  share: Share
}

/** Answers a request, possibly with a response shared by identical concurrent requests. */
type Share = (
  asked: Pick<RequestContext, 'now' | 'user'>,
  question: unknown,
  read: () => Promise<Encoded>,
) => Promise<Encoded>

const shareOf =
  ({ method, url, shared }: Endpoint, answers: KeptAnswers<Encoded>): Share =>
  async ({ now, user }, question, read) =>
    shared === true || (shared === 'visitors' && user === null)
      ? answers.ask(`${method} ${url} ${JSON.stringify(question)}`, await answers.momentAt(now), read)
      : read()

/** The response to a repeated request, rebuilt from what was stored. */
const rebuilt = async <E extends Endpoint>(e: E, repeat: Repeat<E> | undefined, context: Context, kept: string) =>
  repeat ? encode(e, await repeat.rebuild(context, JSON.parse(kept))) : kept

/** Runs the handler with the kind of database access that its endpoint declares. */
async function run<E extends Endpoint>(
  { e, handler, repeat, share }: Bound<E>,
  options: RegisterOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Encoded> {
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => options.inTurn?.(request, work) ?? work()
  const input = { params: request.params, querystring: request.query, body: request.body } as Parsed<E>
  const base = contextOf(e, request, reply, options.clock())
  // The browser's own reservation counts as free for it, so it is part of the question.
  const question = [input, base.request.holdKey?.toString('hex')]
  const alike = (read: () => Promise<Encoded>) => share(base, question, () => inTurn(read))
  const key = idempotencyKeyOf(e, request)
  if (!key) refuseInvalid(request)
  const inTx = transactionsOf(base, options)
  const handle = async (context: Context | ReadContext | DetachedContext): Promise<Worked> => {
    const answer = await handler(context as ContextOf<E>, input)
    const kept = repeat && { kept: JSON.stringify(repeat.keep(answer)) }
    return { status: e.status ?? 200, body: e.answers ? '' : encode(e, answer), ...kept }
  }
  switch (databaseUse(e)) {
    case 'none':
      // The handler takes its place in the queue only for its transactions, not while it hashes, decodes or waits.
      return handle({
        ...base,
        inTransaction: (work) => inTurn(() => inTx(work)),
        inLongSnapshot: (work) => inSnapshot(options.exportDb, work),
      })
    case 'read':
      return alike(() => inRead(options.db, (tx) => handle({ ...base, tx })))
    case 'snapshot':
      return alike(() => inSnapshot(options.db, (tx) => handle({ ...base, tx })))
    case 'transaction':
      return inTurn(() =>
        inTx((context) => {
          if (!key) return handle(context)
          const rebuild = (kept: string) => rebuilt(e, repeat, context, kept)
          return runOnce(context.tx, key, { request, now: base.now }, () => handle(context), rebuild)
        }),
      )
  }
}

const contentTypes = {
  json: 'application/json; charset=utf-8',
  file: 'text/csv; charset=utf-8',
  stream: 'text/event-stream',
}

/** True for a HEAD request whose handler would write data, or would never end. */
const isHeadOnly = (e: Endpoint, { method }: FastifyRequest) =>
  method === 'HEAD' && (e.writesOnRead === true || e.answers === 'stream')

/**
 * Binds a contract entry to its handler. Only this function opens transactions. Order: authorize, parse the input, run
 * the handler, validate the response inside the transaction, commit, announce events.
 */
export function createRegisterEndpoint(app: FastifyInstance, options: RegisterOptions): RegisterEndpoint {
  const answers = new KeptAnswers<Encoded>(
    () => inRead(options.db, dataState),
    ({ body }) => body.length,
  )
  return (e, handler, repeat) => {
    const bound = { e, handler, repeat: repeat as Repeat<typeof e> | undefined, share: shareOf(e, answers) }
    app.route({
      ...routeOf(e),
      ...(e.idempotent && idempotentRoute),
      handler: async (request, reply) => {
        if (isHeadOnly(e, request)) return reply.header('content-type', contentTypes[e.answers ?? 'json']).send()
        const encoded = await run(bound, options, request, reply).catch((error: unknown) => {
          throw checkedError(e, error)
        })
        if (e.answers || reply.sent) return reply
        return reply.status(encoded.status).header('content-type', contentTypes.json).send(encoded.body)
      },
    })
  }
}
