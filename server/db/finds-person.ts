import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { nameTerms } from '#shared/people/name-search.ts'
import { phoneSearchDigits } from '#shared/lib/phone.ts'
import { containsTerms } from './contains-words.ts'
import { containing } from './like-pattern.ts'

/**
 * True where the person (of the view `users`) is found by what a person typed: by words of its name and e-mail, in any
 * order and spelling (`docs/names.md`), and by the digits of its number in whichever form either was written. An empty
 * search finds everybody.
 */
export function findsPerson(search: string): RawBuilder<SqlBool> {
  const words = containsTerms(sql.ref('users.search_text'), nameTerms(search))
  const digits = phoneSearchDigits(search)
  return digits === null ? words : sql<SqlBool>`(${words} or users.search_text like ${containing(digits)})`
}

/** True where each word that was typed begins a word of the person: in a list they stand before the others. */
export function beginsPerson(search: string): RawBuilder<SqlBool> {
  const terms = nameTerms(search)
  if (terms.length === 0) return sql<SqlBool>`true`
  return containsTerms(
    sql`(' ' || users.search_text)`,
    terms.map((term) => ` ${term}`),
  )
}
