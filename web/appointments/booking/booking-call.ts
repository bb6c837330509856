import type { Endpoint, Input } from '#shared/lib/endpoint.ts'
import { call, ApiError, type CallOptions } from '#shared/lib/http-client.ts'
import { api } from '#web/lib/api.ts'
import { mayBeLoggedIn, optionsOfPage } from './framed-booking.ts'

/**
 * Reads an endpoint. Visitors without a session need no CSRF token, and so no cookie. A page in a frame never has a
 * session.
 */
export const read = <E extends Endpoint>(e: E, input: Input<E>, options: CallOptions) => {
  const send = mayBeLoggedIn() ? api : call
  return send(e, input, optionsOfPage(options))
}

/** Replaces the message of a failed call by `sentence`; "too many requests" keeps its own message. */
export async function withFailureMessage<T>(sentence: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'too_many' || error.code === 'aborted') throw error
    throw new ApiError(error.status, error.code, sentence)
  }
}
