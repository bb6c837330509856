import path from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { apiKeyRoutes } from './api-keys/routes.ts'
import { approvalsRoutes } from './approvals/routes.ts'
import { appointmentRoutes } from './appointments/routes.ts'
import * as appointments from './appointments/public.ts'
import { contactRoutes } from './auth/contact-routes.ts'
import { invitationRoutes, inviteAtNewEmail } from './auth/invitations.ts'
import { authRoutes } from './auth/routes.ts'
import { devicesRoutes } from './auth/devices/routes.ts'
import { logInRulesRoutes, secondFactorRoutes } from './auth/second-factor/routes.ts'
import { alertRoutes } from './alerts/routes.ts'
import { chartRoutes } from './charts/routes.ts'
import { cashRoutes } from './cash/routes.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { offeredTreatments } from './catalogue/public.ts'
import { clientCardRoutes } from './client-cards/routes.ts'
import { clientsRoutes } from './clients/routes.ts'
import { formRoutes } from './forms/routes.ts'
import { chartPhotosFolder, filesOfChart } from './chart-photos/public.ts'
import { chartPhotoRoutes } from './chart-photos/routes.ts'
import { clinicRoutes } from './clinic/routes.ts'
import { clinicProfile, frameHosts } from './clinic/clinic-profile.ts'
import { closedDateRoutes } from './closed-dates/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { depositRoutes } from './deposits/routes.ts'
import { MAIN_BRANCH_ID } from './db/main-branch.ts'
import type { Database } from './db/pool.ts'
import { inSnapshot } from './db/transactions.ts'
import { signingRoutes } from './forms/signing/routes.ts'
import { historyLogsRoutes } from './history-logs/routes.ts'
import { importRoutes } from './imports/routes.ts'
import { inventoryRoutes } from './inventory/routes.ts'
import type { BackgroundTasks } from './lib/background-tasks.ts'
import type { Principal } from './lib/context.ts'
import type { EventHub } from './lib/event-hub.ts'
import type { SecretBox } from './lib/secret-box.ts'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { mergesRoutes } from './merges/routes.ts'
import { messagesRoutes } from './messages/routes.ts'
import type { Reach } from './messages/settings.ts'
import type { Mailer } from './messages/transport/mailer.ts'
import { sendsEmailOf, type SendsEmail } from './messages/transport/stored-mailer.ts'
import { myDayRoutes } from './my-day/routes.ts'
import { pushRoutes } from './push/routes.ts'
import { clinicImportRoutes } from './clinic-imports/routes.ts'
import { exportRoutes } from './exports/routes.ts'
import { registerPages } from './pages/register-pages.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { prepaidRoutes } from './prepaid/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { countVisitsOutsideOpening } from './resources/public.ts'
import { resourceRoutes } from './resources/routes.ts'
import { salesRoutes } from './sales/routes.ts'
import type { BackupCopies } from './system/check-system.ts'
import { systemRoutes } from './system/routes.ts'
import { treatmentNoteRoutes } from './treatment-notes/routes.ts'
import { searchRoutes } from './search/routes.ts'
import type { ClientRecords } from './users/closing.ts'
import { treatmentPlanRoutes } from './treatment-plans/routes.ts'
import { usersRoutes } from './users/routes.ts'
import { waitlistRoutes } from './waitlist/routes.ts'
import { walkInRoutes } from './walk-ins/routes.ts'
import { releaseOfferedTimes } from './waitlist/public.ts'
import { readDraft } from './website/draft.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { websiteRoutes } from './website/routes.ts'
import { publishedWebsite } from './website/published-site.ts'

export type FeatureOptions = {
  db: Database
  hub: EventHub
  registerEndpoint: RegisterEndpoint
  limits: Limits
  /** How long a log-in lasts, in hours. */
  sessionHours: number
  /** The clinic's public address, when configured. */
  publicUrl?: string | undefined
  /** True when a proxy's `X-Forwarded-For` is not trusted, so that all visitors seem to share one address. */
  proxyNotTrusted?: boolean | undefined
  backgroundTasks: BackgroundTasks
  /**
   * The message channels that environment variables configure, in the form in which the settings page shows them,
   * without user names and passwords.
   */
  reach?: Reach | undefined
  /** The mailer that environment variables set up; if undefined, the mail server in the settings sends them. */
  mailer?: Mailer | undefined
  /** Encrypts secrets that are stored in the database. */
  secrets: SecretBox
  /** The folder in which pictures and photos are stored. */
  uploadsDir: string
  /** The folder of the daily backups; if undefined, no daily backups are made. */
  backupDir?: string | undefined
  /** The stores to which backups are copied; if undefined, backups are not copied. */
  backupCopies?: BackupCopies | undefined
  /** The folder of the built pages; if undefined, only the API is served. */
  webRoot?: string | undefined
  /** The person whose session the request carries. */
  personOf: (request: FastifyRequest) => Promise<Principal | null>
  /** Origins of push services that are accepted in addition to those of common browsers. */
  pushServices?: readonly string[] | undefined
  /** True if webhooks may send to private networks and over http. */
  allowsPrivateWebhooks?: boolean | undefined
  /** A Nager.Date-compatible holiday service; if undefined, the embedded calendar is used. */
  holidayServiceUrl?: string | undefined
}

/** Registers the built pages, if there are any; returns a function to call when the clinic's data has changed. */
async function pages(app: FastifyInstance, options: FeatureOptions): Promise<() => void> {
  const { webRoot, db, personOf, publicUrl, uploadsDir } = options
  if (webRoot === undefined) return () => undefined
  const { clinicChanged } = await registerPages(app, {
    webRoot,
    personOf,
    publicUrl,
    picturesDir: path.join(uploadsDir, 'website'),
    clinic: () => inSnapshot(db, (tx) => clinicProfile(tx, MAIN_BRANCH_ID)),
    website: () => inSnapshot(db, (tx) => publishedWebsite(tx, MAIN_BRANCH_ID)),
    offers: () => inSnapshot(db, offeredTreatments),
    frameHosts: async () => (await inSnapshot(db, (tx) => frameHosts(tx, MAIN_BRANCH_ID))).hosts,
    draft: () => inSnapshot(db, async (tx) => (await readDraft(tx, MAIN_BRANCH_ID)).site),
  })
  return clinicChanged
}

/**
 * Functions that the feature `users` needs when an account is closed; they belong to features that are registered after
 * `users`.
 */
const clientRecords: ClientRecords = { countAppointmentsFrom: appointments.countAppointmentsFrom, releaseOfferedTimes }

type WithEmail = { sendsEmail: SendsEmail }

/** Registers the features of the clinical record. */
function registerCharts(registerEndpoint: RegisterEndpoint, options: FeatureOptions & WithEmail): void {
  chartRoutes(registerEndpoint, { folder: chartPhotosFolder(options.uploadsDir), filesOf: filesOfChart })
  clientCardRoutes(registerEndpoint)
  alertRoutes(registerEndpoint)
  formRoutes(registerEndpoint)
  treatmentPlanRoutes(registerEndpoint)
  chartPhotoRoutes(registerEndpoint, options)
  signingRoutes(registerEndpoint, options)
  treatmentNoteRoutes(registerEndpoint)
}

/** Registers the features that show, import or export the data of other features. */
function registerReports(registerEndpoint: RegisterEndpoint, options: FeatureOptions & WithEmail): void {
  reportRoutes(registerEndpoint)
  overviewRoutes(registerEndpoint, options)
  importRoutes(registerEndpoint)
  dashboardRoutes(registerEndpoint, options)
  exportRoutes(registerEndpoint, options)
  clinicImportRoutes(registerEndpoint, options)
  systemRoutes(registerEndpoint, { ...options, dataDir: path.dirname(options.uploadsDir) })
}

/** Registers every feature's routes; a feature may only depend on those before it. */
export async function registerFeatures(app: FastifyInstance, options: FeatureOptions): Promise<void> {
  const { registerEndpoint } = options
  const clinicChanged = await pages(app, options)
  const reach = options.reach ?? { email: null, sms: null }
  const [sendsEmail, sendsSms] = [sendsEmailOf(reach.email !== null), reach.sms !== null]
  clinicRoutes(registerEndpoint, { clinicChanged, sendsEmail, countVisitsOutsideOpening })
  historyLogsRoutes(registerEndpoint)
  privacyRoutes(registerEndpoint)
  usersRoutes(registerEndpoint, { ...options, clientRecords, inviteAtNewEmail })
  authRoutes(registerEndpoint, { ...options, sendsEmail, clinicChanged })
  devicesRoutes(registerEndpoint)
  secondFactorRoutes(registerEndpoint, options)
  logInRulesRoutes(registerEndpoint)
  const closing = { photos: path.join(options.uploadsDir, 'photos'), records: clientRecords }
  invitationRoutes(registerEndpoint, { sendsEmail, closing })
  contactRoutes(registerEndpoint, { ...options, sendsEmail, sendsSms })
  catalogueRoutes(registerEndpoint, options)
  approvalsRoutes(registerEndpoint, options)
  inventoryRoutes(registerEndpoint, options)
  resourceRoutes(registerEndpoint, options)
  closedDateRoutes(registerEndpoint, options)
  clientsRoutes(registerEndpoint)
  registerCharts(registerEndpoint, { ...options, sendsEmail })
  const canConfirm: SendsEmail = async (context) => sendsSms || sendsEmail(context)
  const firstVisits = { ...options.limits.firstVisits, canConfirm }
  const limits = { ...options.limits, firstVisits }
  appointmentRoutes(registerEndpoint, { ...options, limits, app })
  pushRoutes(registerEndpoint, options)
  const withLimits = [waitlistRoutes, walkInRoutes, depositRoutes]
  for (const registerRoutes of withLimits) registerRoutes(registerEndpoint, { limits })
  myDayRoutes(registerEndpoint)
  const withoutOptions = [salesRoutes, cashRoutes, searchRoutes, mergesRoutes, apiKeyRoutes]
  for (const registerRoutes of withoutOptions) registerRoutes(registerEndpoint)
  prepaidRoutes(registerEndpoint, limits.cardLookUpsPerPerson)
  webhookRoutes(registerEndpoint, options)
  messagesRoutes(registerEndpoint, { ...options, limits, reach })
  websiteRoutes(registerEndpoint, { ...options, websiteChanged: clinicChanged })
  registerReports(registerEndpoint, { ...options, sendsEmail })
  profileRoutes(registerEndpoint, { ...options, sendsEmail })
}
