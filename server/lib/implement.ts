import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import { claimKey, keepAnswer } from '#server/db/idempotency.ts'
import { savePendingEvents } from '#server/db/pending-events.ts'
import type { Database, Tx } from '#server/db/pool.ts'
import { inSnapshot, inTransaction } from '#server/db/transactions.ts'
import type { Answer, DatabaseUse, Endpoint, Parsed } from '#shared/lib/endpoint.ts'
import { callSentences } from '#shared/lib/errors.ts'
import { AppError, invalid } from './app-error.ts'
import type { Context, ContextOf, DetachedContext, RequestContext } from './context.ts'
import type { Flow } from './flow.ts'
import { mergeEvents, type HubEvent } from './hub-event.ts'
import { newId } from './new-id.ts'

export type ImplementOptions = {
  db: Database
  /** For what reads longer than a request may: see `createExportPool`. */
  exportDb: Database
  clock: () => Date
  /** Announces what has been committed; `pendingIds` names the rows that keep it until then. */
  publish: (events: HubEvent[], pendingIds: string[]) => void
  /** Lets a call run when it is its turn; may refuse it. */
  inTurn?: Flow['inTurn']
}

export type Handler<E extends Endpoint> = (context: ContextOf<E>, input: Parsed<E>) => Promise<Answer<E>>
export type Implement = <E extends Endpoint>(e: E, handler: Handler<E>) => void

const errorAnswer = z
  .object({
    message: z.string(),
    code: z.string(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
    data: z.unknown().optional(),
  })
  .describe('Refused, with a sentence for the person')

const security: Record<string, string[]>[] = [{ cookie: [] }, { bearer: [] }]

const databaseUse = (e: Endpoint): DatabaseUse => e.database ?? (e.method === 'GET' ? 'read' : 'transaction')

/** How Fastify and its plugins see a contract entry: checks, permission, OpenAPI. */
export const routeOf = (e: Endpoint) =>
  ({
    method: e.method,
    url: e.url,
    exposeHeadRoute: false,
    config: {
      access: e.access,
      beforePasswordChoice: e.beforePasswordChoice,
      sends: e.sends,
      isChange: e.method !== 'GET' && databaseUse(e) !== 'read' && databaseUse(e) !== 'snapshot',
    },
    schema: {
      summary: e.summary,
      tags: [e.url.split('/')[2] ?? 'api'],
      security: e.access === 'public' ? [] : security,
      ...(e.params && { params: e.params }),
      ...(e.querystring && { querystring: e.querystring }),
      ...(e.body && { body: e.body }),
      ...(e.sends === 'multipart' && { consumes: ['multipart/form-data'] }),
      response: { [e.status ?? 200]: e.response, '4xx': errorAnswer, '5xx': errorAnswer },
    },
  }) satisfies Partial<RouteOptions> & Record<string, unknown>

const header = (request: FastifyRequest, name: string) => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}

function contextOf(request: FastifyRequest, reply: FastifyReply, now: Date): RequestContext {
  return {
    user: request.sessionUser,
    now,
    request: {
      id: request.id,
      address: request.ip,
      token: request.sessionToken,
      ifMatch: header(request, 'if-match')?.replaceAll('"', '') ?? null,
    },
    log: request.log,
    reply,
    publish: () => {
      throw new Error('Only a change has something to tell.')
    },
  }
}

/** The answer as it leaves: checked inside the transaction, unknown fields dropped. */
const encode = (e: Endpoint, answer: unknown) => JSON.stringify(e.response.parse(answer))

function idempotencyKeyOf(e: Endpoint, request: FastifyRequest): string | null {
  if (!e.idempotent) return null
  const key = z.uuid().safeParse(header(request, 'idempotency-key'))
  if (!key.success) throw invalid('Idempotency-Key', callSentences.idempotencyKeyMissing)
  return key.data
}

type Encoded = { status: number; body: string }

/** Runs `work` once per key: the answer is kept with what it tells, and told again to whoever repeats the request. */
async function once(tx: Tx, key: string, request: FastifyRequest, now: Date, work: () => Promise<Encoded>) {
  const userId = request.sessionUser?.id
  if (!userId) throw new AppError('unauthenticated', callSentences.authenticationRequired)
  const methodAndPath = `${request.method} ${request.routeOptions.url}`
  const claim = await claimKey(tx, { key, userId, methodAndPath, body: request.body, now })
  if (claim.kind === 'other-request')
    throw invalid('Idempotency-Key', 'This key was already used for another request. Please start again.')
  if (claim.kind === 'answered') return { status: claim.status, body: claim.answer }
  const encoded = await work()
  await keepAnswer(tx, key, encoded.status, encoded.body)
  return encoded
}

/**
 * Work inside one transaction. What it published is committed with it, and announced afterwards: by this process, or by
 * another one when this one dies before.
 */
const transactionsOf = (base: RequestContext, options: ImplementOptions) =>
  async function inTx<T>(work: (context: Context) => Promise<T>): Promise<T> {
    let events: HubEvent[] = []
    let ids: string[] = []
    const result = await inTransaction(options.db, async (tx) => {
      const published: HubEvent[] = []
      const answer = await work({ ...base, tx, publish: (event) => void published.push(event) })
      events = mergeEvents(published)
      ids = events.map(() => newId())
      const rows = events.map((event, i) => ({ id: ids[i]!, event: JSON.stringify(event) }))
      await savePendingEvents(tx, rows)
      return answer
    })
    if (events.length) options.publish(events, ids)
    return result
  }

/** Gives the handler the database as its endpoint asks for it. */
async function run<E extends Endpoint>(
  e: E,
  handler: Handler<E>,
  options: ImplementOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Encoded> {
  const { db } = options
  const input = { params: request.params, querystring: request.query, body: request.body } as Parsed<E>
  const base = contextOf(request, reply, options.clock())
  const key = idempotencyKeyOf(e, request)
  const inTx = transactionsOf(base, options)
  const handle = async (context: Context | DetachedContext): Promise<Encoded> => {
    const answer = await handler(context as ContextOf<E>, input)
    return { status: e.status ?? 200, body: e.answers ? '' : encode(e, answer) }
  }
  switch (databaseUse(e)) {
    case 'none':
      return handle({ ...base, inTransaction: inTx, inLongSnapshot: (work) => inSnapshot(options.exportDb, work) })
    case 'read':
      return handle({ ...base, tx: db })
    case 'snapshot':
      return inSnapshot(db, (tx) => handle({ ...base, tx }))
    case 'transaction':
      return inTx((context) =>
        key ? once(context.tx, key, request, base.now, () => handle(context)) : handle(context),
      )
  }
}

/**
 * Binds a contract entry to its handler. This is the only place that opens a transaction: access has been decided and
 * the input parsed; the handler runs, its answer is checked within the transaction, then commit, then events.
 */
export const createImplement =
  (app: FastifyInstance, options: ImplementOptions): Implement =>
  (e, handler) => {
    app.route({
      ...routeOf(e),
      handler: async (request, reply) => {
        const work = () => run(e, handler, options, request, reply)
        const encoded = await (options.inTurn?.(request, work) ?? work())
        if (e.answers || reply.sent) return reply
        return reply.status(encoded.status).header('content-type', 'application/json; charset=utf-8').send(encoded.body)
      },
    })
  }
