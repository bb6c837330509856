import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { announce } from './announce.ts'
import { buildApp } from './app.ts'
import { issueSetupCode } from './auth/setup-code.ts'
import { backupStores } from './backup/copy-backups.ts'
import { migrate } from './db/migrate.ts'
import type { OpenDatabase } from './db/open-database.ts'
import { inStartLock } from './db/start-lock.ts'
import {
  createChangePool,
  createDatabase,
  createExportPool,
  createImportPool,
  createPool,
  createReportPool,
  type Database,
  type Pool,
} from './db/pool.ts'
import { findReplicaProblem, inTransaction } from './db/transactions.ts'
import type { Env } from './lib/env.ts'
import type { HubEvent } from './lib/hub-event.ts'
import { EventHub } from './lib/event-hub.ts'
import { secretBox, type SecretBox } from './lib/secret-box.ts'
import { defaultLimits } from '#server/lib/http/limits.ts'
import { smtpMailer, type Mailer } from './messages/transport/mailer.ts'
import { httpSmsGateway, type SmsGateway } from './messages/transport/sms-gateway.ts'
import { isProxyNotTrusted } from '#server/lib/http/untrusted-proxy.ts'
import { errorDetails } from './lib/log-errors.ts'

export type AppOptions = {
  env: Env
  clock: () => Date
  /** Runs on the migrated database before the first request, such as loading the sample clinic. */
  prepare?: (db: Database, now: Date) => Promise<unknown>
}

/** All parts that must be closed, in the order of opening. */
export type Running = {
  app: FastifyInstance
  hub: EventHub
  exportDb: Database
  pools: Pool[]
  database: OpenDatabase
  db: Database
  mailer: Mailer | undefined
  sms: SmsGateway | undefined
  secrets: SecretBox
  warn: (error: unknown, text: string) => void
  /** Silences warnings about connections that this process closes itself. */
  beQuiet: () => void
}

/**
 * Returns a function that logs database errors without the client object that pg attaches to them, because a log entry
 * would contain the whole object, and a function that stops this logging.
 */
function warner(level: Env['logLevel']) {
  const log = pino({ level })
  let quiet = false
  const warn = (error: unknown, text: string) => {
    if (!quiet) log.warn({ err: errorDetails(error) }, text)
  }
  const beQuiet = () => {
    quiet = true
  }
  return { warn, beQuiet }
}

/** Runs `prepare` on a connection of its own, on which a statement may take longer than a request. */
async function prepareWith(prepare: NonNullable<AppOptions['prepare']>, appUrl: string, now: Date): Promise<void> {
  const db = createDatabase(createPool({ connectionString: appUrl, max: 1, statementMs: 300_000 }))
  try {
    await prepare(db, now)
  } finally {
    await db.destroy()
  }
}

const uploadsDir = (env: Env) => path.resolve(env.dataDir, 'uploads')
const keyFile = (env: Env) => path.resolve(env.dataDir, 'secret.key')

/** The daily backup, if a folder is configured. */
function backupOf({ env, clock }: AppOptions, { ownerUrl, mode }: OpenDatabase) {
  if (env.backupDir === undefined) return undefined
  const { backupKeep: keep, backupHour: hour, backupPassphrase: passphrase } = env
  const databaseDir = mode === 'embedded' ? path.resolve(env.dataDir) : undefined
  return {
    ownerUrl,
    databaseDir,
    uploadsDir: uploadsDir(env),
    folder: path.resolve(env.backupDir),
    passphrase,
    stores: backupStores(env, clock),
    keep,
    hour,
  }
}

/** The folder of the backups and the stores of their copies, for the check of the system. */
const backupPlaces = ({ env, clock }: AppOptions) => ({
  backupDir: env.backupDir && path.resolve(env.backupDir),
  backupCopies: { stores: backupStores(env, clock), isEncrypted: env.backupPassphrase !== undefined },
})

/** Starts the background jobs of this process. Returns the function that stops them. */
export async function startAllJobs(
  { env, clock }: AppOptions,
  { app, db, exportDb, hub, database, mailer, secrets, sms, warn }: Running,
): Promise<() => Promise<void>> {
  const [{ startJobs }, { periodicJobs }] = await Promise.all([
    import('./jobs/start-jobs.ts'),
    import('./jobs/job-list.ts'),
  ])
  const services = { db, clock, mailer, secrets, sms, warn, publish: (events: HubEvent[]) => hub.publish(events) }
  const importPool = createImportPool({
    connectionString: database.appUrl,
    onError: (error) => warn(error, 'the connection of an import was lost'),
  })
  const stop = startJobs({
    ...services,
    connectionString: database.appUrl,
    publicUrl: env.publicUrl,
    clinicImports: { longDb: createDatabase(importPool), uploadsDir: uploadsDir(env) },
    allowsPrivateWebhooks: env.allowsPrivateWebhooks,
    periodic: periodicJobs({
      ...services,
      exportDb,
      uploadsDir: uploadsDir(env),
      backup: backupOf({ env, clock }, database),
      logError: (details, text) => app.log.error(details, text),
    }),
    logFailure: (reason, channel) =>
      app.log.error({ reason }, channel === 'sms' ? 'an SMS could not be sent' : 'an email could not be sent'),
  })
  return async () => {
    await stop()
    await importPool.end()
  }
}

/**
 * Returns the mailer and the SMS gateway that the environment variables describe (each undefined without its
 * variables), and the key with which passwords and tokens in the settings are encrypted.
 */
const outgoingOf = (env: Env) => ({
  mailer: env.mail && smtpMailer(env.mail),
  sms: env.sms && httpSmsGateway(env.sms),
  secrets: secretBox(keyFile(env)),
})

/**
 * Opens the connection pools for reads, changes and exports. If REPORTS_DATABASE_URL names a read replica, the function
 * also opens a pool for it, and tells the operator if reports cannot be read from this replica.
 */
async function openPools({ statementMs, reportsDatabaseUrl }: Env, appUrl: string, warn: Running['warn']) {
  const connection = {
    connectionString: appUrl,
    onError: (error: Error) => warn(error, 'a database connection was lost'),
  }
  const timeouts = { statementMs, waitMs: statementMs + 1_500 }
  const ofReplica = reportsDatabaseUrl && { ...connection, connectionString: reportsDatabaseUrl }
  const pool = createPool({ ...connection, ...timeouts, isGuarded: true })
  const changePool = createChangePool({ ...connection, ...timeouts })
  const exportPool = createExportPool(connection)
  const replicaPool = ofReplica ? createReportPool(ofReplica) : undefined
  const replica = replicaPool && createDatabase(replicaPool)
  const problem = replica && (await findReplicaProblem(replica))
  if (problem !== undefined) announce('warn', problem)
  const pools = [pool, changePool, exportPool, ...(replicaPool ? [replicaPool] : [])]
  return {
    db: createDatabase(pool),
    changeDb: createDatabase(changePool),
    exportDb: createDatabase(exportPool),
    replica,
    pools,
    requestPools: [pool, changePool],
  }
}

/** Migrates the database and builds the app on it, without listening yet. */
export async function openApp(options: AppOptions, database: OpenDatabase): Promise<Running> {
  const { env, clock, prepare } = options
  const { warn, beQuiet } = warner(env.logLevel)
  const { ownerUrl, appUrl } = database
  await migrate({ ownerUrl, appUrl, warn: (text) => announce('warn', text) })
  const { requestPools, pools, ...databases } = await openPools(env, appUrl, warn)
  // If two processes start at once, the second finds the data that the first has loaded.
  if (prepare) await inStartLock(database.ownerUrl, () => prepareWith(prepare, database.appUrl, clock()))
  const hub = new EventHub(database.appUrl, warn)
  await hub.start()
  const outgoing = outgoingOf(env)
  const app = await buildApp({
    ...databases,
    hub,
    clock,
    logger: { level: env.logLevel },
    hasAccessLog: env.hasAccessLog,
    limits: defaultLimits,
    sessionHours: env.sessionHours,
    trustProxy: env.trustedProxy,
    publicUrl: env.publicUrl,
    proxyNotTrusted: isProxyNotTrusted(env),
    holidayServiceUrl: env.holidayServiceUrl,
    pushServices: env.pushServices,
    allowsPrivateWebhooks: env.allowsPrivateWebhooks,
    uploadsDir: uploadsDir(env),
    ...backupPlaces(options),
    metrics: { pools: requestPools, token: env.metricsToken },
    ...outgoing,
    // The built pages are beside the bundle; in watch mode Vite serves them.
    webRoot: env.development ? undefined : path.join(import.meta.dirname, '..', 'web'),
  })
  return { app, ...databases, pools, hub, database, warn, beQuiet, ...outgoing }
}

/** Issues the code with which the first admin of a new clinic signs up; null if the clinic has an admin. */
export const newSetupCode = ({ db }: Running, now: Date) => inTransaction(db, (tx) => issueSetupCode(tx, now))
