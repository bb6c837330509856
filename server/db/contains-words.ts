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
 * Like `containsWords`, for words that are split already. A number is rarer than any word: only the number is looked up
 * in the index, and the other words (`receipt`, a first name, which occur in many rows) filter the few rows it finds.
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
