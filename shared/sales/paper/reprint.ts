import { formatInstant } from '#shared/lib/manila-time.ts'
import { paperMessages as s } from './messages.ts'

/**
 * The word REPRINT for every copy of a document but the first: with its number and the time at which the server
 * recorded the copy. In a preview `at` is null, because the copy is not recorded yet.
 */
export const reprintOf = (count: number, at: Date | null): string | null => {
  if (count === 0) return null
  return at === null ? s.reprint(count) : s.reprintAt(count, formatInstant(at))
}
