import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError } from '#shared/lib/http-client.ts'

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
