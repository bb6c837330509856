import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { claimKey, keepAnswer } from '#server/db/idempotency.ts'
import type { Tx } from '#server/db/pool.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import { callMessages } from '#shared/lib/call-messages.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import { header } from './request-header.ts'

/** The key of a call that must not run twice; null for other calls. Throws 422 without one where it is needed. */
export function idempotencyKeyOf(e: Endpoint, request: FastifyRequest): string | null {
  const sent = header(request, 'idempotency-key')
  if (!e.idempotent || (e.idempotent === 'optional' && sent === null)) return null
  const key = z.uuid().safeParse(sent)
  if (!key.success) throw invalid('Idempotency-Key', callMessages.idempotencyKeyMissing)
  return key.data
}

const receivedBodies = new WeakMap<FastifyRequest, unknown>()

/**
 * Route options of an idempotent call. A key belongs to the body as it was sent, not as this version parses it. An
 * invalid request still reaches the handler: after an upgrade it may repeat one that was valid then, which `runOnce`
 * answers from the stored result.
 */
export const idempotentRoute = {
  attachValidation: true,
  preValidation: async (request: FastifyRequest) => void receivedBodies.set(request, request.body),
}

/** Refuses an invalid request, as other routes do before the handler. */
export function refuseInvalid({ validationError }: FastifyRequest): void {
  if (validationError) throw validationError
}

/** An answer as it leaves. */
export type Encoded = { status: number; body: string }
/** `kept` stands beside the key when it is not the whole answer. */
export type Worked = Encoded & { kept?: string }

/** The path with the ids of the records in it: a key is of a call about one of them. */
function pathOf({ routeOptions, params }: FastifyRequest): string {
  const ids = Object.entries((params ?? {}) as Record<string, string>)
  return ids.reduce((path, [name, id]) => path.replace(`:${name}`, id), routeOptions.url ?? '')
}

/** Runs `work` once per key; whoever repeats the request is answered the same, from what is kept. */
export async function runOnce(
  tx: Tx,
  key: string,
  { request, now }: { request: FastifyRequest; now: Date },
  work: () => Promise<Worked>,
  rebuild: (kept: string) => Promise<string>,
): Promise<Encoded> {
  const userId = request.principal?.id
  if (!userId) throw new AppError('unauthenticated', callMessages.authenticationRequired)
  const methodAndPath = `${request.method} ${pathOf(request)}`
  const claim = await claimKey(tx, { key, userId, methodAndPath, received: receivedBodies.get(request), now })
  if (claim.kind === 'other-request') throw invalid('Idempotency-Key', callMessages.idempotencyKeyUsed)
  if (claim.kind === 'answered') return { status: claim.status, body: await rebuild(claim.answer) }
  refuseInvalid(request)
  const { status, body, kept = body } = await work()
  await keepAnswer(tx, key, status, kept)
  return { status, body }
}
