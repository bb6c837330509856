import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form'
import { staleFormMessages as s } from '#shared/lib/messages.ts'
import { formatNumber } from '#shared/lib/numbers.ts'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

type Merged = { value: unknown; isTyped: boolean; isConflict: boolean }

/**
 * The value of a field: what was typed if it was changed, otherwise the newer value; arrays are merged item by item.
 */
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

/** The newer value as text; null if it cannot be shown in a few words. */
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
  /** The values that the form had when it was opened. */
  seen: Values
  newer: Values
  /** Displayed texts for ids, such as a category's name. */
  texts?: { [K in keyof Values]?: string } | undefined
}

/**
 * Merges a newer row into a form. Fields that the person has changed stay, and other fields get the newer values. A
 * field that somebody else has changed too shows the newer value in a message; the first such field gets the focus.
 */
export function mergeNewer<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { seen, newer, texts }: Newer<Values>,
): void {
  const typed = form.getValues()
  // Keeps the fields' elements, so that one can be focused.
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
