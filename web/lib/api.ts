import { call, ApiError, type CallOptions } from '#shared/lib/http-client.ts'
import type { Endpoint, Input, Output } from '#shared/lib/endpoint.ts'

const CSRF_COOKIE = 'csrf_token'
const CSRF_HEADER = 'x-csrf-token'

const csrfToken = () =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${CSRF_COOKIE}=`))
    ?.slice(CSRF_COOKIE.length + 1)

/** Asks for the readable cookie once when it is not there yet (first visit, cleared cookies). */
async function csrfHeaders(): Promise<Record<string, string>> {
  if (!csrfToken()) await fetch('/api/csrf-cookie', { credentials: 'same-origin' }).catch(() => undefined)
  const token = csrfToken()
  return token ? { [CSRF_HEADER]: token } : {}
}

type Listener = () => void
const listeners = new Set<Listener>()

/** Called whenever the server answers 401: the only thing that ends the page's session. Returns the way to stop. */
export function onUnauthenticated(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls the server as this page: with its cookie, and with the cross-site token for changes. */
export async function api<E extends Endpoint>(e: E, input: Input<E>, options: CallOptions = {}): Promise<Output<E>> {
  const headers = e.method === 'GET' ? {} : await csrfHeaders()
  return tellingOfLogOut(call(e, input, { ...options, headers: { ...options.headers, ...headers } }))
}

/** What a call answers; a 401 is told to the page as well. */
export async function tellingOfLogOut<T>(called: Promise<T>): Promise<T> {
  try {
    return await called
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) for (const listener of listeners) listener()
    throw error
  }
}

/** The header that names the version of a row which was seen: a change of a newer one is then refused. */
export const ifMatch = ({ version }: { version: number }) => ({ headers: { 'if-match': String(version) } })
