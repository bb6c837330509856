import { searchable } from '#shared/lib/names.ts'
import { isFieldOf, requiredFields, type ImportField, type ImportKind } from './kinds.ts'
import { synonyms } from './known-headings.ts'
import { looksLikeEmail, looksLikePhone } from './read-values.ts'
import { readyMaps, type ReadyMap } from './ready-maps.ts'

/** Normalizes a heading for comparison: `E-mail_Address *` and `email address` get the same key. */
export const headingKey = (heading: string): string =>
  searchable(heading)
    .replace(/e-mail/g, 'email')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const readyMapOf = (kind: ImportKind, keys: readonly string[]) =>
  readyMaps.find((map) => map.kind === kind && map.signature.every((heading) => keys.includes(heading)))

/** The other system that exported a file with these headings; null if no known system did. */
export const systemOf = (kind: ImportKind, headings: readonly string[]): ReadyMap['system'] | null =>
  readyMapOf(kind, headings.map(headingKey))?.system ?? null

/**
 * Counts the cells of a row that are known headings for this kind of record, to find the row with the headings. A row
 * above it that contains only a title has no known headings.
 */
export const countHeadings = (kind: ImportKind, cells: readonly string[]): number =>
  cells.filter((cell) => fieldsNamed(kind, headingKey(cell)).length > 0).length

const fieldsNamed = (kind: ImportKind, key: string): ImportField[] =>
  (Object.keys(synonyms) as ImportField[]).filter((field) => isFieldOf(kind, field) && synonyms[field].includes(key))

type ColumnFacts = {
  heading: string
  /** The first values of the column that are not empty. */
  samples: readonly string[]
}

const looksLike: Partial<Record<ImportField, (value: string) => boolean>> = {
  email: looksLikeEmail,
  contact_number: looksLikePhone,
}

/** The field of a column whose heading matches no field, recognized by values that are e-mails or mobile numbers. */
const fieldByContent = (kind: ImportKind, { samples }: ColumnFacts): ImportField | undefined =>
  samples.length === 0
    ? undefined
    : (Object.entries(looksLike) as [ImportField, (value: string) => boolean][]).find(
        ([field, matches]) => isFieldOf(kind, field) && samples.every(matches),
      )?.[0]

/**
 * Proposes the field of each column: by the known exports of other systems (`readyMaps`), by the heading, or by the
 * values. Each field goes to the first column that suits it; a heading that comes earlier in the field's list of
 * synonyms suits it better.
 */
export function matchColumns(kind: ImportKind, columns: readonly ColumnFacts[]): (ImportField | null)[] {
  const keys = columns.map(({ heading }) => headingKey(heading))
  const ready = readyMapOf(kind, keys)
  const taken = new Set<ImportField>()
  const chosen: (ImportField | null)[] = columns.map(() => null)
  const give = (at: number, field: ImportField | undefined) => {
    if (field === undefined || taken.has(field) || chosen[at] !== null) return
    taken.add(field)
    chosen[at] = field
  }
  for (const [at, key] of keys.entries()) give(at, ready?.fields[key])
  // Required fields get their column before optional ones: in a list of services, the column `Name` is the service.
  const required = requiredFields[kind].flat()
  const fields = [...required, ...(Object.keys(synonyms) as ImportField[]).filter((field) => isFieldOf(kind, field))]
  for (const field of fields) {
    const at = synonyms[field].map((word) => keys.findIndex((key, i) => key === word && chosen[i] === null))
    const first = at.find((index) => index >= 0)
    if (first !== undefined) give(first, field)
  }
  for (const [at, column] of columns.entries()) give(at, fieldByContent(kind, column))
  return chosen
}

/** The groups of required fields that no column fills. */
export const missingFields = (kind: ImportKind, fields: readonly (ImportField | null)[]) =>
  requiredFields[kind].filter((group) => !group.some((field) => fields.includes(field)))
