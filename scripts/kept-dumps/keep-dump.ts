import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import pg from 'pg'
import { printLines } from '#server/announce.ts'
import { startEmbedded, type EmbeddedDatabase } from '#server/db/embedded/start-embedded.ts'
import { StartError } from '#server/db/embedded/start-error.ts'
import { knownMigrations, migrate } from '#server/db/migrate.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { appVersion } from '#server/lib/app-version.ts'
import { readEnv } from '#server/lib/env.ts'
import { runProgram } from '#server/run-program.ts'
import { prepareDemo } from '../demo/prepare-demo.ts'

/**
 * Keeps a dump of a small sample clinic as this version stores it, for the tests of later versions, and deletes the
 * oldest one. Needs a PostgreSQL server with its program `pg_dump` on this machine, because npm's PostgreSQL has none.
 */
const FOLDER = 'server/db/kept-dumps'
/** How many dumps are kept: those of the last two releases. */
const KEPT = 2
const MADE_AT = new Date('2026-11-21T09:00:00+08:00')
const SMALL = { clients: 100, months: 3, salesPerDay: 1, busyShare: 0.1 }

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

/**
 * Returns the commit to which the dump belongs. Later versions build this commit again for the drill of a rolling
 * upgrade.
 */
function committedState(): string {
  if (git('status', '--porcelain', '--', 'server', 'shared', 'scripts') !== '')
    throw new StartError('Commit your changes first: a dump belongs to a commit.')
  return git('rev-parse', '--short=8', 'HEAD')
}

/** Fills the database with a small sample clinic. */
async function fill({ ownerUrl, appUrl }: EmbeddedDatabase, uploadsDir: string): Promise<void> {
  await migrate({ ownerUrl, appUrl })
  const db = createDatabase(createPool({ connectionString: appUrl, max: 1, statementMs: 300_000 }))
  try {
    await prepareDemo(db, MADE_AT, uploadsDir, SMALL)
  } finally {
    await db.destroy()
  }
}

/**
 * Dumps the database with the `pg_dump` in the PostgreSQL server's own folder, because it has the same version as the
 * server.
 */
async function dump({ ownerUrl }: EmbeddedDatabase): Promise<{ text: string; postgres: string }> {
  const superuserUrl = Object.assign(new URL(ownerUrl), { username: 'postgres' }).href
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ setting: string }>(
      `select setting from pg_config where name = 'BINDIR' union all select current_setting('server_version')`,
    )
    const program = path.join(rows[0]!.setting, 'pg_dump')
    if (!fs.existsSync(program)) throw new StartError(`There is no ${program}. Install the client programs too.`)
    const options = ['--no-owner', '--no-comments', '--inserts', '--rows-per-insert=500']
    const text = execFileSync(program, [...options, `--dbname=${superuserUrl}`], { encoding: 'utf8', maxBuffer: 1e9 })
    // Removes the psql commands `\restrict` and `\unrestrict`, which newer versions of pg_dump add and the server does
    // not understand.
    return { text: text.replace(/^\\(un)?restrict .*$/gm, ''), postgres: rows[1]!.setting }
  } finally {
    await client.end()
  }
}

/** Deletes the oldest dumps, so that those of the last releases stay. */
function deleteOldest(): void {
  const names = fs.readdirSync(FOLDER).filter((name) => name.endsWith('.sql.br'))
  for (const name of names.sort().slice(0, -KEPT)) fs.rmSync(path.join(FOLDER, name))
}

await runProgram(async () => {
  const commit = committedState()
  const last = (await knownMigrations()).at(-1)!
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'mutya-dump-'))
  fs.chmodSync(home, 0o755)
  const log = { info: () => undefined, warn: printLines, error: printLines }
  const searchPath = readEnv().searchPath
  const database = await startEmbedded({ dataDir: path.join(home, 'data'), packaged: null, searchPath, log })
  try {
    await fill(database, path.join(home, 'uploads'))
    const { text, postgres } = await dump(database)
    const head = `-- Mutya ${appVersion}, commit ${commit}, PostgreSQL ${postgres}\n`
    const file = path.join(FOLDER, `${last}.sql.br`)
    fs.writeFileSync(file, brotliCompressSync(head + text, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }))
    deleteOldest()
    printLines(`${file}: ${Math.round(fs.statSync(file).size / 1000)} KB`)
  } finally {
    await database.stop()
    fs.rmSync(home, { recursive: true, force: true })
  }
})
