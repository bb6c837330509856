import type { z } from 'zod'
import type { Permission } from '#shared/auth/permissions.ts'
import type { ErrorCode } from './errors.ts'

/** Who may call: anyone; anyone with a session (`any-account`); or people with the named permission. */
export type Access = 'public' | 'any-account' | Permission

/**
 * How an endpoint uses the database. `transaction`: one read-write transaction (default for changes) · `snapshot`:
 * several statements on one state (default for GET) · `report`: the same on the replica, if there is one, which may be
 * some seconds old · `read`: one statement without a transaction, for frequent calls ·
 * `none`: holds no connection.
 */
export type DatabaseUse = 'transaction' | 'read' | 'snapshot' | 'report' | 'none'

/** One HTTP call, described once: Fastify registers it, the browser calls it, and OpenAPI is generated from it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: `/api/${string}`
  access: Access
  summary: string
  params?: z.ZodObject
  querystring?: z.ZodObject
  body?: z.ZodType
  response: z.ZodType
  /** The `data` of errors by code, such as the current row or prices. Errors with other codes have no data. */
  errorData?: Partial<Record<ErrorCode, z.ZodType>>
  /** The HTTP status of a successful response; 200 by default. */
  status?: 201 | 303
  /** The format of the request. With `form` it is a few short fields, as an HTML form or as JSON. */
  sends?: 'json' | 'multipart' | 'form'
  /** The largest file of a multipart form and the sentence that refuses a larger one; a picture of 10 MB by default. */
  file?: { maxBytes: number; tooLarge: string }
  /** True if the URL ends in a secret, which must be removed from logs. */
  secretAddress?: true
  /** The format of the response, `json` by default. The handler itself writes `stream` and `file` responses. */
  answers?: 'json' | 'stream' | 'file'
  database?: DatabaseUse
  /** A GET that writes data, such as a log entry; a HEAD request is answered without calling the handler. */
  writesOnRead?: true
  /**
   * The response is the same for all callers, so concurrent identical requests share one call of the handler: after a
   * change, many screens read the same list at once. No request gets a response that was begun before the request.
   * `visitors`: only callers without a session share responses. `permissions`: the response depends on the caller's
   * permissions and on nothing else of the caller, so callers with the same permissions share it.
   */
  shared?: true | 'visitors' | 'permissions'
  /** Milliseconds after which the caller gives up with "Request timed out"; 10 s by default. */
  timeoutMs?: number
  /**
   * The call has an `Idempotency-Key` header; repeated requests with one key get the same response. With `optional`, a
   * call without the header runs each time.
   */
  idempotent?: true | 'optional'
  /**
   * The caller may send the row's version as `If-Match`; a 409 refuses the change if the row is newer. Without the
   * header nothing is compared.
   */
  ifMatch?: true
  /** The call is also allowed for an account that must still choose its own password. */
  beforePasswordChoice?: true
  /** The call is also allowed for a session that must set up a second factor first. */
  beforeSecondFactor?: true
  /**
   * The call is about the log-in or the device of a person, or can change who logs in as whom, so API keys are refused.
   */
  sessionOnly?: true
  /** The call is also allowed while the session's tablet is handed over to a client, who sees one form only. */
  duringHandOver?: true
}

/** Declares a call of a contract; an endpoint without `access` does not compile. */
export const endpoint = <const E extends Endpoint>(e: E) => e

type Part = 'params' | 'querystring' | 'body'
type PartsOf<E extends Endpoint> = { [K in Part as E[K] extends z.ZodType ? K : never]: E[K] & z.ZodType }

/** The input of a call as the caller sends it, before validation. */
export type Input<E extends Endpoint> = { [K in keyof PartsOf<E>]: z.input<PartsOf<E>[K]> }
/** The input of a call as the handler receives it, after validation. */
export type Parsed<E extends Endpoint> = { [K in keyof PartsOf<E>]: z.output<PartsOf<E>[K]> }
/** The response as the handler returns it, before validation. */
export type Answer<E extends Endpoint> = z.input<E['response']>
/** The response as the caller receives it, after validation. */
export type Output<E extends Endpoint> = z.output<E['response']>

/** The error codes of an endpoint that have data. */
export type ErrorDataCode<E extends Endpoint> = keyof E['errorData'] & ErrorCode
/** The data of an error with this code. */
export type ErrorData<E extends Endpoint, C extends ErrorDataCode<E>> =
  E['errorData'] extends Record<C, infer S> ? z.output<S> : never
