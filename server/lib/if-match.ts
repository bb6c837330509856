import { callSentences } from '#shared/lib/errors.ts'
import { AppError } from './app-error.ts'
import type { RequestContext } from './context.ts'

/**
 * Refuses a change of a row that is not any more what the person saw (`If-Match`; API callers may leave it out): 409 with
 * the row as it is now, so that the form can show it.
 */
export function requireVersion({ request }: RequestContext, now: { version: number }): void {
  const { ifMatch } = request
  if (ifMatch === null || ifMatch === '*' || ifMatch === String(now.version)) return
  throw new AppError('stale', callSentences.stale, { data: now })
}
