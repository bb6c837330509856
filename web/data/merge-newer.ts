import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form'
import { mergeMessages as s } from '#shared/lib/merge-messages.ts'
import { formatNumber } from '#shared/lib/numbers.ts'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

type Merged = { value: unknown; isTyped: boolean; isConflict: boolean }

/** What stands in a field: what was typed where it was changed, else the newer value; entries of a list one by one. */
function merged(seen: unknown, typed: unknown, newer: unknown): Merged {
  if (Array.isArray(seen) && Array.isArray(typed) && Array.isArray(newer) && typed.length === newer.length) {
    const parts = typed.map((part, index) => merged(seen[index], part, newer[index]))
    return {
      value: parts.map(({ value }) => value),
      isTyped: parts.some(({ isTyped }) => isTyped),
      isConflict: parts.some(({ isConflict }) => isConflict),
    }
  }
  const isTyped = !isSame(seen, typed) && !isSame(typed, newer)
  return { value: isTyped ? typed : newer, isTyped, isConflict: isTyped && !isSame(seen, newer) }
}

/** The newer value as people read it; null where it cannot be said in a few words. */
function textOf(value: unknown): string | null {
  if (typeof value === 'number') return formatNumber(value)
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : null
}

function noteOf(text: string | null): string {
  if (text === null) return s.changed
  return text === '' ? s.cleared : s.changedTo(text)
}

export type Newer<Values> = {
  /** What the form showed before anything was typed. */
  seen: Values
  newer: Values
  /** The newer values that people do not read as they are sent: the name of a category for its id. */
  texts?: { [K in keyof Values]?: string } | undefined
}

/**
 * Puts a newer row into a form in work. What was typed stays; the other fields show the newer values; a field that somebody
 * else changed too says so, with the newer value, and the first of them has the focus.
 */
export function mergeNewer<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { seen, newer, texts }: Newer<Values>,
): void {
  const typed = form.getValues()
  // With the fields' elements, so that one of them can take the focus.
  form.reset(newer, { keepFieldsRef: true })
  let isFirst = true
  for (const field of Object.keys(newer) as FieldPath<Values>[]) {
    const { value, isTyped, isConflict } = merged(seen[field], typed[field], newer[field])
    if (isTyped) form.setValue(field, value as FieldPathValue<Values, typeof field>, { shouldDirty: true })
    if (!isConflict) continue
    const message = noteOf(texts?.[field] ?? textOf(newer[field]))
    form.setError(field, { type: 'newer', message }, { shouldFocus: isFirst })
    isFirst = false
  }
}
