import { publicPaths } from './public-paths.ts'

/**
 * The path of every page. Other files take paths from here, or from `public-paths.ts` if visitors load them, and never
 * contain a path as text.
 */
export const paths = {
  ...publicPaths,
  verifyEmail: '/verify-email',
  visit: '/visit',
  unsubscribe: '/unsubscribe',
  formLink: '/forms',
  ownForms: '/forms/mine',
  dashboard: '/dashboard',
  overview: '/overview',
  till: '/cashier',
  myDay: '/my-day',
  clientHome: '/clientDashboard',
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

/** The path of the waitlist, which is below the path of the role's appointments page. */
export const waitlistPath = (appointments: string): string => `${appointments}/waitlist`

/** The path of the transactions filtered by one document, with its receipt opened. */
export const receiptPath = (area: 'admin' | 'cashier', receipt: { id: string; number: number | string }): string =>
  `${paths.transactions[area]}?search=${encodeURIComponent(`#${receipt.number}`)}&receipt=${receipt.id}`

/** The path of the builder of a form; the route uses `:formId`. */
export const formPath = (formId: string): string => `${paths.forms}/${formId}`

/** The paths of all charts and their notes are below this one, which has no page itself. */
export const CHARTS = '/charts'

/** The path of a client's chart; the route uses `:clientId`. */
export const chartPath = (clientId: string): string => `${CHARTS}/${clientId}`

/** The path of the treatment note of a visit. */
export const notePath = (clientId: string, appointmentId: string): string =>
  `${chartPath(clientId)}/notes/${appointmentId}`

/** The path of the till with an order for a visit, or for a walk-in of the queue. */
export const payPath = (id: string, of: 'visit' | 'walkin' = 'visit'): string => `${paths.till}?${of}=${id}`

/** The path of the till with a new order for a client. */
export const newOrderPath = (clientId: string): string => `${paths.till}?client=${clientId}`
