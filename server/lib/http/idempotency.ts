import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { claimKey, saveAnswer } from '#server/db/idempotency.ts'
import type { Tx } from '#server/db/pool.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import { callMessages, requestRefusals } from '#shared/lib/messages.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Once } from '#server/lib/context.ts'
import { headerOf } from './request-context.ts'

/** The idempotency key of a call; null if the call has none. Throws a 422 when a required key is missing. */
export function idempotencyKeyOf(e: Endpoint, request: FastifyRequest): string | null {
  const sent = headerOf(request, 'idempotency-key')
  if (!e.idempotent || (e.idempotent === 'optional' && sent === null)) return null
  const key = z.uuid().safeParse(sent)
  if (!key.success) throw invalid('Idempotency-Key', requestRefusals.idempotencyKeyMissing)
  return key.data
}

const receivedBodies = new WeakMap<FastifyRequest, unknown>()

/**
 * Route options of an idempotent call. The body is stored as it was sent, before parsing, to recognize a repeated
 * request. An invalid request still reaches the handler: it may repeat a request that was valid before an upgrade,
 * which `runIdempotent` answers from the stored result.
 */
export const idempotentRoute = {
  attachValidation: true,
  preValidation: async (request: FastifyRequest) => void receivedBodies.set(request, request.body),
}

/** Refuses an invalid request, as other routes do before the handler. */
export function requireValid({ validationError }: FastifyRequest): void {
  if (validationError) throw validationError
}

/** A response as it is sent. */
export type EncodedResponse = { status: number; body: string }
/** `stored` is stored with the key instead of the whole response. */
export type HandlerResult = EncodedResponse & { stored?: string }

/** An idempotency key is scoped to the concrete URL, ids included. */
function pathOf({ routeOptions, params }: FastifyRequest): string {
  const ids = Object.entries((params ?? {}) as Record<string, string>)
  return ids.reduce((path, [name, id]) => path.replace(`:${name}`, id), routeOptions.url ?? '')
}

/** Runs `work` once per key; a repeated request gets the stored response. */
export async function runIdempotent(
  tx: Tx,
  key: string,
  { request, now }: { request: FastifyRequest; now: Date },
  work: () => Promise<HandlerResult>,
  rebuild: (stored: string) => Promise<string>,
): Promise<EncodedResponse> {
  const userId = request.principal?.id
  if (!userId) throw new AppError('unauthenticated', callMessages.authenticationRequired)
  const methodAndPath = `${request.method} ${pathOf(request)}`
  const claim = await claimKey(tx, { key, userId, methodAndPath, received: receivedBodies.get(request), now })
  if (claim.kind === 'other-request') throw invalid('Idempotency-Key', requestRefusals.idempotencyKeyUsed)
  if (claim.kind === 'answered') return { status: claim.status, body: await rebuild(claim.answer) }
  requireValid(request)
  const { status, body, stored = body } = await work()
  await saveAnswer(tx, key, status, stored)
  return { status, body }
}

/** Runs the work of a handler once per key; for a repeated request the result is rebuilt from what was stored. */
export async function runOnce<Result>(
  context: Context,
  key: string,
  { request, status, once }: { request: FastifyRequest; status: number; once: Once<Result> },
  work: () => Promise<Result>,
): Promise<Result> {
  let result!: Result
  await runIdempotent(
    context.tx,
    key,
    { request, now: context.now },
    async () => {
      result = await work()
      return { status, body: '', stored: JSON.stringify(once.toStored(result)) }
    },
    async (stored) => {
      result = await once.rebuild(context, JSON.parse(stored) as never)
      return ''
    },
  )
  return result
}

/**
 * Stores with the key only the id of the record in the response, so that no personal data stay there after an account
 * is closed. A repeated request gets the record as it is now.
 */
export const storeOnlyId = <Data extends { id: string }>(read: (context: Context, id: string) => Promise<Data>) => ({
  toStored: ({ data }: { data: Data }) => ({ id: data.id }),
  rebuild: async (context: Context, { id }: { id: string }) => ({ data: await read(context, id) }),
})
