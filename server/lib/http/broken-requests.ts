import { STATUS_CODES, type ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyServerOptions } from 'fastify'
import type { ErrorBody } from '#shared/lib/errors.ts'
import { callMessages } from '#shared/lib/call-messages.ts'
import { rawSecurityHeaders } from './security-headers.ts'

/** How long a caller may keep a connection without getting on; values handed to `buildApp`. */
export type Patience = {
  /** For a whole request, from its first byte to its last, in milliseconds. */
  requestMs: number
  /** For a connection on which nothing moves in either direction, in milliseconds; event streams send a sign every 20 s. */
  silenceMs: number
}

export const defaultPatience: Patience = { requestMs: 30_000, silenceMs: 75_000 }

/** Fastify's options for callers who never finish: without them a few hundred of those would hold every connection. */
export const patienceOptions = ({ requestMs, silenceMs }: Patience) => ({
  requestTimeout: requestMs,
  connectionTimeout: silenceMs,
  http: { headersTimeout: requestMs, connectionsCheckingInterval: Math.min(5_000, requestMs) } satisfies ServerOptions,
})

type RefusalError = [status: number, body: ErrorBody]

function errorOf(code: string | undefined): RefusalError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, { message: callMessages.timedOut, code: 'unavailable' }]
  if (code === 'HPE_HEADER_OVERFLOW') return [431, { message: callMessages.tooLarge, code: 'too_large' }]
  return [400, { message: callMessages.unreadable, code: 'validation' }]
}

/** For Fastify's `clientErrorHandler`: what is no HTTP, too large a head or never finished reaches no hook. */
export const answerBrokenRequest: NonNullable<FastifyServerOptions['clientErrorHandler']> = (error, socket: Socket) => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, body] = errorOf(error.code)
  const text = JSON.stringify(body)
  const headers = {
    ...rawSecurityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  if (socket.writable)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${text}`)
  socket.destroySoon()
}
