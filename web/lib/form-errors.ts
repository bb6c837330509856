import { useEffect, useRef, type RefObject } from 'react'
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

/** The first error of each invalid field. */
export type FieldMessages = Record<string, string>

type ValidationOptions<Values> = {
  /** Fields of the body with another name in the form: `{ name: 'first_name' }`. */
  place?: Record<string, string>
  /** Further rules of the form: receives the errors and returns those to show. */
  judge?: (values: Values, found: FieldMessages) => FieldMessages
}

type RenderedField = { ref?: unknown; mount?: boolean }

/** The element to focus for a field; undefined if it is not rendered. Removed fields stay in the list, unmounted. */
function renderedRef<Values extends FieldValues>({ fields }: ResolverOptions<Values>, name: string): unknown {
  const within = (place: unknown, part: string) => (place as Record<string, unknown> | undefined)?.[part]
  // The form library's helper for paths is not imported, because screens without forms load this file too.
  const field = name.split('.').reduce<unknown>(within, fields) as RenderedField | undefined
  return field?.mount ? field.ref : undefined
}

/**
 * The form's field for an error: the rendered field at the error's path, such as `fields.0.label`, or else the first
 * part of the path.
 */
function fieldAt<Values extends FieldValues>(options: ResolverOptions<Values>, path: readonly PropertyKey[]): string {
  const names = path.map((_, i) => path.slice(0, path.length - i).join('.'))
  return names.find((name) => renderedRef(options, name) !== undefined) ?? String(path[0])
}

/** Nests the errors of fields by their paths, as the form library expects them. */
function nestErrors(errors: readonly (readonly [field: string, error: object])[]): object {
  const nested: Record<string, unknown> = {}
  for (const [field, error] of errors) {
    const parts = field.split('.')
    const last = parts.pop() ?? field
    const inside = parts.reduce((within, part) => (within[part] ??= {}) as typeof nested, nested)
    inside[last] = error
  }
  return nested
}

/**
 * Validates a form by the request that it would send: `bodyOf` makes the body, and `schema` is the contract's. Each
 * invalid field gets its first error. A field of the form has the same name as in the body, unless `place` maps the
 * name. An error has a `ref` if its field is rendered, so callers know whether it is visible.
 */
export const contractResolver =
  <Values extends FieldValues>(
    schema: z.ZodType,
    bodyOf: (values: Values) => unknown,
    { place = {}, judge = (_, found) => found }: ValidationOptions<Values> = {},
  ): Resolver<Values> =>
  (values, _context, options) => {
    const found: FieldMessages = {}
    for (const { path, message } of schema.safeParse(bodyOf(values)).error?.issues ?? []) {
      const field = fieldAt(options, path)
      found[place[field] ?? field] ??= message
    }
    const said = Object.entries(judge(values, found))
    if (said.length === 0) return { values, errors: {} }
    const errors = said.map(
      ([field, message]) => [field, { type: 'contract', message, ref: renderedRef(options, field) }] as const,
    )
    return { values: {}, errors: nestErrors(errors) as FieldErrors<Values> }
  }

/**
 * Shows the messages of a server error at their fields and focuses the first of these fields. `place` maps the names of
 * fields in the request to those in the form. Returns the messages without a field, including that of a lost response.
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

// Selects fields marked as invalid that can be focused: the radio buttons of a marked group, and no inputs that are
// hidden behind a select or a radio button.
const INVALID_FIELD =
  ':is(input, textarea, button)[aria-invalid=true]:not([aria-hidden]), [data-invalid] :is([role=radio], input[type=radio]):not(:disabled)'

/**
 * For forms that keep their errors in their own state (`said`). Whenever `said` is replaced by an object with errors,
 * focuses the first invalid field inside the element of the returned ref.
 */
export function useFocusOnError(said: object): RefObject<HTMLDivElement | null> {
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (Object.values(said).some(Boolean)) fields.current?.querySelector<HTMLElement>(INVALID_FIELD)?.focus()
  }, [said])
  return fields
}
