import path from 'node:path'
import { parseArgs } from 'node:util'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#server/db/open-database.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { inStartLock } from '#server/db/start-lock.ts'
import { readEnv } from '#server/lib/env.ts'
import { prepareDemo } from '../demo/prepare-demo.ts'
import { MOST_APPOINTMENTS, SEED_KINDS, seedClinic, type SeedCounts } from './seed-clinic.ts'

const USAGE = `Adds synthetic load to the sample clinic in DATA_DIR (or DATABASE_URL), which is made where nobody is on file yet:
  DATA_DIR=data-demo npm run seed -- --clients 1000 --sales 5000
  --clients N  --appointments N (at most ${MOST_APPOINTMENTS})  --sales N  --products N  --logs N`

function countsFromCommandLine(): SeedCounts {
  const options = Object.fromEntries(SEED_KINDS.map((kind) => [kind, { type: 'string' as const }]))
  const { values } = parseArgs({ options })
  const counts: SeedCounts = {}
  for (const kind of SEED_KINDS) {
    const text = values[kind]
    if (text === undefined) continue
    if (typeof text !== 'string' || !/^\d{1,7}$/.test(text)) throw new Error(`--${kind} takes a whole number.`)
    counts[kind] = Number(text)
  }
  if ((counts.appointments ?? 0) > MOST_APPOINTMENTS) throw new Error(`At most ${MOST_APPOINTMENTS} appointments.`)
  if (Object.keys(counts).length === 0) throw new Error('Say how much of what.')
  return counts
}

/** Creates the sample clinic for the load test in a database that has no people yet. */
async function makeSample({ appUrl, ownerUrl }: OpenDatabase, now: Date, uploadsDir: string): Promise<void> {
  const db = createDatabase(createPool({ connectionString: appUrl, max: 1, statementMs: 300_000 }))
  try {
    await inStartLock(ownerUrl, () => prepareDemo(db, now, uploadsDir))
  } finally {
    await db.destroy()
  }
}

async function main(): Promise<void> {
  const counts = countsFromCommandLine()
  const log = { info: () => {}, warn: console.warn, error: console.error }
  const env = readEnv()
  const database = await openDatabase(env, log)
  try {
    const now = new Date()
    await migrate(database)
    await makeSample(database, now, path.resolve(env.dataDir, 'uploads'))
    await seedClinic(database.ownerUrl, counts, now, (kind, done, of) => console.log(`${kind}: ${done} of ${of}`))
  } finally {
    await database.stop()
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  console.error(USAGE)
  process.exitCode = 1
})
