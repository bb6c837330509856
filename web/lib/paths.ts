import { parseUrl } from '#shared/lib/parse-url.ts'

/** The path of every page. No other file contains the path of a page. */
export const paths = {
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
  verifyEmail: '/verify-email',
  visit: '/visit',
  unsubscribe: '/unsubscribe',
  formLink: '/forms',
  formTablet: '/forms/tablet',
  ownForms: '/forms/mine',
  dashboard: '/dashboard',
  overview: '/overview',
  till: '/cashier',
  myDay: '/my-day',
  clientHome: '/clientDashboard',
  profile: '/Profile',
  appointments: { admin: '/Appointment', cashier: '/cashier/appointments' },
  clients: { admin: '/clientPage', cashier: '/cashier/clients' },
  transactions: { admin: '/settings/Transactions', cashier: '/cashier/transactions' },
  deposits: { admin: '/admin/deposits', cashier: '/cashier/deposits' },
  giftCards: { admin: '/settings/gift-cards', cashier: '/cashier/gift-cards' },
  supplies: '/suppliesPage',
  reports: '/reports',
  posDemo: '/posPage',
  treatments: '/settings/treatments',
  users: '/settings/users',
  historyLogs: '/settings/Historylogs',
  clinic: '/settings/clinic',
  website: '/settings/website',
  share: '/settings/share',
  /** A separate document: the draft of the website. */
  websitePreview: '/website-preview',
  resources: '/settings/practitioners',
  messages: '/settings/messages',
  mailServer: '/settings/email',
  terminals: '/settings/terminals',
  payments: '/settings/payments',
  depositSettings: '/settings/deposits',
  documents: '/settings/documents',
  exports: '/settings/export',
  system: '/settings/system',
  accounting: '/settings/accounting',
  developers: '/settings/developers',
  security: '/settings/log-in',
  clinicalRecord: '/settings/clinical-record',
  forms: '/settings/forms',
  firstSteps: '/settings/first-steps',
  imports: '/settings/import',
  noteTemplates: '/settings/note-templates',
  batchRecall: '/settings/batch-recall',
  dueClients: '/due-clients',
} as const

/** The server's URL of a client's own appointment as a calendar file. */
export const calendarFilePath = (appointmentId: string): string => `/api/my/appointments/${appointmentId}/calendar-file`

/** The path of the waitlist, which is below the path of the role's appointments page. */
export const waitlistPath = (appointments: string): string => `${appointments}/waitlist`

/** The path of the transactions filtered by one document, with its receipt opened. */
export const receiptPath = (area: 'admin' | 'cashier', receipt: { id: string; number: number | string }): string =>
  `${paths.transactions[area]}?search=${encodeURIComponent(`#${receipt.number}`)}&receipt=${receipt.id}`

/** The path of the builder of a form; the route uses `:formId`. */
export const formPath = (formId: string): string => `${paths.forms}/${formId}`

/** The path of a client's chart; the route uses `:clientId`. */
export const chartPath = (clientId: string): string => `/charts/${clientId}`

/** The path of the treatment note of a visit. */
export const notePath = (clientId: string, appointmentId: string): string =>
  `${chartPath(clientId)}/notes/${appointmentId}`

/** The path of the till with an order for a visit, or for a walk-in of the queue. */
export const payPath = (id: string, of: 'visit' | 'walkin' = 'visit'): string => `${paths.till}?${of}=${id}`

/** The path of the till with a new order for a client. */
export const newOrderPath = (clientId: string): string => `${paths.till}?client=${clientId}`

/** The path of the log-in, which then returns to `next`; `isNew` shows the registration first. */
export const logInPath = (next: string, { isNew = false } = {}): string =>
  `${paths.login}?next=${encodeURIComponent(next)}${isNew ? '&new' : ''}`

/**
 * The URL of a page that people must use before any other, such as the page that replaces a default password. `next` is
 * the page to open afterwards.
 */
export const pathWithNext = (path: string, next: string): string => `${path}?next=${encodeURIComponent(next)}`

/** The path of the booking wizard with a treatment chosen. */
export const bookTreatmentPath = (treatmentId: string): string => `${paths.booking}?treatment=${treatmentId}`

/** The path of the booking wizard with a practitioner chosen, before a treatment is. */
export const bookPractitionerPath = (practitionerId: string): string =>
  `${paths.booking}?practitioner=${practitionerId}`

type BookedAgain = { treatment_id: string; service_id: string; practitioner_id: string | null }

/** The path of the booking wizard with treatment, service and practitioner chosen. */
export const bookAgainPath = ({ treatment_id, service_id, practitioner_id }: BookedAgain): string =>
  `${paths.booking}?treatment=${treatment_id}&service=${service_id}${practitioner_id === null ? '' : `&practitioner=${practitioner_id}`}`

/** The paths of prerendered documents that are outside of the app's router. */
const openDocuments = [paths.landing, paths.booking]
const visitorDocuments = [paths.login, paths.forgotPassword, paths.resetPassword]

/**
 * The path of the separate document to which this path leads, in its canonical spelling; null for the app's own pages.
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

/** The path without query, hash and trailing slash. */
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
  return pathnameOf(url.pathname).toLowerCase() === paths.login ? null : url.pathname + url.search + url.hash
}
