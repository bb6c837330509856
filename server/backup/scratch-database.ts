import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { BackupError } from './backup-error.ts'
import { quoted } from './tables.ts'

/**
 * A trial restore marks its database with this comment. If the trial is interrupted, a later trial knows by the comment
 * that it may delete the database.
 */
const MARK = 'Mutya restores a backup into this database to try it, and deletes it afterwards.'

const INSUFFICIENT_PRIVILEGE = '42501'

async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'mutya-trial' })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** The name of the database to which a connection is open, how it sorts text, and the role of the connection. */
type Current = { name: string; collation: string; ctype: string; role: string }

async function currentDatabase(client: pg.Client): Promise<Current> {
  const { rows } = await client.query<Current>(
    `select datname::text as name, datcollate::text as collation, datctype::text as ctype, current_user::text as role
     from pg_database where datname = current_database()`,
  )
  return rows[0]!
}

/**
 * Deletes the database. The clinic's owner may not end PostgreSQL's own vacuum processes, which end by themselves, so
 * the deletion is tried again while such a process is in the database.
 */
async function dropWhenFree(client: pg.Client, name: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query(`drop database ${quoted(name)} with (force)`)
      return
    } catch (error) {
      const isVacuumed = error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE
      if (!isVacuumed || tries === 60) throw error
      await wait(1_000)
    }
  }
}

/** Deletes the database of a trial that was interrupted. Throws a `BackupError` for one that is not of a trial. */
async function dropLeftOver(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ mark: string | null }>(
    `select shobj_description(oid, 'pg_database') as mark from pg_database where datname = $1`,
    [name],
  )
  if (rows.length === 0) return
  if (rows[0]?.mark !== MARK)
    throw new BackupError(`There is a database ${name} that is not of Mutya, and a trial needs this name. Rename it.`)
  await dropWhenFree(client, name)
}

async function createDatabase(client: pg.Client, name: string, { collation, ctype, role }: Current): Promise<void> {
  const sorting = `lc_collate ${pg.escapeLiteral(collation)} lc_ctype ${pg.escapeLiteral(ctype)}`
  await client
    .query(`create database ${quoted(name)} template template0 encoding 'UTF8' ${sorting}`)
    .catch((error: Error & { code?: string }) => {
      if (error.code !== INSUFFICIENT_PRIVILEGE) throw error
      throw new BackupError(`The role ${role} may not create a database: run “alter role ${quoted(role)} createdb;”.`)
    })
  await client.query(`comment on database ${quoted(name)} is ${pg.escapeLiteral(MARK)}`)
}

/**
 * Runs the work in a new database beside that of the clinic, on the same server, and deletes the new database
 * afterwards. In the clinic's database only its name and settings are read.
 */
export async function inScratchDatabase<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const clinic = await connectTo(ownerUrl)
  try {
    const current = await currentDatabase(clinic)
    // The name is shortened, because PostgreSQL cuts off names that are longer than 63 bytes.
    const name = `${current.name.slice(0, 50)}_trial`
    await dropLeftOver(clinic, name)
    await createDatabase(clinic, name, current)
    const url = new URL(ownerUrl)
    url.pathname = `/${encodeURIComponent(name)}`
    const scratch = await connectTo(url.href)
    try {
      return await work(scratch)
    } finally {
      await scratch.end()
      await dropWhenFree(clinic, name)
    }
  } finally {
    await clinic.end()
  }
}
