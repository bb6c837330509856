import type { ApiError } from '#shared/lib/http-client.ts'

/**
 * The server's message, or `fallback` for a response without a message, such as an error page of a proxy or an empty
 * response.
 */
export const serverMessage = (error: ApiError, fallback: string): string =>
  error.message === '' || (error.isForeign && error.status !== 401) ? fallback : error.message

/** True when the outcome is unknown: no response, or one that is not the server's. */
export const isUnanswered = ({ status }: ApiError): boolean => status < 400 || status >= 500

/**
 * True when the request was refused before processing (not logged in, not allowed, timed out, too many requests), which
 * says nothing about an earlier try. A missing approval is found while processing, so it proves that nothing was
 * recorded.
 */
export const isUnprocessed = ({ status, errors }: ApiError): boolean =>
  !('approval_id' in errors) && [401, 403, 408, 429].includes(status)
