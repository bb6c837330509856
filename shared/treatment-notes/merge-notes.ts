import type { NoteConflict, NoteContent } from './note.ts'

// This module merges the changes of two people who write one note at once. Each of them sends the whole note with the
// version that they had read, and the server merges what they changed since that version with what was saved meanwhile,
// field by field.

type Scalar = string | number | boolean | null
type Part = { id: string }
type Merge = { field: string; report: (conflict: { field: string; value: string }) => void }

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
const isBlank = (value: unknown): boolean => value === null || value === undefined || value === ''

/**
 * Merges one value of a note. If only one person changed it, the changed value is used. If both changed it, `mine`
 * stays and the value of the other person is reported as a conflict. A blank value never wins over another and is never
 * a conflict.
 */
function mergeValue<T>(base: T, mine: T, theirs: T, { field, report }: Merge): T {
  if (isSame(mine, theirs) || isSame(theirs, base)) return mine
  if (isSame(mine, base) || isBlank(mine)) return theirs
  if (!isBlank(theirs)) report({ field, value: String(theirs) })
  return mine
}

/**
 * True for fields with words. Other fields are positions of pins and references to products, whose conflicts are not
 * reported.
 */
const hasWords = (field: string): boolean => !/^pins\/[^/]+\/(?:map|x|y|area|product)$|\/(?:id|product_id)$/.test(field)

type Fields = Record<string, unknown>

function mergeFields(base: Fields, mine: Fields, theirs: Fields, merge: Merge): Fields {
  const keys = new Set([...Object.keys(theirs), ...Object.keys(mine)])
  const merged = [...keys].map((key) => {
    const field = `${merge.field}/${key}`
    const report = hasWords(field) ? merge.report : () => undefined
    const [b, m, t] = [base[key], mine[key], theirs[key]]
    const isNested = typeof m === 'object' && m !== null && typeof t === 'object' && t !== null
    const value = isNested
      ? mergeFields((b ?? {}) as Fields, m as Fields, t as Fields, { field, report })
      : mergeValue(b, m, t, { field, report })
    return [key, value] as const
  })
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined))
}

/**
 * Merges lists of parts by id. A part that one person removed is removed, unless the other person has changed it
 * meanwhile. The order is that of `theirs`, followed by the new parts of `mine`.
 */
function mergeParts<P extends Part>(base: readonly P[], mine: readonly P[], theirs: readonly P[], merge: Merge): P[] {
  const find = (list: readonly P[], id: string) => list.find((part) => part.id === id)
  const ids = new Set([...theirs, ...mine].map(({ id }) => id))
  return [...ids].flatMap((id) => {
    const [b, m, t] = [find(base, id), find(mine, id), find(theirs, id)]
    if (m && t) return [mergeFields(b ?? {}, m, t, { ...merge, field: `${merge.field}/${id}` }) as unknown as P]
    const left = (m ?? t)!
    return b && isSame(b, left) ? [] : [left]
  })
}

/** Merges lists without order: an entry is left out if one of the two writers removed it. */
function mergeSets<T>(base: readonly T[], mine: readonly T[], theirs: readonly T[]): T[] {
  const has = (list: readonly T[], entry: T) => list.some((one) => isSame(one, entry))
  const all = [...theirs, ...mine.filter((entry) => !has(theirs, entry))]
  return all.filter((entry) => (has(mine, entry) && has(theirs, entry)) || !has(base, entry))
}

/** True for a field to whose text people add words, so that an older text may be a part of a newer one. */
const isLongText = (field: string): boolean => field === 'text' || field === 'aftercare_text'

/** The value of a field by its path, such as `products/p1/batch`; undefined if the field no longer exists. */
function valueAt(content: NoteContent, field: string): Scalar | undefined {
  let value: unknown = content
  for (const key of field.split('/')) {
    value = Array.isArray(value)
      ? (value as Part[]).find(({ id }) => id === key)
      : (value as Record<string, unknown> | undefined)?.[key]
  }
  return value as Scalar | undefined
}

/**
 * Leaves out each conflict whose words the note contains by now, or which is part of a later conflict of the same
 * person.
 */
function withoutAnswered(content: NoteContent): NoteContent {
  const contains = (field: string, longer: Scalar | undefined, value: string) =>
    isLongText(field) ? String(longer ?? '').includes(value.trim()) : String(longer ?? '') === value
  const open = content.conflicts.filter(({ field, value }) => !contains(field, valueAt(content, field), value))
  const conflicts = open.filter(
    (one, index) =>
      !open.some(
        (other, place) =>
          place > index &&
          other.field === one.field &&
          other.by === one.by &&
          contains(one.field, other.value, one.value),
      ),
  )
  return { ...content, conflicts }
}

/**
 * Merges the note `mine`, which was written on the basis of `base`, with `theirs`, which other people have saved
 * meanwhile. No words are lost: in a field that was changed in both, the value of `mine` stays, and the other value
 * becomes a conflict under the name of the other people (`by`), which somebody must resolve.
 */
export function mergeNotes(base: NoteContent, mine: NoteContent, theirs: NoteContent, by: string): NoteContent {
  const found: NoteConflict[] = []
  const merge = (field: string): Merge => ({ field, report: (conflict) => void found.push({ ...conflict, by }) })
  const text = (field: 'text' | 'device' | 'aftercare_text') =>
    mergeValue(base[field], mine[field], theirs[field], merge(field))
  return withoutAnswered({
    pins: mergeParts(base.pins, mine.pins, theirs.pins, merge('pins')),
    products: mergeParts(base.products, mine.products, theirs.products, merge('products')),
    passes: mergeParts(base.passes, mine.passes, theirs.passes, merge('passes')),
    device: text('device'),
    values: mergeFields(base.values, mine.values, theirs.values, merge('values')) as Record<string, string>,
    text: text('text'),
    aftercare: mergeSets(base.aftercare, mine.aftercare, theirs.aftercare),
    aftercare_text: text('aftercare_text'),
    conflicts: mergeSets(base.conflicts, mine.conflicts, [...theirs.conflicts, ...found]),
  })
}

/** Ways to resolve a conflict: keep the present value, take the other one, or keep both texts. */
export type Resolution = 'keep' | 'take' | 'both'

const setAt = (target: unknown, [key, ...rest]: readonly string[], value: unknown): unknown => {
  if (key === undefined) return value
  if (Array.isArray(target))
    return (target as Part[]).map((part) => (part.id === key ? setAt(part, rest, value) : part))
  const fields = target as Record<string, unknown>
  return { ...fields, [key]: setAt(fields[key], rest, value) }
}

/** Resolves one conflict of a note. `both` puts the other text below the present one. */
export function resolveConflict(content: NoteContent, conflict: NoteConflict, how: Resolution): NoteContent {
  const rest = { ...content, conflicts: content.conflicts.filter((one) => !isSame(one, conflict)) }
  const present = valueAt(content, conflict.field)
  if (how === 'keep' || present === undefined) return rest
  const taken = conflict.field.endsWith('/amount') ? Number(conflict.value) : conflict.value
  const value = how === 'take' ? taken : `${String(present ?? '')}\n${conflict.value}`
  return setAt(rest, conflict.field.split('/'), value) as NoteContent
}
