import pg from 'pg'
import { socketPort } from './socket-folder.ts'

export const databaseName = 'mutya'
export const ownerRole = 'mutya_owner'
export const appRole = 'mutya_app'

/** The cluster's superuser: reached through the private socket folder only, and never handed to the app. */
const superuser = (socketFolder: string, database: string) =>
  new pg.Client({ host: socketFolder, port: socketPort, user: 'postgres', database, ssl: false })

async function exists(client: pg.Client, table: 'pg_roles' | 'pg_database', name: string): Promise<boolean> {
  const column = table === 'pg_roles' ? 'rolname' : 'datname'
  const { rowCount } = await client.query(`select 1 from ${table} where ${column} = $1`, [name])
  return rowCount === 1
}

async function makeRolesAndDatabase(client: pg.Client): Promise<void> {
  // The owner may make databases: a restore is tried in a new one, and every test file gets its own.
  if (!(await exists(client, 'pg_roles', ownerRole))) await client.query(`create role ${ownerRole} login createdb`)
  if (!(await exists(client, 'pg_roles', appRole))) await client.query(`create role ${appRole} login`)
  if (!(await exists(client, 'pg_database', databaseName))) {
    await client.query(`create database ${databaseName} owner ${ownerRole}`)
  }
  await client.query(`revoke all on database ${databaseName} from public`)
  await client.query(`grant connect on database ${databaseName} to ${appRole}`)
}

async function withSuperuser(socketFolder: string, database: string, work: (client: pg.Client) => Promise<void>) {
  const client = superuser(socketFolder, database)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** Makes roles, database and extension; every step may already be done, so a crash between two of them heals at the next start. */
export async function setUpRoles(socketFolder: string): Promise<void> {
  await withSuperuser(socketFolder, 'postgres', makeRolesAndDatabase)
  await withSuperuser(socketFolder, databaseName, async (client) => {
    await client.query('create extension if not exists pg_trgm')
  })
}
