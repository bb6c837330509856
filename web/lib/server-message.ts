import type { ApiError } from '#shared/lib/http-client.ts'
import { callMessages } from '#shared/lib/call-messages.ts'

/** What the server said in an error, or `fallback` where its answer had no words (a page of a proxy, an empty one). */
export const serverMessage = (error: ApiError, fallback: string): string =>
  error.message === '' || error.message === callMessages.general ? fallback : error.message
