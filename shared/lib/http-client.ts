import { z } from 'zod'
import type { Endpoint, ErrorData, ErrorDataCode, Input, Output } from './endpoint.ts'
import type { ErrorBody, ErrorCode } from './errors.ts'
import { callMessages } from './messages.ts'

type ApiErrorBody = Pick<Partial<ErrorBody>, 'errors' | 'data'> & {
  isForeign?: boolean
  isEmpty?: boolean
  isOffline?: boolean
}

/** A failed call. `status` is 0 when there was no response; `message` is a sentence for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode | 'timeout' | 'aborted' | 'no_answer' | 'unexpected_format'
  readonly errors: Record<string, string[]>
  /** The data of the error, typed by the endpoint's `errorData`. Read it with `errorDataOf`. */
  readonly data: unknown
  /** True when the error came from elsewhere, such as a proxy's page, so that `message` does not explain it. */
  readonly isForeign: boolean
  /** True when the server reported success but the response was an empty object. */
  readonly isEmpty: boolean
  /** True when no response came and the browser reports that it has no network; `message` says so. */
  readonly isOffline: boolean
  constructor(status: number, code: ApiError['code'], message: string, body: ApiErrorBody = {}) {
    super(message)
    this.status = status
    this.code = code
    this.errors = body.errors ?? {}
    this.data = body.data
    this.isForeign = body.isForeign ?? false
    this.isEmpty = body.isEmpty ?? false
    this.isOffline = body.isOffline ?? false
  }
}

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** The idempotency key of the call, which is sent as the header `Idempotency-Key`. */
  idempotencyKey?: string
  headers?: Record<string, string>
  /** Sends the request; `fetch` by default (tests use `app.inject`). */
  send?: (request: Request) => Promise<Response>
}

const errorBody = z.object({
  message: z.string(),
  code: z.string().optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  data: z.unknown().optional(),
})

const definedEntries = (values: object = {}) => Object.entries(values).filter(([, value]) => value !== undefined)

function formOf(values: object): FormData {
  const form = new FormData()
  for (const [name, value] of definedEntries(values)) {
    if (value === null) continue
    form.append(name, value instanceof Blob ? value : String(value))
  }
  return form
}

/** The absolute URL of a call with path parameters and query. */
export function addressOf<E extends Endpoint>(e: E, input: Input<E>): URL {
  const { params = {}, querystring } = input as { params?: Record<string, unknown>; querystring?: object }
  const path = e.url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const url = new URL(path, globalThis.location?.origin ?? 'http://localhost')
  for (const [name, value] of definedEntries(querystring)) if (value !== null) url.searchParams.set(name, String(value))
  return url
}

/** Returns the `fetch` request of an API call. */
export function requestOf<E extends Endpoint>(
  e: E,
  input: Input<E>,
  signal: AbortSignal,
  options: CallOptions,
): Request {
  const { body } = input as { body?: object }
  const headers = new Headers(options.headers)
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)
  const sendsJson = body !== undefined && e.sends !== 'multipart'
  if (sendsJson) headers.set('content-type', 'application/json')
  const payload = body === undefined ? undefined : sendsJson ? JSON.stringify(body) : formOf(body)
  return new Request(addressOf(e, input), {
    method: e.method,
    headers,
    signal,
    ...(payload !== undefined && { body: payload }),
  })
}

/** True when the browser reports that it has no network; Node has no such property. */
const isOffline = (): boolean => (globalThis as { navigator?: { onLine?: boolean } }).navigator?.onLine === false

/** The error for a call without a response. Its sentences are those of the specification. */
export function noResponseError(cause: unknown): ApiError {
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : ''
  if (name === 'TimeoutError') return new ApiError(0, 'timeout', callMessages.timedOut)
  if (name === 'AbortError') return new ApiError(0, 'aborted', callMessages.canceled)
  if (isOffline()) return new ApiError(0, 'no_answer', callMessages.offline, { isOffline: true })
  // `fetch` throws a TypeError when no response came. After other errors it is unknown whether the call was carried
  // out.
  const sentence = name === 'TypeError' ? callMessages.noAnswer : callMessages.unknown
  return new ApiError(0, 'no_answer', sentence)
}

/** The server's error with its sentence and the data that the endpoint declares for the code. */
export function apiErrorOf(e: Endpoint, status: number, json: unknown): ApiError {
  const body = errorBody.safeParse(json)
  if (body.success) {
    const code = (body.data.code ?? 'internal') as ErrorCode
    const { message, errors } = body.data
    const data = e.errorData?.[code]?.safeParse(body.data.data).data
    return new ApiError(status, code, message, { ...(errors && { errors }), data })
  }
  const isForeign = true
  if (status === 401) return new ApiError(401, 'unauthenticated', callMessages.authenticationRequired, { isForeign })
  return new ApiError(status, 'internal', callMessages.general, { isForeign })
}

const isEmptyObject = (json: unknown) => typeof json === 'object' && json !== null && Object.keys(json).length === 0

/** True for `{}` and `{ data: {} }`. */
const isEmpty = (json: unknown) => isEmptyObject(json) || isEmptyObject((json as { data?: unknown } | null)?.data)

/**
 * Runs work until one of `signals` aborts, and then throws that signal's reason. The oldest browsers lack
 * `AbortSignal.any`, and their `fetch` throws `AbortError` for `AbortSignal.timeout` too.
 */
export async function runUntilAborted<T>(
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const abort = () => controller.abort(signals.find(({ aborted }) => aborted)?.reason)
  for (const signal of signals) signal.addEventListener('abort', abort)
  if (signals.some(({ aborted }) => aborted)) abort()
  try {
    return await work(controller.signal)
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', abort)
  }
}

/**
 * Calls an endpoint and validates the response with the contract. Throws an `ApiError` for every failure; its message
 * can be shown to people.
 */
export async function call<E extends Endpoint>(e: E, input: Input<E>, options: CallOptions = {}): Promise<Output<E>> {
  const { signal, send = (request) => fetch(request) } = options
  const signals = [AbortSignal.timeout(e.timeoutMs ?? 10_000), ...(signal ? [signal] : [])]
  const exchange = async (either: AbortSignal) => {
    const response = await send(requestOf(e, input, either, options))
    return { response, text: await response.text() }
  }
  const { response, text } = await runUntilAborted(signals, exchange).catch((cause: unknown) => {
    throw noResponseError(cause)
  })
  const json = parseBody(text)
  if (!response.ok) throw apiErrorOf(e, response.status, json)
  const answer = e.response.safeParse(json)
  if (!answer.success)
    throw new ApiError(response.status, 'unexpected_format', callMessages.unexpectedFormat, { isEmpty: isEmpty(json) })
  return answer.data as Output<E>
}

/** The data of an error of endpoint `e`; undefined for another error or invalid data. */
export const errorDataOf = <E extends Endpoint, C extends ErrorDataCode<E>>(
  _e: E,
  code: C,
  error: unknown,
): ErrorData<E, C> | undefined =>
  error instanceof ApiError && error.code === code ? (error.data as ErrorData<E, C> | undefined) : undefined

/** Parses JSON; `undefined` if it is invalid, which the schema then refuses. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
