import { parseUrl } from '#shared/lib/parse-url.ts'

/**
 * The paths of the pages to which the landing, booking and log-in pages lead. They have a module of their own, so that a
 * visitor's phone does not load the paths of all staff pages.
 */
export const publicPaths = {
  landing: '/',
  privacy: '/privacy',
  booking: '/BookAppointment',
  /** A separate document: the booking page for frames of other websites. */
  bookingFrame: '/booking-frame',
  login: '/login',
  setup: '/setup',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  choosePassword: '/choose-password',
  secondFactor: '/two-step-log-in',
  formTablet: '/forms/tablet',
  profile: '/Profile',
  /** A separate document: the draft of the website. */
  websitePreview: '/website-preview',
} as const

/** The server's URL of a client's own appointment as a calendar file. */
export const calendarFilePath = (appointmentId: string): string => `/api/my/appointments/${appointmentId}/calendar-file`

/** The path of the log-in, which then returns to `next`; `isNew` shows the registration first. */
export const logInPath = (next: string, { isNew = false } = {}): string =>
  `${publicPaths.login}?next=${encodeURIComponent(next)}${isNew ? '&new' : ''}`

/**
 * The URL of a page that people must use before any other, such as the page that replaces a default password. `next` is
 * the page to open afterwards.
 */
export const pathWithNext = (path: string, next: string): string => `${path}?next=${encodeURIComponent(next)}`

/** The path of the booking wizard with a treatment chosen. */
export const bookTreatmentPath = (treatmentId: string): string => `${publicPaths.booking}?treatment=${treatmentId}`

/** The path of the booking wizard with a practitioner chosen, before a treatment is. */
export const bookPractitionerPath = (practitionerId: string): string =>
  `${publicPaths.booking}?practitioner=${practitionerId}`

type BookedAgain = { treatment_id: string; service_id: string; practitioner_id: string | null }

/** The path of the booking wizard with treatment, service and practitioner chosen. */
export const bookAgainPath = ({ treatment_id, service_id, practitioner_id }: BookedAgain): string =>
  `${publicPaths.booking}?treatment=${treatment_id}&service=${service_id}${practitioner_id === null ? '' : `&practitioner=${practitioner_id}`}`

/** The paths of prerendered documents that are outside of the app's router. */
const openDocuments = [publicPaths.landing, publicPaths.booking]
const visitorDocuments = [publicPaths.login, publicPaths.forgotPassword, publicPaths.resetPassword]

/**
 * Returns the canonical path of the prerendered page, such as the booking page, that the server sends for this path.
 * Returns null if the path is a page of the app, which the browser renders.
 */
export const documentOf = (path: string): string | null => findDocument([...openDocuments, ...visitorDocuments], path)

/**
 * Returns the path with its canonical spelling if it belongs to the landing page or the booking wizard; otherwise null.
 */
export const openDocumentOf = (path: string): string | null => findDocument(openDocuments, path)

function findDocument(documents: readonly string[], path: string): string | null {
  const plain = pathnameOf(path).toLowerCase()
  return documents.find((document) => document.toLowerCase() === plain) ?? null
}

/** Removes the query string, the hash and a slash at the end from a path: `/cashier/?a=1#b` becomes `/cashier`. */
export const pathnameOf = (path: string): string => path.split(/[?#]/)[0]!.replace(/(.)\/+$/, '$1')

/** Opens a separate document; `replace` removes this page from the history. */
export function openDocument(path: string, options: { replace?: boolean } = {}): void {
  if (options.replace) window.location.replace(path)
  else window.location.assign(path)
}

/**
 * The `next` of a URL if it is a page of this site, else null. Refuses `//evil.example`, `https:…`, `/\evil` and the
 * log-in page itself.
 */
export function localPath(next: string | null): string | null {
  if (!next?.startsWith('/')) return null
  const base = 'http://here.invalid'
  // Parses like a browser, which drops tabs and line breaks and reads `\` as `/`.
  const url = parseUrl(next, base)
  if (url?.origin !== base || url.pathname.startsWith('//')) return null
  return pathnameOf(url.pathname).toLowerCase() === publicPaths.login ? null : url.pathname + url.search + url.hash
}
