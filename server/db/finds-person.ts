import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { nameTerms } from '#shared/people/name-search.ts'
import { phoneSearchDigits } from '#shared/lib/phone.ts'
import { containsTerms } from './contains-words.ts'
import { containing } from './like-pattern.ts'

/**
 * True if a person (a row of the view `users`) matches a search: by words of the name and e-mail in any order and
 * spelling (`docs/names.md`), or by digits of the number in any format. An empty search matches everybody.
 */
export function findsPerson(search: string): RawBuilder<SqlBool> {
  const words = containsTerms(sql.ref('users.search_text'), nameTerms(search))
  const digits = phoneSearchDigits(search)
  return digits === null ? words : sql<SqlBool>`(${words} or users.search_text like ${containing(digits)})`
}

/** True if each typed word begins a word of the person's name or e-mail; lists show such people first. */
export function beginsPerson(search: string): RawBuilder<SqlBool> {
  const terms = nameTerms(search)
  if (terms.length === 0) return sql<SqlBool>`true`
  return containsTerms(
    sql`(' ' || users.search_text)`,
    terms.map((term) => ` ${term}`),
  )
}
