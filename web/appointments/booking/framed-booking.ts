import type { CallOptions } from '#shared/lib/http-client.ts'
import { newUuid } from '#web/lib/idempotency-key.ts'
import { publicPaths } from '#web/lib/public-paths.ts'
import { maySessionExist } from '#web/lib/session/session-hint.ts'
import type { Booking } from './booking.ts'

/**
 * True on the page that other websites show in a frame. This page sends no cookies and so has no session: a click which
 * the other website has provoked can do nothing in the name of a logged-in person. Steps that need a log-in open in a
 * new window, which continues the booking.
 */
export const isFramed = (): boolean => globalThis.location?.pathname === publicPaths.bookingFrame

/** True if the browser may have a session. Visitors have none, and a page in a frame never has one. */
export const mayBeLoggedIn = (): boolean => !isFramed() && maySessionExist()

/**
 * The key of this page's slot reservation until the first response sets the secret cookie; a page in a frame, which has
 * no cookies, always uses it.
 */
let browserKey = newUuid()
let isContinuing = false

export const currentBrowserKey = (): string => browserKey

/** True on a page that continues the booking of a page in a frame of another website. */
export const isContinuedBooking = (): boolean => isContinuing

/** Takes over the slot reservation of the page in a frame whose booking is continued. */
export function continueBooking(key: string): void {
  browserKey = key
  isContinuing = true
}

/** Leaves the slot reservation to the window that continues the booking; this page then uses a new key. */
export function leaveReservation(): void {
  browserKey = newUuid()
}

/**
 * Returns the options for the calls of this page. A page in a frame, and a page that continues a booking from a frame,
 * add the key of their slot reservation. A page in a frame also sends no cookies, so that the server takes the caller
 * for a visitor.
 */
export function optionsOfPage(options: CallOptions): CallOptions {
  if (!isFramed() && !isContinuing) return options
  const named = { ...options, headers: { ...options.headers, 'browser-key': browserKey } }
  if (!isFramed()) return named
  const { send = fetch } = options
  return { ...named, send: (request) => send(new Request(request, { credentials: 'omit' })) }
}

type Chosen = Pick<Booking, 'treatment' | 'service' | 'practitioner' | 'date' | 'time' | 'earlier'>

/**
 * The path of the booking page with all choices and the slot reservation of the page in the frame, so that nothing is
 * chosen twice.
 */
export function continuePath({ earlier, ...choices }: Chosen): string {
  const params = new URLSearchParams()
  for (const name of ['treatment', 'service', 'practitioner', 'date', 'time'] as const)
    if (choices[name] !== null) params.set(name, choices[name])
  if (earlier.length > 0)
    params.set('earlier', earlier.map(({ treatment, service }) => `${treatment}.${service}`).join())
  params.set('browser_key', browserKey)
  return `${publicPaths.booking}?${params}`
}
