import { parseArgs } from 'node:util'
import { openDatabase } from '#server/db/open-database.ts'
import { readEnv } from '#server/lib/env.ts'
import { MOST_APPOINTMENTS, SEED_KINDS, seedClinic, type SeedCounts } from './seed-clinic.ts'

const USAGE = `Adds synthetic load to the sample clinic in DATA_DIR (or DATABASE_URL): DATA_DIR=data-demo npm run seed -- --clients 1000 --sales 5000
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

async function main(): Promise<void> {
  const counts = countsFromCommandLine()
  const log = { info: () => {}, warn: console.warn, error: console.error }
  const database = await openDatabase(readEnv(), log)
  try {
    const now = new Date()
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
