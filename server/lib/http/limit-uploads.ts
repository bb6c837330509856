import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { imageMessages, requestRefusals } from '#shared/lib/messages.ts'
import { AppError } from '#server/lib/app-error.ts'
import { StaffFirstQueue, uploaderOf, type Uploader } from '#server/lib/staff-first-queue.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    sends?: 'json' | 'multipart' | 'form' | undefined
    /** The sentence that refuses a file larger than the call accepts. */
    tooLarge?: string | undefined
  }
}

/**
 * A larger declared length is refused before the first byte; smaller bodies are read completely, so that the sender
 * gets the error.
 */
const MAX_UPLOAD_BYTES = 50_000_000

/** The form of a one-click unsubscribe contains only a few words, so it needs no place in the upload queue. */
const MAX_FORM_BYTES = 10_000

type AddressKey = (address: string) => string

const isForm = (request: FastifyRequest) => /^multipart\//i.test(request.headers['content-type'] ?? '')

function refuseUnread(reply: FastifyReply, error: AppError): never {
  // Closes the connection after the response, because the rest of the body is not read.
  void reply.header('connection', 'close')
  throw error
}

/** Refuses a form that the endpoint does not accept, or whose declared length is too long for it. */
function refuseUnwanted(request: FastifyRequest, reply: FastifyReply): void {
  const bytes = request.headers['content-length']
  switch (request.routeOptions.config.sends) {
    case 'multipart':
      if (Number(bytes ?? 0) > MAX_UPLOAD_BYTES)
        refuseUnread(reply, new AppError('too_large', request.routeOptions.config.tooLarge ?? imageMessages.tooLarge))
      return
    case 'form':
      if (bytes === undefined || Number(bytes) > MAX_FORM_BYTES)
        refuseUnread(reply, new AppError('too_large', requestRefusals.tooLarge))
      return
    default:
      refuseUnread(reply, new AppError('validation', requestRefusals.unreadable))
  }
}

/**
 * The sender of an upload. Without a log-in, as on the page that the link to a visit opens, all uploads from one
 * internet connection have the same sender.
 */
const senderOf = ({ principal, ip }: FastifyRequest, addressKey: AddressKey): Uploader =>
  principal ? uploaderOf(principal) : { isStaff: false, key: addressKey(ip) }

/**
 * Resolves when the upload is admitted. Its place in the queue is released once the answer is sent or the connection
 * has closed.
 */
const waitForPlace = (queue: StaffFirstQueue, uploader: Uploader, reply: FastifyReply) =>
  new Promise<void>((resolve, reject) => {
    const refuse = () => reject(new AppError('unavailable', requestRefusals.busy))
    // A connection that is closed already emits no `close` event any more, so its place would never be released.
    if (reply.raw.destroyed) return refuse()
    const leave = queue.enter(uploader, resolve)
    const end = () => {
      leave()
      refuse()
    }
    reply.raw.once('finish', end).once('close', end)
  })

/**
 * Reads only three uploads at once; others wait unread. Two of the three may be of clients, one per client, and the
 * third is always for staff, so that a slow or malicious client cannot delay staff. A form that the endpoint does not
 * accept, or that is too long for it, is refused unread. `addressKey` returns the key by which senders without a log-in
 * are counted.
 */
export function limitUploads(app: FastifyInstance, addressKey: AddressKey): void {
  const queue = new StaffFirstQueue({ atOnce: 3, clientsAtOnce: 2 })
  app.addHook('preParsing', async (request, reply) => {
    if (!isForm(request) || request.is404) return
    refuseUnwanted(request, reply)
    if (request.routeOptions.config.sends === 'multipart')
      await waitForPlace(queue, senderOf(request, addressKey), reply)
  })
}
