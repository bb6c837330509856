import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { CallError } from '#shared/lib/call.ts'

/**
 * Puts the sentences of a refusal at their fields and the focus on the first of them. Returns the sentences that belong
 * to no field of the form, for a strip above it or a toast; a failure that is no answer is one of those.
 */
export function placeRefusal<Values extends FieldValues>(
  error: unknown,
  form: UseFormReturn<Values>,
  fields: readonly FieldPath<Values>[],
): string[] {
  if (!(error instanceof CallError)) throw error
  const mine = Object.entries(error.errors).filter(([name]) => fields.some((field) => field === name))
  mine.forEach(([name, sentences], index) =>
    form.setError(
      name as FieldPath<Values>,
      { type: 'server', message: sentences.join(' ') },
      { shouldFocus: index === 0 },
    ),
  )
  const elsewhere = Object.entries(error.errors).filter(([name]) => !fields.some((field) => field === name))
  const others = elsewhere.flatMap(([, sentences]) => sentences)
  return mine.length === 0 && others.length === 0 ? [error.message] : others
}
