/** Codes by which screens recognize an error to which they react. */
export type ErrorCode =
  | 'validation'
  | 'broken_request'
  | 'unauthenticated'
  | 'must_choose_password'
  | 'second_factor_needed'
  | 'must_set_up_second_factor'
  | 'password_needed'
  | 'handed_over'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'possible_duplicate'
  | 'slot_taken'
  | 'price_changed'
  | 'needs_reason'
  | 'state_moved'
  | 'stale'
  | 'too_large'
  | 'too_many'
  | 'unavailable'
  | 'out_of_space'
  | 'internal'

/** The body of every error response; `errors` maps the name of a field to the error sentences of the field. */
export type ErrorBody = { message: string; code: ErrorCode; errors?: Record<string, string[]>; data?: unknown }
