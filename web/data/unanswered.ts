import type { ApiError } from '#shared/lib/http-client.ts'

/** Nobody knows whether it was done: no answer came, or one that is not the server's word on it. */
export const isUnanswered = ({ status }: ApiError): boolean => status < 400 || status >= 500

/** Refused before it was looked at, which says nothing of an earlier try: logged out, or asked to wait. */
export const isAtTheDoor = ({ status, errors }: ApiError): boolean =>
  !('approval_id' in errors) && [401, 403, 408, 429].includes(status)
