import { callMessages } from '#shared/lib/call-messages.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { RequestContext } from '#server/lib/context.ts'

/** True when `If-Match` names another version than the row has now. `*` matches any version. */
export const namesOtherVersion = ({ request: { ifMatch } }: RequestContext, now: { version: number }): boolean =>
  ifMatch !== null && ifMatch !== '*' && ifMatch !== String(now.version)

/**
 * Throws a 409 with the current row when the row has changed since the person read it, so that the form can show it.
 */
export function requireVersion(context: RequestContext, now: { version: number }): void {
  if (namesOtherVersion(context, now)) throw new AppError('stale', callMessages.stale, { data: now })
}
