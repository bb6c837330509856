import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp, type AppOptions } from '#server/app.ts'
import { createDatabase, createExportPool, type Database } from '#server/db/pool.ts'
import { EventHub } from '#server/lib/event-hub.ts'
import { secretBox } from '#server/lib/secret-box.ts'
import { defaultLimits, type Limits } from '#server/lib/http/limits.ts'
import { call, type CallOptions } from '#shared/lib/http-client.ts'
import type { Endpoint, Input, Output } from '#shared/lib/endpoint.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { isDrillNamed } from '../../scripts/test/drill-form.ts'
import { createTestDatabase, testTimeouts, createTestPool, type TestDatabase } from './database.ts'

export type Caller = <E extends Endpoint>(e: E, input: Input<E>, options?: CallOptions) => Promise<Output<E>>

export type TestServer = {
  app: FastifyInstance
  /** The pool of the tests. Unlike the app's pool, it allows tests to insert rows without a transaction. */
  db: Database
  /** The pool that the app itself uses, with its guard against writes outside of a transaction. */
  appDb: Database
  hub: EventHub
  database: TestDatabase
  uploadsDir: string
  /** The server's current time, which tests change. */
  clock: { now: Date }
  /** Makes calls with a bearer token, or without a session. */
  as: (token: string | null) => Caller
  close: () => Promise<void>
}

/** Sends the requests of a typed caller, the same as in the browser, to the app by `app.inject` instead of a socket. */
export function sendThrough(app: FastifyInstance, token: string | null): (request: Request) => Promise<Response> {
  return async (request) => {
    const payload = Buffer.from(await request.arrayBuffer())
    const url = new URL(request.url)
    const answer = await app.inject({
      method: request.method as 'GET',
      url: url.pathname + url.search,
      headers: { ...Object.fromEntries(request.headers), ...(token && { authorization: `Bearer ${token}` }) },
      ...(payload.length > 0 && { payload }),
    })
    const empty = answer.statusCode === 204 || answer.statusCode === 304
    return new Response(empty ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    })
  }
}

const unlimited = { perSecond: 1e6, burst: 1e6 }
/** Tests send in a second what people send in an hour, so in-memory limits are off by default. */
const testLimits: Limits = {
  ...defaultLimits,
  everyLogInPerAccountAndAddress: unlimited,
  everyLogInPerAddress: unlimited,
  floods: {
    ...defaultLimits.floods,
    changesPerStaffSession: unlimited,
    changesPerClientSession: unlimited,
    readsPerClientSession: unlimited,
    readsPerApiKey: unlimited,
    wrongKeysPerAddress: unlimited,
    visitorWaitMs: 300_000,
  },
}

type FromApp =
  | 'allowsPrivateWebhooks'
  | 'backupCopies'
  | 'backupDir'
  | 'hasAccessLog'
  | 'holidayServiceUrl'
  | 'logger'
  | 'mailer'
  | 'offersAtOnce'
  | 'sms'
  | 'requestTimeouts'
  | 'proxyNotTrusted'
  | 'pushServices'
  | 'publicUrl'
  | 'replica'
  | 'trustProxy'
  | 'webRoot'
type Options = Partial<Pick<AppOptions, FromApp>> & {
  now?: Date
  limits?: Partial<Limits>
  poolSize?: number
  exportWaitMs?: number
  /** False if queued jobs must not run. */
  runsJobs?: boolean
  /** Milliseconds between tries to send an e-mail. */
  mailPauses?: readonly number[]
  metricsToken?: string
  /** An existing database and folder of pictures to use instead of new ones. */
  existing?: { database: TestDatabase; uploadsDir: string }
}

const keyFileOf = (uploadsDir: string) => `${uploadsDir}.key`

const newHome = async () => ({
  database: await createTestDatabase(),
  uploadsDir: await mkdtemp(path.join(tmpdir(), 'mutya-uploads-')),
})

async function removeHome(database: TestDatabase, uploadsDir: string): Promise<void> {
  await database.drop()
  for (const each of [uploadsDir, keyFileOf(uploadsDir)]) await rm(each, { recursive: true, force: true })
}

function openPools(
  connectionString: string,
  { poolSize = 10, exportWaitMs = 30_000 }: Pick<Options, 'poolSize' | 'exportWaitMs'>,
) {
  const options = { connectionString, max: poolSize }
  const pool = createTestPool({ ...options, isGuarded: true })
  const exportPool = createExportPool({ connectionString, waitMs: exportWaitMs, connectMs: testTimeouts.connectMs })
  // Unlike the app's pool, this one allows tests to insert rows without a transaction. Its transactions may take long,
  // because loading a sample clinic is one transaction.
  const db = createDatabase(createTestPool({ ...options, transactionMs: 600_000 }))
  return { pool, db, appDb: createDatabase(pool), exportDb: createDatabase(exportPool) }
}

type JobOptions = Pick<Options, 'mailer' | 'sms' | 'publicUrl' | 'mailPauses' | 'runsJobs'> &
  Pick<TestServer, 'appDb' | 'clock'>

/** Starts the server's jobs, but only in tests that send messages, because the start takes time. */
function startTestJobs(app: FastifyInstance, options: JobOptions, connectionString: string) {
  const { mailer, sms, publicUrl, mailPauses: pauses, appDb: db, clock } = options
  if (options.runsJobs === false || (!mailer && !sms)) return undefined
  return startJobs({
    connectionString,
    db,
    clock: () => clock.now,
    publicUrl,
    mailer,
    sms,
    pauses,
    publish: () => undefined,
    warn: () => undefined,
    logFailure: (reason) => app.log.error({ reason }, 'an email could not be sent'),
  })
}

/** Saturday, November 21, 2026, 9:00 AM in Manila. */
export const TEST_NOW = new Date('2026-11-21T09:00:00+08:00')

/** Starts a server with a database of its own. The server's clock shows `TEST_NOW` unless the options say otherwise. */
export async function startTestServer(options: Options = {}): Promise<TestServer> {
  const { now, limits, poolSize, exportWaitMs, mailPauses, runsJobs, metricsToken, existing, ...appOptions } = options
  const { database, uploadsDir } = existing ?? (await newHome())
  const { pool, db, appDb, exportDb } = openPools(database.appUrl, { poolSize, exportWaitMs })
  const clock = { now: now ?? TEST_NOW }
  const hub = new EventHub(database.appUrl, () => undefined)
  await hub.start()
  const app = await buildApp({
    logger: false,
    ...appOptions,
    db: appDb,
    exportDb,
    hub,
    clock: () => clock.now,
    limits: { ...testLimits, ...limits },
    sessionHours: 24,
    secrets: secretBox(keyFileOf(uploadsDir)),
    uploadsDir,
    metrics: { pools: [pool], token: metricsToken },
  })
  if (isDrillNamed('failing-queries')) (await import('./drills/fail-queries.ts')).failQueriesOf(app, db)
  const stopJobs = startTestJobs(app, { ...appOptions, appDb, clock, mailPauses, runsJobs }, database.appUrl)
  return {
    app,
    db,
    appDb,
    hub,
    database,
    uploadsDir,
    clock,
    as: (token) => (e, input, more) => call(e, input, { send: sendThrough(app, token), ...more }),
    close: async () => {
      await stopJobs?.()
      await app.close()
      await hub.stop()
      for (const each of [db, appDb, exportDb]) await each.destroy()
      await removeHome(database, uploadsDir)
    },
  }
}
