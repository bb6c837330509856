import { z } from 'zod'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import { AppError } from '#server/lib/app-error.ts'

/**
 * Validates an error's data against the contract and drops unknown fields. Data that the contract does not declare for
 * this code is a bug in the handler and becomes a 500.
 */
export function checkedError(e: Endpoint, error: unknown): unknown {
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

/** The OpenAPI schema of an endpoint's errors with their data. */
export function errorAnswer(e: Endpoint) {
  const data = Object.values(e.errorData ?? {})
  return z
    .object({
      message: z.string(),
      code: z.string(),
      errors: z.record(z.string(), z.array(z.string())).optional(),
      ...(data.length > 0 && { data: z.union(data).optional() }),
    })
    .describe('Refused, with a sentence for the person')
}
