import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { searchable } from '#shared/lib/names.ts'
import { nameTerms } from '#shared/people/name-search.ts'
import { phoneSearchDigits } from '#shared/lib/phone.ts'

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
 * True if the search index does not help: it consists of groups of three letters, so for a shorter word PostgreSQL
 * would read the whole index.
 */
const isShort = (word: string) => word.length < 3

/**
 * Like `containsWords` for words that are already split. If one of them is a number, the index is used for numbers
 * only, because they are rarer; common words (`receipt`, a first name) then filter the few rows found.
 */
function containsTerms(column: Expression<string>, words: readonly string[]): RawBuilder<SqlBool> {
  if (words.length === 0) return sql<SqlBool>`true`
  const hasNumber = words.some(isNumber)
  const usesIndex = (word: string) => (hasNumber ? isNumber(word) : !isShort(word))
  const compared = (word: string) =>
    usesIndex(word) ? sql`${column} like ${likePattern(word)}` : sql`(${column} || '') like ${likePattern(word)}`
  return sql<SqlBool>`(${sql.join(words.map(compared), sql` and `)})`
}

/** The LIKE pattern that matches the text itself, with wildcards escaped. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * True if a person (a row of the view `users`) matches a search: by words of the name and e-mail in any order and
 * spelling (`docs/names.md`), or by digits of the number in any format. An empty search matches everybody.
 */
export function matchesPersonSearch(search: string): RawBuilder<SqlBool> {
  const words = containsTerms(sql.ref('users.search_text'), nameTerms(search))
  const digits = phoneSearchDigits(search)
  return digits === null ? words : sql<SqlBool>`(${words} or users.search_text like ${likePattern(digits)})`
}

/** True if each typed word begins a word of the person's name or e-mail; lists show such people first. */
export function matchesNameStart(search: string): RawBuilder<SqlBool> {
  const terms = nameTerms(search)
  if (terms.length === 0) return sql<SqlBool>`true`
  return containsTerms(
    sql`(' ' || users.search_text)`,
    terms.map((term) => ` ${term}`),
  )
}
