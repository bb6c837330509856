import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { createDatabase } from '#server/db/pool.ts'
import { loadDemo } from '../../scripts/demo/load-demo.ts'
import { cloneDatabase, type ClonedDatabase } from './clone-database.ts'
import { createTestDatabase, createTestPool } from './database.ts'
import { startTestServer, TEST_NOW, type TestServer } from './server.ts'

type SampleOptions = Pick<NonNullable<Parameters<typeof loadDemo>[2]>, 'isBusy'>

/** Loads the sample clinic into a new database, which becomes the template `name`. */
async function makeTemplate(admin: pg.Client, name: string, options: SampleOptions): Promise<void> {
  const { appUrl, adminUrl } = await createTestDatabase()
  const db = createDatabase(createTestPool({ connectionString: appUrl, max: 2, transactionMs: 600_000 }))
  await loadDemo(db, TEST_NOW, options)
  await db.destroy()
  // The database gets the template's name only now, so that no test file clones a half-loaded sample.
  await admin.query(`alter database ${new URL(adminUrl).pathname.slice(1)} rename to ${name}`)
}

/**
 * Clones a database with the sample clinic as of `TEST_NOW`. The first test file that needs it loads the sample into a
 * template, and later test files clone this template, because loading takes seconds.
 */
async function cloneSample(options: SampleOptions): Promise<ClonedDatabase> {
  const templateUrl = inject('templateUrl')
  const name = options.isBusy ? 'sample_busy' : 'sample_plain'
  const admin = new pg.Client({ connectionString: Object.assign(new URL(templateUrl), { pathname: '/postgres' }).href })
  await admin.connect()
  try {
    await admin.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rows } = await admin.query('select from pg_database where datname = $1', [name])
    if (rows.length === 0) await makeTemplate(admin, name, options)
    return await cloneDatabase(templateUrl, name)
  } finally {
    await admin.end()
  }
}

/** A server with the sample clinic as of `TEST_NOW`; see `loadDemo` for the options. */
export async function startSampleServer(options: SampleOptions = {}): Promise<TestServer> {
  const [database, uploadsDir] = await Promise.all([
    cloneSample(options),
    mkdtemp(path.join(tmpdir(), 'mutya-uploads-')),
  ])
  return startTestServer({ existing: { database, uploadsDir } })
}
