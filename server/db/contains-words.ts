import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { searchable } from '#shared/lib/names.ts'
import { containing } from './like-pattern.ts'

/** The distinct words of a search text, normalized like `searchable`. */
export const searchTerms = (search: string): string[] =>
  [...new Set(searchable(search).split(' '))].filter((word) => word !== '')

const isNumber = (word: string) => /\d{3}/.test(word)

/**
 * True if `column` (text written by `searchable`) contains every word of a search text, in any order. An empty search
 * matches everything.
 */
export const containsWords = (column: Expression<string>, search: string): RawBuilder<SqlBool> =>
  containsTerms(column, searchTerms(search))

/**
 * Like `containsWords` for words that are already split. Numbers are rarer than words: if there is one, only it uses
 * the index, and common words (`receipt`, a first name) filter the few rows found.
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
