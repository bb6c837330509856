import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { pino } from 'pino'
import { addressOf, announce, openingLines, printLines } from './announce.ts'
import { buildApp } from './app.ts'
import { backupStores } from './backup/copy-backups.ts'
import { issueSetupCode } from './auth/setup-code.ts'
import { StartError } from './db/embedded/start-error.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase, type OpenDatabase } from './db/open-database.ts'
import { inStartLock } from './db/start-lock.ts'
import { createDatabase, createExportPool, createImportPool, createPool, type Database, type Pool } from './db/pool.ts'
import { inTransaction } from './db/transactions.ts'
import { watchRequests } from '#server/lib/http/drain-requests.ts'
import type { Env } from './lib/env.ts'
import type { HubEvent } from './lib/hub-event.ts'
import { EventHub } from './lib/event-hub.ts'
import { secretBox, type SecretBox } from './lib/secret-box.ts'
import { defaultLimits } from '#server/lib/http/limits.ts'
import { smtpMailer, type Mailer } from './messages/transport/mailer.ts'
import { httpSmsGateway, type SmsGateway } from './messages/transport/sms-gateway.ts'
import { isProxyNotTrusted, proxyWarning } from '#server/lib/http/untrusted-proxy.ts'
import { errorDetails } from './lib/log-errors.ts'
import { stopSignal } from './run-program.ts'

type ServeOptions = {
  env: Env
  clock: () => Date
  /** Runs on the migrated database before the first request, such as loading the sample clinic. */
  prepare?: (db: Database, now: Date) => Promise<unknown>
  /** Further lines that the terminal shows once the server accepts requests. */
  greeting?: string[]
  /** Resolves when the server must stop. By default the server stops at a signal. */
  stop?: Promise<void>
}

// A stop takes at most 5 s, also on a busy machine. Running requests get most of `stopMs`, the database gets the rest,
// and a frozen database gets one second more.
const stopMs = 3_000
const drainMs = 2_200
const connectionsMs = 300

/** All parts that must be closed, in the order of opening. */
type Running = {
  app: FastifyInstance
  hub: EventHub
  pool: pg.Pool
  exportPool: Pool
  database: OpenDatabase
  db: Database
  mailer: Mailer | undefined
  sms: SmsGateway | undefined
  secrets: SecretBox
  warn: (error: unknown, text: string) => void
  /** Silences warnings about connections that this process closes itself. */
  beQuiet: () => void
}

/** Logs a database error without the connection object that pg attaches. */
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
async function prepareWith(prepare: NonNullable<ServeOptions['prepare']>, appUrl: string, now: Date): Promise<void> {
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
function backupOf({ env, clock }: ServeOptions, { ownerUrl, mode }: OpenDatabase) {
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
const backupPlaces = ({ env, clock }: ServeOptions) => ({
  backupDir: env.backupDir && path.resolve(env.backupDir),
  backupCopies: { stores: backupStores(env, clock), isEncrypted: env.backupPassphrase !== undefined },
})

/** Starts the background jobs of this process. Returns the function that stops them. */
async function startAllJobs(
  { env, clock }: ServeOptions,
  { app, db, hub, exportPool, database, mailer, secrets, sms, warn }: Running,
): Promise<() => Promise<void>> {
  const [{ startJobs }, { periodicJobs }] = await Promise.all([
    import('./jobs/start-jobs.ts'),
    import('./jobs/job-list.ts'),
  ])
  const services = { db, clock, mailer, secrets, sms, warn, publish: (events: HubEvent[]) => hub.publish(events) }
  const exportDb = createDatabase(exportPool)
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
 * The mail server and SMS gateway that environment variables set up, and the key that encrypts the secrets in the
 * settings.
 */
const outgoingOf = (env: Env) => ({
  mailer: env.mail && smtpMailer(env.mail),
  sms: env.sms && httpSmsGateway(env.sms),
  secrets: secretBox(keyFile(env)),
})

async function openApp(options: ServeOptions, database: OpenDatabase): Promise<Running> {
  const { env, clock, prepare } = options
  const { statementMs } = env
  const { warn, beQuiet } = warner(env.logLevel)
  const { ownerUrl, appUrl } = database
  await migrate({ ownerUrl, appUrl, warn: (text) => announce('warn', text) })
  const connection = {
    connectionString: database.appUrl,
    onError: (error: Error) => warn(error, 'a database connection was lost'),
  }
  const pool = createPool({ ...connection, isGuarded: true, statementMs, waitMs: statementMs + 1_500 })
  const exportPool = createExportPool(connection)
  const db = createDatabase(pool)
  // If two processes start at once, the second finds the data that the first has loaded.
  if (prepare) await inStartLock(database.ownerUrl, () => prepareWith(prepare, database.appUrl, clock()))
  const hub = new EventHub(database.appUrl, warn)
  await hub.start()
  const outgoing = outgoingOf(env)
  const app = await buildApp({
    db,
    exportDb: createDatabase(exportPool),
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
    metrics: { pool, token: env.metricsToken },
    ...outgoing,
    // The built pages are beside the bundle; in watch mode Vite serves them.
    webRoot: env.development ? undefined : path.join(import.meta.dirname, '..', 'web'),
  })
  return { app, db, hub, pool, exportPool, database, warn, beQuiet, ...outgoing }
}

async function listen(app: FastifyInstance, env: Env): Promise<AddressInfo> {
  try {
    await app.listen({ port: env.port, host: env.host })
    return app.server.address() as AddressInfo
  } catch (error) {
    const { code, message } = errorDetails(error)
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${env.port} is already in use. Stop the program that uses it, or choose another port with PORT.`,
      )
    }
    throw new StartError(`The server cannot listen on ${env.host}, port ${env.port}: ${message}`)
  }
}

async function close(running: Running, drain: (withinMs: number) => Promise<boolean>): Promise<void> {
  const { app, hub, pool, exportPool, database } = running
  const startedAt = performance.now()
  running.beQuiet()
  await drain(drainMs)
  // Kept-alive connections are closed, because they would reach this app as long as its process runs, even after the
  // next process has taken over the port.
  app.server.closeAllConnections()
  // The stop waits only a short time for the app and its connections to close: a frozen database never closes a
  // connection, and neither does an aborted request; stopping the database ends both.
  const closed = app.close().then(() => Promise.all([hub.stop(), pool.end(), exportPool.end()]))
  await Promise.race([closed, wait(connectionsMs)])
  await database.stop(stopMs - (performance.now() - startedAt))
}

/** Starts the server with its database and jobs, and runs it until it must stop; resolves when everything is closed. */
export async function serve(options: ServeOptions): Promise<void> {
  const { stop = stopSignal() } = options
  const log = {
    info: (text: string) => announce('info', text),
    warn: (text: string) => announce('warn', text),
    error: (text: string) => announce('error', text),
  }
  const database = await openDatabase(options.env, log)
  try {
    const running = await openApp(options, database)
    const { drain } = watchRequests(running.app.server)
    const address = addressOf(options.env, await listen(running.app, options.env))
    const code = await inTransaction(running.db, (tx) => issueSetupCode(tx, options.clock()))
    // The greeting is for people (it contains the sample clinic's log-ins), so it is printed as lines even where the
    // output is JSON.
    if (options.greeting) printLines(...openingLines(address, code), ...options.greeting)
    else announce('info', ...openingLines(address, code))
    if (isProxyNotTrusted(options.env)) announce('warn', ...proxyWarning.map((line) => `  ${line}`), '')
    const stopJobs = await startAllJobs(options, running)
    await stop
    // The stop waits for the jobs only a short time, because they never end while the database is frozen.
    await Promise.race([stopJobs(), wait(connectionsMs)])
    await close(running, drain)
  } catch (error) {
    await database.stop()
    throw error
  }
}
