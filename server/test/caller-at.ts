import { call } from '#shared/lib/http-client.ts'
import type { Caller } from './server.ts'

/** A call without an answer fails after this time, so that a test says which call it waited for. */
const LONGEST_CALL_MS = 120_000

/** Makes calls over HTTP to a process of the app; `headers` are added to each call. */
export const callerAt =
  (address: URL, token: string, headers: Record<string, string> = {}): Caller =>
  (e, input, more) =>
    call(e, input, {
      ...more,
      send: async (request) => {
        const { pathname, search } = new URL(request.url)
        const sent = { ...Object.fromEntries(request.headers), authorization: `Bearer ${token}`, ...headers }
        const body = await request.text()
        return fetch(new URL(pathname + search, address), {
          method: request.method,
          headers: sent,
          ...(body && { body }),
          signal: AbortSignal.timeout(LONGEST_CALL_MS),
        })
      },
    })
