import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/** The first sentence of each field that is refused. */
export type FieldMessages = Record<string, string>

type ResolverOptions<Values> = {
  /** Fields of the body that the form calls otherwise: `{ name: 'first_name' }`. */
  place?: Record<string, string>
  /** Rules of the form beside the contract's: takes what was found and gives what is said. */
  judge?: (values: Values, found: FieldMessages) => FieldMessages
}

/**
 * Judges a form by what it would send: `bodyOf` makes the body of the typed values, `schema` is the contract's. Each
 * field that is refused gets the first of its sentences; fields and body have the same names unless `place` says otherwise.
 */
export const contractResolver =
  <Values extends FieldValues>(
    schema: z.ZodType,
    bodyOf: (values: Values) => unknown,
    { place = {}, judge = (_, found) => found }: ResolverOptions<Values> = {},
  ): Resolver<Values> =>
  (values) => {
    const found: FieldMessages = {}
    for (const { path, message } of schema.safeParse(bodyOf(values)).error?.issues ?? []) {
      const field = String(path[0])
      found[place[field] ?? field] ??= message
    }
    const said = Object.entries(judge(values, found))
    if (said.length === 0) return { values, errors: {} }
    const errors = Object.fromEntries(said.map(([field, message]) => [field, { type: 'contract', message }]))
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
