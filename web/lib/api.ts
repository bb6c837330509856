import { call, ApiError, type CallOptions } from '#shared/lib/http-client.ts'
import type { Endpoint, Input, Output } from '#shared/lib/endpoint.ts'
import { openDocument, pathWithNext, pathnameOf, publicPaths } from './public-paths.ts'

const CSRF_COOKIE = 'csrf_token'
const CSRF_HEADER = 'x-csrf-token'

const csrfToken = () =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${CSRF_COOKIE}=`))
    ?.slice(CSRF_COOKIE.length + 1)

/** Requests the CSRF cookie once if it is missing (first visit, cleared cookies). */
async function csrfHeaders(): Promise<Record<string, string>> {
  if (!csrfToken()) await fetch('/api/csrf-cookie', { credentials: 'same-origin' }).catch(() => undefined)
  const token = csrfToken()
  return token ? { [CSRF_HEADER]: token } : {}
}

type Listener = () => void
const listeners = new Set<Listener>()

/**
 * Calls the listener for every 401, which is the only thing that ends the page's session. Returns a function that
 * unsubscribes.
 */
export function onUnauthenticated(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls the API with this page's cookie, and with the CSRF token for changes. */
export async function api<E extends Endpoint>(e: E, input: Input<E>, options: CallOptions = {}): Promise<Output<E>> {
  const headers = e.method === 'GET' ? {} : await csrfHeaders()
  return reportLogOut(call(e, input, { ...options, headers: { ...options.headers, ...headers } }))
}

/**
 * Opens the client's forms again if a client who uses the clinic's tablet has left them by the Back button, a reload or
 * a new tab. Other pages are useless to the client, because during a tablet hand-over the server refuses their calls.
 */
function returnToTablet(): void {
  if (pathnameOf(window.location.pathname) !== publicPaths.formTablet)
    openDocument(publicPaths.formTablet, { replace: true })
}

/**
 * Opens the page that sets up a second factor, because the clinic may start to require one while another page is open.
 */
function openSetUp(): void {
  const { pathname, search } = window.location
  if (pathnameOf(pathname) !== publicPaths.secondFactor)
    openDocument(pathWithNext(publicPaths.secondFactor, pathname + search), { replace: true })
}

/**
 * Waits for the response of a call. Three kinds of refusals also affect the page: the session has ended, a second
 * factor must be set up, or the clinic's tablet is handed over to a client.
 */
export async function reportLogOut<T>(called: Promise<T>): Promise<T> {
  try {
    return await called
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) for (const listener of listeners) listener()
    if (error instanceof ApiError && error.code === 'handed_over') returnToTablet()
    if (error instanceof ApiError && error.code === 'must_set_up_second_factor') openSetUp()
    throw error
  }
}

/** The `If-Match` header with the row's version as it was read; the server refuses the change if the row is newer. */
export const ifMatch = ({ version }: { version: number }) => ({ headers: { 'if-match': String(version) } })
