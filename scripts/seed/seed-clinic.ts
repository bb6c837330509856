import pg from 'pg'
import { DEMO_LOGINS } from '../demo/load-demo.ts'
import * as statements from './seed-statements.ts'

export const SEED_KINDS = ['clients', 'appointments', 'sales', 'products', 'logs'] as const
type SeedKind = (typeof SEED_KINDS)[number]
export type SeedCounts = Partial<Record<SeedKind, number>>
type SeedProgress = (kind: SeedKind, done: number, of: number) => void

const STEP = 20_000
/** The largest number of appointments that can be added: eight years with 165 appointments a day. */
export const MOST_APPOINTMENTS = 500_000

async function seedKind(client: pg.Client, kind: SeedKind, count: number, now: Date, tell: SeedProgress) {
  const offset = kind === 'clients' ? await countOf(client) : 0
  for (let start = 0; start < count; start += STEP) {
    const last = Math.min(start + STEP, count) - 1
    const numbers = [now, offset + start, offset + last]
    const [first = '', ...others] = [statements[kind]].flat()
    await client.query(first, kind === 'clients' || kind === 'products' ? numbers : [...numbers, offset + count - 1])
    for (const statement of others) await client.query(statement)
    tell(kind, last + 1, count)
  }
}

/**
 * Runs `work` without the trigger that adds sales to a shift. Generated sales must not belong to a shift, because
 * nobody counted a cash drawer for them.
 */
async function withoutShifts(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('alter table documents disable trigger documents__join_shift')
  await work()
  // Runs the deferred constraint checks now, because PostgreSQL cannot alter a table that has pending ones.
  await client.query('set constraints all immediate')
  await client.query('alter table documents enable trigger documents__join_shift')
}

async function countOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from clients')
  return rows[0]?.n ?? 0
}

/** Throws unless this is the sample clinic: generated sales could never be removed from the books of a real one. */
async function refuseRealClinic(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from users where email = any($1) limit 1', [DEMO_LOGINS])
  if (rowCount === 0)
    throw new Error('Synthetic load is for the sample clinic only (DATA_DIR=data-demo). Nothing was changed.')
}

/**
 * Adds generated load to the sample clinic. Clients are inserted first, so that appointments and sales can be spread
 * over them. Each kind of record is one transaction. Throws for any other clinic.
 */
export async function seedClinic(ownerUrl: string, counts: SeedCounts, now: Date, tell: SeedProgress): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await refuseRealClinic(client)
    for (const kind of SEED_KINDS) {
      const count = counts[kind] ?? 0
      if (count === 0) continue
      await client.query('begin')
      await client.query('drop table if exists seed_clients, seed_services, seed_sales, seed_staff')
      await client.query(statements.prepare.replaceAll('create function', 'create or replace function'))
      if (kind === 'products') await client.query(statements.categories, [now])
      if (kind === 'appointments') await client.query(statements.roomsAndPeople, [now])
      if (kind === 'sales') await withoutShifts(client, () => seedKind(client, kind, count, now, tell))
      else await seedKind(client, kind, count, now, tell)
      await client.query('commit')
    }
    // Updates the statistics of the query planner, as autovacuum would have done in a clinic that grew over years.
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
