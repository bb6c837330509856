import type { ApiError } from '#shared/lib/http-client.ts'

/** What the server said in an error, or `fallback` where its answer had no words (a page of a proxy, an empty one). */
export const serverMessage = (error: ApiError, fallback: string): string =>
  error.message === '' || (error.isForeign && error.status !== 401) ? fallback : error.message
