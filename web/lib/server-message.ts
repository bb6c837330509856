import type { ApiError } from '#shared/lib/http-client.ts'

/** The server's message, or `fallback` for a response without one (a proxy's page, an empty one). */
export const serverMessage = (error: ApiError, fallback: string): string =>
  error.message === '' || (error.isForeign && error.status !== 401) ? fallback : error.message
