import { writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { call } from '#shared/lib/call.ts'
import { authContract } from '#shared/auth/contract.ts'
import { DEMO_PASSWORD } from '../demo/load-demo.ts'
import type { SeedCounts } from '../seed/seed-clinic.ts'
import { startProgram, type AppProcess } from './app-process.ts'
import { openBenchClinic, type BenchClinic } from './bench-clinic.ts'
import { describeMachine } from './machine.ts'
import { measureHttp } from './measure.ts'
import { measureReferences } from './references.ts'
import { reportOf, type Row, type Single } from './report.ts'
import { changeScenarios, listScenarios, type Scenario } from './scenarios.ts'

const full: SeedCounts = { clients: 20_000, appointments: 200_000, sales: 200_000, logs: 500_000 }
const small: SeedCounts = { clients: 1_000, appointments: 10_000, sales: 10_000, logs: 20_000 }

async function tokenOf(app: AppProcess, email: string): Promise<string> {
  const send = (request: Request) =>
    fetch(new URL(new URL(request.url).pathname, app.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: DEMO_PASSWORD }),
    })
  return (await call(authContract.login, { body: { email, password: DEMO_PASSWORD } }, { send })).token
}

async function measureAll(app: AppProcess, scenarios: Scenario[], seconds: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const scenario of scenarios) {
    // A short run first: caches fill, plans are made, code is compiled.
    await measureHttp(app.url, scenario.clients, 1, scenario.request, scenario.headersOf)
    const measured = await measureHttp(app.url, scenario.clients, seconds, scenario.request, scenario.headersOf)
    console.log(
      `  ${scenario.name}: ${Math.round(measured.perSecond)}/s, p99 ${measured.p99} ms, ${measured.failed} failed`,
    )
    rows.push({ scenario, measured })
  }
  return rows
}

const startApp = (clinic: BenchClinic) =>
  startProgram('dist/server/main.js', {
    DATABASE_URL: clinic.cluster.appUrl,
    DATABASE_ADMIN_URL: clinic.cluster.ownerUrl,
    DATA_DIR: clinic.dataDir,
  })

async function bench(clinic: BenchClinic, seconds: number, volume: string): Promise<string> {
  const machine = describeMachine()
  const references = await measureReferences(clinic, seconds)
  await (await startApp(clinic)).stop()
  const app = await startApp(clinic)
  try {
    const tokens = { cashier: await tokenOf(app, 'cashier@mutya.test'), admin: await tokenOf(app, 'admin@mutya.test') }
    await wait(2_000)
    const idle = await app.memoryMb()
    const lists = await measureAll(app, listScenarios(tokens), seconds)
    const changes = await measureAll(app, changeScenarios(clinic, tokens.cashier), seconds)
    const singles: Single[] = [
      { name: 'start on existing data', value: app.startMs, unit: 'ms', budget: 1_000 },
      { name: 'memory of the Node process, idle', value: idle, unit: 'MB', budget: 150 },
      { name: 'memory of the Node process, after load', value: await app.memoryMb(), unit: 'MB', budget: 300 },
    ]
    return reportOf(machine, volume, [...changes, ...lists], references, singles)
  } finally {
    await app.stop()
  }
}

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const counts = values.quick ? small : full
const volume = Object.entries(counts)
  .map(([kind, count]) => `${count.toLocaleString('en-US')} ${kind}`)
  .join(', ')
const clinic = await openBenchClinic(counts, new Date())
try {
  const report = await bench(clinic, values.quick ? 2 : 6, volume)
  console.log(report)
  if (!values.quick) await writeFile('docs/benchmarks.md', report)
} finally {
  await clinic.close()
}
