import {
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type ResolverOptions,
  type UseFormReturn,
} from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '#shared/lib/http-client.ts'

/** The first sentence of each field that is refused. */
export type FieldMessages = Record<string, string>

type JudgeOptions<Values> = {
  /** Fields of the body that the form calls otherwise: `{ name: 'first_name' }`. */
  place?: Record<string, string>
  /** Rules of the form beside the contract's: takes what was found and gives what is said. */
  judge?: (values: Values, found: FieldMessages) => FieldMessages
}

type DrawnField = { ref?: unknown; mount?: boolean }

/** What takes the focus for a field; undefined where none is drawn. One that has gone stays in the list, unmounted. */
function drawnRef<Values extends FieldValues>({ fields }: ResolverOptions<Values>, name: string): unknown {
  const within = (place: unknown, part: string) => (place as Record<string, unknown> | undefined)?.[part]
  // The library's own way through a path is not imported: whole screens have no form, and need its messages.
  const field = name.split('.').reduce<unknown>(within, fields) as DrawnField | undefined
  return field?.mount ? field.ref : undefined
}

/**
 * Judges a form by what it would send: `bodyOf` makes the body of the typed values, `schema` is the contract's. Each
 * field that is refused gets the first of its sentences; fields and body have the same names unless `place` says otherwise.
 * An error has a `ref` where its field is drawn, as the form's own rules give it: whoever reads it knows that it is seen.
 */
export const contractResolver =
  <Values extends FieldValues>(
    schema: z.ZodType,
    bodyOf: (values: Values) => unknown,
    { place = {}, judge = (_, found) => found }: JudgeOptions<Values> = {},
  ): Resolver<Values> =>
  (values, _context, options) => {
    const found: FieldMessages = {}
    for (const { path, message } of schema.safeParse(bodyOf(values)).error?.issues ?? []) {
      const field = String(path[0])
      found[place[field] ?? field] ??= message
    }
    const said = Object.entries(judge(values, found))
    if (said.length === 0) return { values, errors: {} }
    const errors = Object.fromEntries(
      said.map(([field, message]) => [field, { type: 'contract', message, ref: drawnRef(options, field) }]),
    )
    return { values: {}, errors: errors as FieldErrors<Values> }
  }

/**
 * Puts the sentences of an error at their fields and the focus on the first of them; `place` names fields that the form
 * calls otherwise than the body. Returns the sentences that belong to no field of the form, for a strip above it or a
 * toast; a failure that is no answer is one of those.
 */
export function placeErrors<Values extends FieldValues>(
  error: unknown,
  form: UseFormReturn<Values>,
  fields: readonly FieldPath<Values>[],
  place: Record<string, FieldPath<Values>> = {},
): string[] {
  if (!(error instanceof ApiError)) throw error
  const fieldOf = (name: string) => fields.find((field) => field === (place[name] ?? name))
  const said = Object.entries(error.errors).map(([name, sentences]) => ({ field: fieldOf(name), sentences }))
  const mine = said.flatMap(({ field, sentences }) => (field === undefined ? [] : [{ field, sentences }]))
  mine.forEach(({ field, sentences }, index) =>
    form.setError(field, { type: 'server', message: sentences.join(' ') }, { shouldFocus: index === 0 }),
  )
  const others = said.flatMap(({ field, sentences }) => (field === undefined ? sentences : []))
  return mine.length === 0 && others.length === 0 ? [error.message] : others
}

/** Nobody knows whether it was done: no answer came, or one that is not the server's word on it. */
export const isUnanswered = ({ status }: ApiError): boolean => status < 400 || status >= 500

/** Refused before it was looked at, which says nothing of an earlier try: logged out, or asked to wait. */
export const isAtTheDoor = ({ status, errors }: ApiError): boolean =>
  !('approval_id' in errors) && [401, 403, 408, 429].includes(status)
