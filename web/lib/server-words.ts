import type { CallError } from '#shared/lib/call.ts'
import { callSentences } from '#shared/lib/errors.ts'

/** What the server said in a refusal, or `fallback` where its answer had no words (a page of a proxy, an empty one). */
export const serverWords = (error: CallError, fallback: string): string =>
  error.message === '' || error.message === callSentences.general ? fallback : error.message
