import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Env } from '#server/lib/env.ts'
import { errorDetails } from '#server/lib/log-errors.ts'
import { startEmbedded } from './embedded/start-embedded.ts'
import { StartError } from './embedded/start-error.ts'
import type { SupervisorLog } from './embedded/supervisor-log.ts'

export type OpenDatabase = {
  /** The owner's URL, for migrations, backup and restore. */
  ownerUrl: string
  /** The app's URL, for everything else. */
  appUrl: string
  /** `server`: an external PostgreSQL, given by DATABASE_URL. */
  mode: 'embedded' | 'server'
  /** `withinMs`: how long an orderly stop of the embedded database may take. */
  stop: (withinMs?: number) => Promise<void>
}

type DatabaseEnv = Pick<Env, 'databaseUrl' | 'databaseAdminUrl' | 'dataDir' | 'searchPath'>

type Options = {
  /** How long to wait for a server that does not accept connections yet. */
  waitMs?: number
  whileStarting?: () => Promise<unknown>
}

const oldestVersion = 15
const defaultWaitMs = 30_000
const pauseMs = 500
/** Errors of a server that is not there yet or still starting, as with containers that start together. */
const transientErrors = new Set(['ECONNREFUSED', 'ENOENT', 'EAI_AGAIN', 'ENOTFOUND', 'ECONNRESET', '57P03'])

/** The server's version number, such as 150004. Error messages show its URL without the password. */
async function serverVersion(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    return Number(rows[0]?.server_version_num)
  } finally {
    await client.end()
  }
}

function addressOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? hostname}:${port || 5432}${pathname}`
}

async function waitForServer(url: string, log: SupervisorLog, waitMs: number): Promise<number> {
  for (let waited = 0; ; waited += pauseMs) {
    try {
      return await serverVersion(url)
    } catch (error) {
      const { code, message } = errorDetails(error)
      if (!transientErrors.has(code ?? '') || waited >= waitMs) {
        throw new StartError(
          `The database ${addressOf(url)} cannot be used: ${message || code}. Check DATABASE_URL and DATABASE_ADMIN_URL.`,
        )
      }
      if (waited === 0)
        log.warn(`The database ${addressOf(url)} does not answer yet; waiting up to ${waitMs / 1000} s.`)
      await wait(pauseMs)
    }
  }
}

/**
 * Opens the database at `databaseUrl`, or starts an embedded one if there is no URL, and does `whileStarting` while that
 * one starts. Throws a `StartError` with a sentence for the operator.
 */
export async function openDatabase(
  env: DatabaseEnv,
  log: SupervisorLog,
  { waitMs = defaultWaitMs, whileStarting }: Options = {},
): Promise<OpenDatabase> {
  if (env.databaseUrl === undefined) {
    const { dataDir, searchPath } = env
    const { ownerUrl, appUrl, stop } = await startEmbedded({ dataDir, searchPath, log, whileStarting })
    return { ownerUrl, appUrl, mode: 'embedded', stop }
  }
  const appUrl = env.databaseUrl
  const ownerUrl = env.databaseAdminUrl ?? appUrl
  for (const url of new Set([ownerUrl, appUrl])) {
    const version = await waitForServer(url, log, waitMs)
    if (version < oldestVersion * 10_000) {
      throw new StartError(
        `The database ${addressOf(url)} runs PostgreSQL ${Math.floor(version / 10_000)}; Mutya needs ${oldestVersion} or newer.`,
      )
    }
  }
  return { ownerUrl, appUrl, mode: 'server', stop: async () => undefined }
}
