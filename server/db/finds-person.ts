import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { phoneSearchDigits } from '#shared/lib/phone.ts'
import { containsWords } from './contains-words.ts'
import { containing } from './like-pattern.ts'

/**
 * True where the person (of the view `users`) is found by what a person typed: by words of its name and e-mail, in any
 * order, and by the digits of its number in whichever form either was written. An empty search finds everybody.
 */
export function findsPerson(search: string): RawBuilder<SqlBool> {
  const words = containsWords(sql.ref('users.search_text'), search)
  const digits = phoneSearchDigits(search)
  return digits === null ? words : sql<SqlBool>`(${words} or users.search_text like ${containing(digits)})`
}
