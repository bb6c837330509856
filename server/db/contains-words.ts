import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { searchable } from '#shared/lib/names.ts'
import { containing } from './like-pattern.ts'

/** The words of what a person typed, each once, as `searchable` writes them. */
export const searchTerms = (search: string): string[] =>
  [...new Set(searchable(search).split(' '))].filter((word) => word !== '')

const isNumber = (word: string) => /\d{3}/.test(word)

/**
 * True where `column` (text that was written by `searchable`) holds every word of what a person typed, in any order.
 * An empty search finds everything.
 */
export const containsWords = (column: Expression<string>, search: string): RawBuilder<SqlBool> =>
  containsTerms(column, searchTerms(search))

/**
 * The same for words that are known already. A number is rarer than any word: it alone is looked up in the index, and the
 * words beside it (`receipt`, a first name, things that stand in every other row) are compared in the few rows it leaves.
 */
export function containsTerms(column: Expression<string>, words: readonly string[]): RawBuilder<SqlBool> {
  if (words.length === 0) return sql<SqlBool>`true`
  const hasNumber = words.some(isNumber)
  const compared = (word: string) =>
    hasNumber && !isNumber(word)
      ? sql`(${column} || '') like ${containing(word)}`
      : sql`${column} like ${containing(word)}`
  return sql<SqlBool>`(${sql.join(words.map(compared), sql` and `)})`
}
