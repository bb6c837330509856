import pg from 'pg'
import { BackupError } from './backup-error.ts'
import { quoted } from './tables.ts'

/** The comment by which a database of an interrupted trial is told from one of somebody else. */
const MARK = 'Mutya restores a backup into this database to try it, and deletes it afterwards.'

const INSUFFICIENT_PRIVILEGE = '42501'

async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'mutya-trial' })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** The database of a connection and how it sorts text. */
type Current = { name: string; collation: string; ctype: string; role: string }

async function currentDatabase(client: pg.Client): Promise<Current> {
  const { rows } = await client.query<Current>(
    `select datname::text as name, datcollate::text as collation, datctype::text as ctype, current_user::text as role
     from pg_database where datname = current_database()`,
  )
  return rows[0]!
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
  await client.query(`drop database ${quoted(name)} with (force)`)
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
 * Runs the work in a new database beside that of the clinic, on the same server, and deletes the new database afterwards.
 * The clinic's database is only asked for its name.
 */
export async function inScratchDatabase<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const clinic = await connectTo(ownerUrl)
  try {
    const current = await currentDatabase(clinic)
    // PostgreSQL cuts longer names.
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
      await clinic.query(`drop database ${quoted(name)} with (force)`)
    }
  } finally {
    await clinic.end()
  }
}
