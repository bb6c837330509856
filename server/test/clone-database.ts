import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#server/db/embedded/start-embedded.ts'
import { migrate } from '#server/db/migrate.ts'

/** The URLs of one database for the app's role, the owner and a superuser. */
type DatabaseUrls = { appUrl: string; ownerUrl: string; adminUrl: string }
export type ClonedDatabase = DatabaseUrls & { drop: () => Promise<void> }

const silent = { info: () => {}, warn: () => {}, error: console.warn }

function withPart(base: string, part: { user?: string; database?: string }): string {
  const url = new URL(base)
  if (part.user !== undefined) url.username = part.user
  if (part.database !== undefined) url.pathname = `/${part.database}`
  return url.href
}

/** The URLs of the database in `adminUrl`, one for each role. */
export const urlsOf = (adminUrl: string): DatabaseUrls => ({
  appUrl: withPart(adminUrl, { user: 'mutya_app' }),
  ownerUrl: withPart(adminUrl, { user: 'mutya_owner' }),
  adminUrl,
})

async function runAsAdmin(adminUrl: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: withPart(adminUrl, { database: 'postgres' }) })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * Copies a database to which nothing is connected: the database of the URL, or the database `template` on the same
 * server.
 */
export async function cloneDatabase(
  templateUrl: string,
  template = new URL(templateUrl).pathname.slice(1),
): Promise<ClonedDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  // Copies the files directly; writing the copy through the log takes twice as long.
  await runAsAdmin(templateUrl, `create database ${name} template ${template} strategy file_copy owner mutya_owner`)
  return {
    ...urlsOf(withPart(templateUrl, { database: name })),
    drop: () => runAsAdmin(templateUrl, `drop database if exists ${name} with (force)`),
  }
}

/**
 * Starts the one PostgreSQL of a test run, with a migrated database that each test file clones. `usedFolder` becomes a
 * data folder of an app that was started and stopped once.
 */
export async function startTemplateServer(
  usedFolder?: string,
): Promise<{ templateUrl: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mutya-test-'))
  // No data outlives the run, so writes need not reach the disk. Several apps share the server, each with its pools,
  // and those of the previous file may still be closing.
  const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '300' }
  const start = () => startEmbedded({ dataDir, log: silent, settings })
  let cluster = await start()
  await migrate({ ownerUrl: cluster.ownerUrl, appUrl: cluster.appUrl })
  if (usedFolder !== undefined) {
    // PostgreSQL is stopped in an orderly way, however long that takes, so that a copy of its folder needs no recovery.
    await cluster.stop(60_000)
    copyDataFolder(dataDir, usedFolder)
    cluster = await start()
  }
  const adminUrl = withPart(cluster.ownerUrl, { user: 'postgres', database: 'mutya_template' })
  await runAsAdmin(
    adminUrl,
    'alter system set synchronous_commit = off',
    'select pg_reload_conf()',
    'create database mutya_template template mutya owner mutya_owner',
  )
  return {
    templateUrl: adminUrl,
    stop: async () => {
      await cluster.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** For tests: copies the data folder of a stopped database with owners and permissions. */
export function copyDataFolder(from: string, to: string): void {
  spawnSync('cp', ['-a', from, to])
  if (!fs.existsSync(path.join(to, 'postgres'))) throw new Error(`There is no database in the copy ${to}.`)
}
