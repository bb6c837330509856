import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { searchable } from '#shared/lib/names.ts'
import { containing } from './like-pattern.ts'

/**
 * True where `column` (text that was written by `searchable`) holds every word of what a person typed, in any order.
 * An empty search finds everything.
 */
export function containsWords(column: Expression<string>, search: string): RawBuilder<SqlBool> {
  const words = [...new Set(searchable(search).split(' '))].filter((word) => word !== '')
  if (words.length === 0) return sql<SqlBool>`true`
  return sql<SqlBool>`(${sql.join(
    words.map((word) => sql`${column} like ${containing(word)}`),
    sql` and `,
  )})`
}
