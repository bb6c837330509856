/** The address of every page: no other file writes one out. */
export const paths = {
  landing: '/',
  privacy: '/privacy',
  booking: '/BookAppointment',
  login: '/login',
  setup: '/setup',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  choosePassword: '/choose-password',
  verifyEmail: '/verify-email',
  visit: '/visit',
  unsubscribe: '/unsubscribe',
  dashboard: '/dashboard',
  till: '/cashier',
  myDay: '/my-day',
  clientHome: '/clientDashboard',
  profile: '/Profile',
  appointments: { admin: '/Appointment', cashier: '/cashier/appointments' },
  clients: { admin: '/clientPage', cashier: '/cashier/clients' },
  transactions: { admin: '/settings/Transactions', cashier: '/cashier/transactions' },
  supplies: '/suppliesPage',
  reports: '/reports',
  posDemo: '/posPage',
  treatments: '/settings/treatments',
  users: '/settings/users',
  historyLogs: '/settings/Historylogs',
  clinic: '/settings/clinic',
  website: '/settings/website',
  /** A document, as the landing page is one: the draft of the website. */
  websitePreview: '/website-preview',
  resources: '/settings/practitioners',
  messages: '/settings/messages',
  terminals: '/settings/terminals',
  payments: '/settings/payments',
  documents: '/settings/documents',
  firstSteps: '/settings/first-steps',
} as const

/** The server's URL of a client's own appointment as a calendar file. */
export const calendarFilePath = (appointmentId: string): string => `/api/my/appointments/${appointmentId}/calendar-file`

/** The waitlist, below the appointments of a role. */
export const waitlistPath = (appointments: string): string => `${appointments}/waitlist`

/** The till with a visit in its order. */
export const payPath = (appointmentId: string): string => `${paths.till}?visit=${appointmentId}`

/** The till, ringing up for a client. */
export const ringUpPath = (clientId: string): string => `${paths.till}?client=${clientId}`

/** The log-in, from which one comes back to `next`; with the side for new people in front when `isNew`. */
export const logInPath = (next: string, { isNew = false } = {}): string =>
  `${paths.login}?next=${encodeURIComponent(next)}${isNew ? '&new' : ''}`

/** The page of the own password, and where to go on from there. */
export const choosePasswordPath = (next: string): string => `${paths.choosePassword}?next=${encodeURIComponent(next)}`

/** The booking wizard at the services of a treatment. */
export const bookTreatmentPath = (treatmentId: string): string => `${paths.booking}?treatment=${treatmentId}`

type BookedAgain = { treatment_id: string; service_id: string; practitioner_id: string | null }

/** The booking wizard with a treatment and a service chosen, and the person who did it. */
export const bookAgainPath = ({ treatment_id, service_id, practitioner_id }: BookedAgain): string =>
  `${paths.booking}?treatment=${treatment_id}&service=${service_id}${practitioner_id === null ? '' : `&practitioner=${practitioner_id}`}`

/** Pages that are prerendered documents of their own, outside the app's router. */
const openDocuments = [paths.landing, paths.booking]
const visitorDocuments = [paths.login, paths.forgotPassword, paths.resetPassword]

/** The page outside the app's router that a path names, as its address is written; null for the app's own pages. */
export const documentOf = (path: string): string | null => among([...openDocuments, ...visitorDocuments], path)

/** The same for the documents that are open to everyone, logged in or not. */
export const openDocumentOf = (path: string): string | null => among(openDocuments, path)

function among(documents: readonly string[], path: string): string | null {
  const plain = pathnameOf(path).toLowerCase()
  return documents.find((document) => document.toLowerCase() === plain) ?? null
}

/** The path alone, without query and hash and without a slash at the end. */
export const pathnameOf = (path: string): string => path.split(/[?#]/)[0]!.replace(/(.)\/+$/, '$1')

/** Leaves the app for a page that is a document of its own; `replace` keeps the Back button from coming back here. */
export function openDocument(path: string, options: { replace?: boolean } = {}): void {
  if (options.replace) window.location.replace(path)
  else window.location.assign(path)
}

/**
 * `next` of an address when it is a page of this very site, else null: `//evil.example`, `https:…`, `/\evil` and the
 * log-in page itself lead nowhere.
 */
export function localPath(next: string | null): string | null {
  if (!next?.startsWith('/')) return null
  const base = 'http://here.invalid'
  // The parser sees what a browser would see: it drops tabs and line breaks and reads `\` as `/`.
  const url = parsedUrl(next, base)
  if (url?.origin !== base || url.pathname.startsWith('//')) return null
  return pathnameOf(url.pathname).toLowerCase() === paths.login ? null : url.pathname + url.search + url.hash
}

/** Parses a URL; null when it is invalid. The oldest browsers have neither `URL.canParse` nor `URL.parse`. */
function parsedUrl(address: string, base: string): URL | null {
  try {
    return new URL(address, base)
  } catch {
    return null
  }
}
