import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { buildServer } from '../build/build-server.ts'
import { startProgram } from './app-process.ts'
import { openBenchClinic, type BenchClinic } from './bench-clinic.ts'
import { describeMachine } from './machine.ts'
import { measureBooks } from './measure-reports.ts'

// Measures the books of a clinic with a million sales, and a day with thousands of them:
// `npx tsx scripts/bench/run-million.ts`, or with `--sales 100000 --day 1000` for a smaller clinic. With `--sales 1000
// --day 250000 --terminals 4 --shifts 25` it makes a million sales over HTTP instead of writing them, in shifts of 10,000
// sales, which takes hours.

const { values } = parseArgs({
  options: {
    sales: { type: 'string', default: '1000000' },
    day: { type: 'string', default: '10000' },
    terminals: { type: 'string', default: '1' },
    shifts: { type: 'string', default: '1' },
  },
})
const [sales, day] = [Number(values.sales), Number(values.day)]
const [terminals, shifts] = [Number(values.terminals), Number(values.shifts)]

/** Returns the sizes of the database and of its tables that grow with each sale. */
async function readSizes({ db }: BenchClinic): Promise<string[]> {
  const { rows } = await sql<{ name: string; size: string }>`
    select name, pg_size_pretty(size) as size from (
      select 'database' as name, pg_database_size(current_database()) as size
      union all select relname, pg_total_relation_size(oid) from pg_class
        where relname in ('documents', 'document_lines', 'payments', 'document_customers', 'client_services', 'events')
    ) sizes order by size desc`.execute(db)
  return rows.map(({ name, size }) => `| size of ${name} | ${size} |`)
}

await buildServer()
const started = performance.now()
const clinic = await openBenchClinic({ clients: 20_000, appointments: 1_000, sales, logs: 1_000 }, new Date())
const seeded = Math.round((performance.now() - started) / 1000)
const app = await startProgram('dist/server/main.js', {
  NODE_ENV: 'development',
  DATABASE_URL: clinic.cluster.appUrl,
  DATABASE_ADMIN_URL: clinic.cluster.ownerUrl,
  DATA_DIR: clinic.dataDir,
  // The report about a day of a million sales that were made one by one takes about as long as a query may take by
  // default, because the totals of a day are stored only when the day is closed.
  DATABASE_TIMEOUT: '60',
})
try {
  const figures = await measureBooks(app, clinic, { sales, documentsOfReading: day, terminals, shifts, times: 3 })
  const { commit, cores, cpu } = describeMachine()
  console.log(`Commit ${commit} · ${cores} × ${cpu}\n\n| measurement | figure |\n| --- | --- |`)
  console.log(`| writing ${sales.toLocaleString('en-US')} sales | ${seeded} s |`)
  for (const { name, value, unit } of figures) console.log(`| ${name} | ${value} ${unit} |`)
  console.log((await readSizes(clinic)).join('\n'))
} finally {
  await app.stop()
  await clinic.close()
}
