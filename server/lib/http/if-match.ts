import { callMessages } from '#shared/lib/call-messages.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { RequestContext } from '#server/lib/context.ts'

/** Throws 428 for a caller who does not say which version was seen; `*`, any version, is none. */
export function requireIfMatch({ request: { ifMatch } }: RequestContext): void {
  if (ifMatch === null || ifMatch === '*') throw new AppError('version_required', callMessages.versionMissing)
}

/** True when the caller names another version of the row (`If-Match`) than it has now. */
export const namesOtherVersion = ({ request: { ifMatch } }: RequestContext, now: { version: number }): boolean =>
  ifMatch !== null && ifMatch !== '*' && ifMatch !== String(now.version)

/**
 * Refuses a change of a row that is not any more what the person saw: 409 with the row as it is now, so
 * that the form can show it.
 */
export function requireVersion(context: RequestContext, now: { version: number }): void {
  if (namesOtherVersion(context, now)) throw new AppError('stale', callMessages.stale, { data: now })
}
