import pg from 'pg'
import { socketPort } from './socket-folder.ts'

export const databaseName = 'mutya'
export const ownerRole = 'mutya_owner'
export const appRole = 'mutya_app'

/** Connects as the cluster's superuser, only over the private socket; the app never gets this connection. */
const superuser = (socketFolder: string, database: string) =>
  new pg.Client({ host: socketFolder, port: socketPort, user: 'postgres', database, ssl: false })

async function exists(client: pg.Client, table: 'pg_roles' | 'pg_database', name: string): Promise<boolean> {
  const column = table === 'pg_roles' ? 'rolname' : 'datname'
  const { rowCount } = await client.query(`select 1 from ${table} where ${column} = $1`, [name])
  return rowCount === 1
}

async function makeRolesAndDatabase(client: pg.Client): Promise<void> {
  // The owner role may create databases, because each trial restore and each test file needs a database of its own.
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

/**
 * Creates roles, database and extension. Each step checks whether it is done, so the next start finishes what a crash
 * interrupted.
 */
export async function setUpRoles(socketFolder: string): Promise<void> {
  await withSuperuser(socketFolder, 'postgres', makeRolesAndDatabase)
  await withSuperuser(socketFolder, databaseName, async (client) => {
    await client.query('create extension if not exists pg_trgm')
  })
}
