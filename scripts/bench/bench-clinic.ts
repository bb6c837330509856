import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { startEmbedded, type EmbeddedDatabase } from '#server/db/embedded/start-embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase, createPool, type Database } from '#server/db/pool.ts'
import { createSession } from '#server/test/factories.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { loadDemo } from '../demo/load-demo.ts'
import { seedClinic, type SeedCounts } from '../seed/seed-clinic.ts'
import { addFullChart } from './full-chart.ts'

export type BenchClinic = {
  dataDir: string
  cluster: EmbeddedDatabase
  db: Database
  today: string
  clients: { id: string; user_id: string; name: string }[]
  services: { id: string; name: string; treatment_id: string; price_centavos: number }[]
  /**
   * The id of the service whose free times the benchmark requests. It is assigned to the practitioners whom the seed
   * has added, because they have many visits.
   */
  asked: string
  close: () => Promise<void>
}

/** Assigns a service to the practitioners whom the seed has added. */
const offerService = (db: Database, serviceId: string) =>
  sql`insert into service_resources (service_id, resource_id)
    select ${serviceId}, id from resources where kind = 'practitioner' and name like 'Practitioner %'`.execute(db)

/** Creates many sessions and uses them in rotation, because the rate limit of one session is below the bench's load. */
export async function sessionsOf(clinic: BenchClinic, email: string, count: number): Promise<() => string> {
  const { id } = await clinic.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const tokens: string[] = []
  for (let i = 0; i < count; i++) tokens.push(await createSession(clinic.db, id))
  let turn = 0
  return () => tokens[turn++ % count]!
}

export const silent = { info: () => {}, warn: () => {}, error: console.error }

type BenchOptions = {
  /** Settings of PostgreSQL in addition to those of the app. */
  settings?: Record<string, string>
  /** The folder in which the folder of the clinic is made. */
  parent?: string
}

/** Opens a clinic in a temporary folder with the sample data and as many added records as `counts` says. */
export async function openBenchClinic(
  counts: SeedCounts,
  now: Date,
  { settings = {}, parent = tmpdir() }: BenchOptions = {},
): Promise<BenchClinic> {
  const dataDir = await mkdtemp(path.join(parent, 'mutya-bench-'))
  const cluster = await startEmbedded({ dataDir, log: silent, settings })
  await migrate(cluster)
  const db = createDatabase(createPool({ connectionString: cluster.appUrl, max: 10, statementMs: 600_000 }))
  const owner = createDatabase(createPool({ connectionString: cluster.ownerUrl, max: 1, statementMs: 600_000 }))
  await loadDemo(db, now)
  await seedClinic(cluster.ownerUrl, { clients: 0, ...counts }, now, (kind, done, of) =>
    console.log(`  seeding ${kind}: ${done} of ${of}`),
  )
  const clients = await db
    .selectFrom('clients')
    .innerJoin('users', 'users.id', 'clients.person_id')
    .select(['clients.id', 'users.id as user_id', 'users.name'])
    .limit(500)
    .execute()
  const services = await db.selectFrom('services').select(['id', 'name', 'treatment_id', 'price_centavos']).execute()
  await offerService(owner, services[0]!.id)
  await addFullChart(owner, clients[0]!.id)
  await owner.destroy()
  const close = async () => {
    await db.destroy()
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { dataDir, cluster, db, today: manilaDate(now), clients, services, asked: services[0]!.id, close }
}
