import type { ErrorCode } from '#shared/lib/errors.ts'

const statusOf: Record<ErrorCode, number> = {
  validation: 422,
  broken_request: 400,
  unauthenticated: 401,
  must_choose_password: 403,
  second_factor_needed: 403,
  must_set_up_second_factor: 403,
  password_needed: 403,
  handed_over: 403,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  possible_duplicate: 409,
  slot_taken: 409,
  price_changed: 409,
  needs_reason: 409,
  state_moved: 409,
  stale: 409,
  too_large: 413,
  too_many: 429,
  unavailable: 503,
  out_of_space: 507,
  internal: 500,
}

type Details = { errors?: Record<string, string[]>; data?: unknown; retryAfter?: number }

/**
 * An error with a sentence for the user. `code` decides the HTTP status, `errors` names fields, `data` contains what
 * the screen needs to continue (the current row, the free times).
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly status: number
  readonly errors: Record<string, string[]> | undefined
  readonly data: unknown
  readonly retryAfter: number | undefined
  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message)
    this.code = code
    this.status = statusOf[code]
    this.errors = details.errors
    this.data = details.data
    this.retryAfter = details.retryAfter
  }
}

/** A 422 for one field, whose message is also the message of the error. */
export const invalid = (field: string, sentence: string) =>
  new AppError('validation', sentence, { errors: { [field]: [sentence] } })
