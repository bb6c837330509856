import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { constraintError, isPgError } from '#server/db/constraint-errors.ts'
import { isDatabaseAway, isDiskFull } from '#server/db/is-database-away.ts'
import { AppError } from '#server/lib/app-error.ts'
import { callMessages, fieldMessages, requestRefusals } from '#shared/lib/messages.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import type { ErrorBody } from '#shared/lib/errors.ts'
import { logFailure } from './request-log.ts'
import { rawSecurityHeaders, setSecurityHeaders } from './security-headers.ts'

type Issue = { instancePath: string; message?: string | undefined; params?: unknown; keyword?: string }

/** A response names at most this many invalid fields, so that a small request cannot cause a response of megabytes. */
const MAX_FIELDS = 100

/**
 * Collects the errors of a request by field, with names such as `treatments.1.quantity` for nested fields. Each unknown
 * field has an entry of its own.
 */
function fieldErrors(issues: readonly Issue[], sent: unknown): Record<string, string[]> {
  // The errors are in a Map and not in an object, because unknown fields may be named `toString` or `__proto__`.
  const errors = new Map<string, string[]>()
  const add = (path: string, sentence: string) => {
    const field = path || 'body'
    const known = errors.get(field)
    if (known) known.push(sentence)
    else if (errors.size < MAX_FIELDS) errors.set(field, [sentence])
  }
  for (const issue of issues) {
    const path = issue.instancePath.slice(1).replaceAll('/', '.')
    const unknown = (issue.params as { keys?: string[] } | undefined)?.keys ?? []
    if (issue.keyword === 'unrecognized_keys')
      for (const key of unknown) add(path ? `${path}.${key}` : key, fieldMessages.unknownField)
    else add(path, issue.message ?? (isMissing(sent, path) ? fieldMessages.required : fieldMessages.notValid))
  }
  return Object.fromEntries(errors)
}

function isMissing(sent: unknown, path: string): boolean {
  let value = sent
  for (const key of path === '' ? [] : path.split('.'))
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
  return value === undefined || value === null || value === ''
}

/** The message of the response: the error of a missing field if there is one, else of the first invalid field. */
function firstSentence(errors: Record<string, string[]>, sent: unknown): string {
  const fields = Object.keys(errors)
  const first = fields.find((field) => isMissing(sent, field)) ?? fields[0]
  return (first !== undefined && errors[first]?.[0]) || requestRefusals.unreadable
}

/** The validated part of the request; Fastify keeps it unchanged when validation fails. */
function sentIn(request: FastifyRequest, part: FastifyError['validationContext']): unknown {
  if (part === 'querystring') return request.query
  return part === 'params' ? request.params : request.body
}

const unavailable = () => new AppError('unavailable', requestRefusals.busy, { retryAfter: 2 })

function errorOf(error: FastifyError | Error, request: FastifyRequest): AppError | undefined {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const sent = sentIn(request, error.validationContext)
    const errors = fieldErrors(error.validation, sent)
    return new AppError('validation', firstSentence(errors, sent), { errors })
  }
  if (isPgError(error) && error.code === NUL_IN_TEXT) return new AppError('validation', requestRefusals.unreadable)
  const known = constraintError(error)
  if (known) return known
  if (isDiskFull(error)) return new AppError('out_of_space', requestRefusals.outOfSpace, { retryAfter: 60 })
  if (isDatabaseAway(error)) return unavailable()
  return fastifyError(error as FastifyError)
}

/**
 * PostgreSQL's error code (SQLSTATE) for a text with the character NUL, which it cannot store. Nobody types this
 * character.
 */
const NUL_IN_TEXT = '22021'

/**
 * Messages of the form parser for a truncated form or an invalid boundary. It throws plain errors without class, code
 * or status, so only their text identifies them.
 */
const brokenForm = /unexpected end of multipart data|^(Multipart: )?Boundary |^The needle /i

/** Translates errors of Fastify and its plugins (invalid JSON, too large, wrong media type). */
function fastifyError(error: FastifyError): AppError | undefined {
  const status = error.statusCode ?? 500
  if (status === 413) return new AppError('too_large', requestRefusals.tooLarge)
  if (status === 429) return new AppError('too_many', requestRefusals.tooMany)
  if (status === 404) return new AppError('not_found', requestRefusals.notFound)
  if ((status >= 400 && status < 500) || brokenForm.test(error.message))
    return new AppError('validation', requestRefusals.unreadable)
  return undefined
}

/**
 * Every error is sent as `{ message, code, errors?, data? }`; unexpected ones are logged and become a 500 without
 * details.
 */
export function handleError(thrown: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const error = errorOf(thrown, request) ?? new AppError('internal', requestRefusals.somethingWrong)
  if (error.status >= 500) logFailure(thrown, request)
  if (error.retryAfter) void reply.header('retry-after', String(error.retryAfter))
  const body: ErrorBody = {
    message: error.message,
    code: error.code,
    ...(error.errors && { errors: error.errors }),
    ...(error.data !== undefined && { data: error.data }),
  }
  return reply.status(error.status).header('content-type', 'application/json; charset=utf-8').send(body)
}

/** Fastify's `frameworkErrors`, because a URL that cannot be decoded reaches no hook. */
export function handleFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  setSecurityHeaders(request, reply)
  void handleError(error, request, reply)
}

type ClientErrorResponse = [status: number, body: ErrorBody]

function clientErrorOf(code: string | undefined): ClientErrorResponse {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, { message: callMessages.timedOut, code: 'unavailable' }]
  if (code === 'HPE_HEADER_OVERFLOW') return [431, { message: requestRefusals.tooLarge, code: 'too_large' }]
  return [400, { message: requestRefusals.unreadable, code: 'validation' }]
}

/** Answers a request that Node.js could not read, by the code of its error, and closes the connection. */
function endConnection(socket: Socket, code: string | undefined): void {
  if (socket.destroyed) return
  const [status, body] = clientErrorOf(code)
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

/** Ends an unfinished request with the same answer as Node.js does after its own timeout. */
export const endUnfinished = (socket: Socket): void => endConnection(socket, 'ERR_HTTP_REQUEST_TIMEOUT')

/** Fastify's `clientErrorHandler`, for invalid HTTP, oversized headers and unfinished requests, which reach no hook. */
export const handleClientError: NonNullable<FastifyServerOptions['clientErrorHandler']> = (
  { code },
  socket: Socket,
) => {
  if (code !== 'ECONNRESET') endConnection(socket, code)
}

/**
 * Validates an error's data against the contract and drops unknown fields. Data that the contract does not declare for
 * this code is a bug in the handler and becomes a 500.
 */
export function validateErrorData(e: Endpoint, error: unknown): unknown {
  if (!(error instanceof AppError) || error.data === undefined) return error
  const schema = e.errorData?.[error.code]
  const checked = schema?.safeParse(error.data)
  if (!checked?.success)
    return new Error(`${e.method} ${e.url}: the data of a "${error.code}" error is not as its contract has it`, {
      cause: checked?.error ?? error,
    })
  const { code, message, errors, retryAfter } = error
  return new AppError(code, message, {
    data: checked.data,
    ...(errors && { errors }),
    ...(retryAfter !== undefined && { retryAfter }),
  })
}

const errorSchema = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
})
const describeError = (schema: z.ZodObject) => schema.describe('Refused, with a sentence for the person')
const plainErrorSchema = describeError(errorSchema)

/**
 * The OpenAPI schema of an endpoint's errors with their data. Endpoints without such data share one schema, because
 * making a schema for each of them would take a sixth of the time in which the routes are registered.
 */
export function errorSchemaOf(e: Endpoint) {
  const data = Object.values(e.errorData ?? {})
  return data.length > 0 ? describeError(errorSchema.extend({ data: z.union(data).optional() })) : plainErrorSchema
}
