import { sql } from 'kysely'
import { sessionsOf, type BenchClinic } from '../../../scripts/bench/bench-clinic.ts'
import { measureHttp, type Measured } from '../../../scripts/bench/measure.ts'
import { familySeconds } from '../../../scripts/bench/measure-steps.ts'
import { changeScenarios, listScenarios, type Scenario } from '../../../scripts/bench/scenarios.ts'
import { createSession } from '../factories.ts'
import type { ProcessGroup } from './process-group.ts'

/**
 * The number of client connections. Four processes have five database connections for changes each, so all of these are
 * busy.
 */
const CONNECTIONS = 20
const SESSIONS = 400

/** The kinds of requests that are measured. */
export async function scenariosOf(clinic: BenchClinic): Promise<Scenario[]> {
  const { id } = await clinic.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'cashier@mutya.test')
    .executeTakeFirstOrThrow()
  const cashier = await createSession(clinic.db, id)
  const changes = changeScenarios(clinic, await sessionsOf(clinic, 'cashier@mutya.test', SESSIONS))
  const lists = listScenarios(clinic, { cashier, admin: cashier })
  return [
    { ...changes[0]!, name: 'bookings' },
    { ...changes[1]!, name: 'checkouts' },
    { ...lists.find(({ name }) => name === 'transactions, first page')!, name: 'list of sales' },
  ]
}

/** What was measured, and the processor time of one request in milliseconds. */
export type GroupFigure = Measured & { name: string; appMs: number; databaseMs: number; nginxMs: number }

const processorSeconds = async ({ programs, nginxPid }: ProcessGroup, { cluster }: BenchClinic) => {
  const apps = await Promise.all(programs.map(({ process }) => familySeconds(process.pid!)))
  const app = apps.reduce((sum, each) => sum + each, 0)
  return { app, database: await familySeconds(cluster.pid), nginx: await familySeconds(nginxPid) }
}

/** Sends one kind of request through nginx for some seconds. */
export async function measureGroup(
  clinic: BenchClinic,
  group: ProcessGroup,
  { name, request, headersOf }: Scenario,
  seconds: number,
): Promise<GroupFigure> {
  const measure = (duration: number) => measureHttp(group.address.origin, CONNECTIONS, duration, request, headersOf)
  // Runs the scenario without measuring, to fill caches and compile code.
  await measure(Math.min(seconds, 3))
  const before = await processorSeconds(group, clinic)
  const measured = await measure(seconds)
  const after = await processorSeconds(group, clinic)
  const msOf = (part: keyof typeof before) => ((after[part] - before[part]) * 1_000) / (measured.perSecond * seconds)
  return { name, ...measured, appMs: msOf('app'), databaseMs: msOf('database'), nginxMs: msOf('nginx') }
}

/**
 * Returns how many sales, idempotency keys of sales and appointments the database has. A sale that was recorded twice
 * would make more sales than keys.
 */
export async function countRecords({ db }: BenchClinic) {
  const { rows } = await sql<{ sales: number; keys: number; visits: number; gaps: number }>`select
    (select count(*) from documents) as sales,
    (select count(*) from idempotency_keys) as keys,
    (select count(*) from appointments) as visits,
    (select max(number) - min(number) + 1 - count(distinct number) from documents where series = 'receipt') as gaps
  `.execute(db)
  return rows[0]!
}

/** Formats the figures as a Markdown table for docs/scaling.md. Each row is one call, measured with one number of processes. */
export function tableOf(groups: ReadonlyMap<number, readonly GroupFigure[]>): string {
  const rows = [...groups].flatMap(([processes, figures]) =>
    figures.map(({ name, perSecond, p50, p99, appMs, databaseMs, nginxMs }) =>
      [processes, name, `${Math.round(perSecond)}/s`, `${p50} ms`, `${p99} ms`]
        .concat([appMs, databaseMs, nginxMs].map((ms) => `${ms.toFixed(2)} ms`))
        .join(' | '),
    ),
  )
  const heads = 'processes | requests | rate | p50 | p99 | processor time of a request: app | database | nginx'
  return [heads, heads.replaceAll(/[^|]+/g, ' --- ').trim(), ...rows].map((row) => `| ${row} |`).join('\n')
}
