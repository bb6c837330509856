import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callMessages } from '#shared/lib/call-messages.ts'
import { imageMessages } from '#shared/lib/image-messages.ts'
import { AppError } from '#server/lib/app-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    sends?: 'json' | 'multipart' | 'form' | undefined
  }
}

/** What declares more than this is refused before its first byte; smaller ones are read to their end and told why. */
const HOPELESS_BYTES = 50_000_000

/** What a mail program sends by one click is a few words: it takes no turn from who sends a picture. */
const SMALL_FORM_BYTES = 10_000

const isForm = (request: FastifyRequest) => /^multipart\//i.test(request.headers['content-type'] ?? '')

function refuseUnread(reply: FastifyReply, error: AppError): never {
  // The rest of the body is not wanted: the connection ends with the answer.
  void reply.header('connection', 'close')
  throw error
}

/** Refuses a form that the endpoint does not take, and one that says that it is longer than what the endpoint needs. */
function refuseHopeless(request: FastifyRequest, reply: FastifyReply): void {
  const bytes = request.headers['content-length']
  switch (request.routeOptions.config.sends) {
    case 'multipart':
      if (Number(bytes ?? 0) > HOPELESS_BYTES) refuseUnread(reply, new AppError('too_large', imageMessages.tooLarge))
      return
    case 'form':
      if (bytes === undefined || Number(bytes) > SMALL_FORM_BYTES)
        refuseUnread(reply, new AppError('too_large', callMessages.tooLarge))
      return
    default:
      refuseUnread(reply, new AppError('validation', callMessages.unreadable))
  }
}

/**
 * Lets a few uploads in at once: each holds its picture in memory until it is answered, so three hundred at the same
 * time must wait their turn, unread. A form that the endpoint does not take, or that is longer than its endpoint needs, is refused unread.
 */
export function addUploadTurns(app: FastifyInstance, atOnce = 2): void {
  let running = 0
  const queue = new Set<() => void>()

  function leave(): void {
    running--
    const [next] = queue
    if (next) queue.delete(next)
    next?.()
  }

  const turn = (reply: FastifyReply) =>
    new Promise<void>((resolve, reject) => {
      let begun = false
      const begin = () => {
        begun = true
        running++
        resolve()
      }
      let ended = false
      const end = () => {
        if (ended) return
        ended = true
        if (begun) return leave()
        // Who went away while waiting has taken no turn.
        queue.delete(begin)
        reject(new AppError('unavailable', callMessages.busy))
      }
      // Who went away before this line gives no `close` any more: a turn would never be given back.
      if (reply.raw.destroyed) return end()
      reply.raw.once('finish', end).once('close', end)
      if (running < atOnce) begin()
      else queue.add(begin)
    })

  app.addHook('preParsing', async (request, reply) => {
    if (!isForm(request) || request.is404) return
    refuseHopeless(request, reply)
    if (request.routeOptions.config.sends === 'multipart') await turn(reply)
  })
}
