import type { z } from 'zod'
import type { Permission } from '#shared/auth/permissions.ts'
import type { ErrorCode } from './errors.ts'

/** Who may call: anyone; anyone with a session (`any-account`); or who has the named permission. */
export type Access = 'public' | 'any-account' | Permission

/**
 * How an endpoint meets the database.
 * `transaction`: one read-write transaction (default for changes) · `snapshot`: any number of statements that see one
 * state (default for GET) · `read`: one statement and no transaction, for what is asked most · `none`: no connection is held.
 */
export type DatabaseUse = 'transaction' | 'read' | 'snapshot' | 'none'

/** One HTTP call, described once: Fastify registers it, the browser calls it, OpenAPI is printed from it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: `/api/${string}`
  access: Access
  summary: string
  params?: z.ZodObject
  querystring?: z.ZodObject
  body?: z.ZodType
  response: z.ZodType
  /** What an error of this code carries as `data`: the fresh row, the prices of now. Errors of other codes carry none. */
  errorData?: Partial<Record<ErrorCode, z.ZodType>>
  /** The status of success, 200 unless told. */
  status?: 201 | 303
  /** `form`: a few short fields, as a form or as JSON. */
  sends?: 'json' | 'multipart' | 'form'
  /** Its address ends in a secret, which is in no line of the log. */
  secretAddress?: true
  /** `json` unless told; `stream` and `file` answers are written by the handler itself. */
  answers?: 'json' | 'stream' | 'file'
  database?: DatabaseUse
  /** A GET that writes data, such as a history log entry: a HEAD request is answered without calling the handler. */
  writesOnRead?: true
  /**
   * A read that answers everybody who may call it alike: callers who ask the same at the same time share one answer, which
   * was begun after each of them had asked. After a change all screens read the same list at once. `visitors`: of one that
   * answers people by who they are, those who are not logged in share theirs.
   */
  shared?: true | 'visitors'
  /** How long the caller waits before «Request timed out», in milliseconds; 10 s unless told. */
  timeoutMs?: number
  /** The call carries an `Idempotency-Key` header; the same key answers the same. `optional`: without one it runs each time. */
  idempotent?: true | 'optional'
  /**
   * The caller may send the version of the row it saw as `If-Match`: the change is then refused with 409 if the row is
   * newer. Without the header there is no such check.
   */
  ifMatch?: true
  /** Open to an account that still has to choose its own password. */
  beforePasswordChoice?: true
}

/** Names one call of the contract; an endpoint without `access` does not compile. */
export const endpoint = <const E extends Endpoint>(e: E) => e

type Part = 'params' | 'querystring' | 'body'
type PartsOf<E extends Endpoint> = { [K in Part as E[K] extends z.ZodType ? K : never]: E[K] & z.ZodType }

/** What the caller sends. */
export type Input<E extends Endpoint> = { [K in keyof PartsOf<E>]: z.input<PartsOf<E>[K]> }
/** What the handler receives. */
export type Parsed<E extends Endpoint> = { [K in keyof PartsOf<E>]: z.output<PartsOf<E>[K]> }
/** What the handler answers, before the answer is checked. */
export type Answer<E extends Endpoint> = z.input<E['response']>
/** What the caller gets back. */
export type Output<E extends Endpoint> = z.output<E['response']>

/** The codes of the errors of an endpoint that carry data. */
export type ErrorDataCode<E extends Endpoint> = keyof E['errorData'] & ErrorCode
/** The data that such an error carries. */
export type ErrorData<E extends Endpoint, C extends ErrorDataCode<E>> =
  E['errorData'] extends Record<C, infer S> ? z.output<S> : never
