import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/**
 * Judges a form by what it would send: `bodyOf` makes the body of the typed values, `schema` is the contract's. Each
 * field that is refused gets the first of its sentences; fields and body have the same names.
 */
export const contractResolver =
  <Values extends FieldValues>(schema: z.ZodType, bodyOf: (values: Values) => unknown): Resolver<Values> =>
  (values) => {
    const issues = schema.safeParse(bodyOf(values)).error?.issues ?? []
    if (issues.length === 0) return { values, errors: {} }
    const errors: Record<string, { type: string; message: string }> = {}
    for (const { path, message } of issues) errors[String(path[0])] ??= { type: 'contract', message }
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
