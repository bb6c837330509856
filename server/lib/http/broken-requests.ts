import { STATUS_CODES, type ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyServerOptions } from 'fastify'
import type { ErrorBody } from '#shared/lib/errors.ts'
import { callMessages } from '#shared/lib/call-messages.ts'
import { rawSecurityHeaders } from './security-headers.ts'

/** Timeouts for callers that make no progress; passed to `buildApp`. */
export type Patience = {
  /** Maximum time of a whole request in milliseconds. */
  requestMs: number
  /** Maximum time in milliseconds without traffic in either direction. Event streams send a keep-alive every 20 s. */
  silenceMs: number
}

export const defaultPatience: Patience = { requestMs: 30_000, silenceMs: 75_000 }

/** Fastify's timeouts for unfinished requests; without them a few hundred could occupy every connection. */
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

/** Fastify's `clientErrorHandler`, for invalid HTTP, oversized headers and unfinished requests, which reach no hook. */
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
