import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { SeedCounts } from '../seed/seed-clinic.ts'
import { measureSizes } from '../sizes/check-sizes.ts'
import { startOn, startProgram, tokenOf, type AppProcess } from './app-process.ts'
import { measureBareClone } from './bare-clone.ts'
import { openBenchClinic, sessionsOf, type BenchClinic } from './bench-clinic.ts'
import { measureBoardAlone, measureInBrowser } from './browser/measure-browser.ts'
import { measureLighthouse } from './browser/lighthouse.ts'
import { median } from './browser/open-browser.ts'
import { describeMachine } from './machine.ts'
import { measureHttp } from './measure.ts'
import { measureReferences } from './references.ts'
import { measureReports } from './measure-reports.ts'
import {
  BOARD,
  lighthouseReport,
  reportOf,
  REPORTS,
  separateFigures,
  withSection,
  type Figures,
  type Row,
  type Single,
} from './report.ts'
import { changeScenarios, freeTimeScenarios, listScenarios, type Scenario } from './scenarios.ts'

const full: SeedCounts = { clients: 20_000, appointments: 200_000, sales: 200_000, logs: 500_000 }
const small: SeedCounts = { clients: 1_000, appointments: 10_000, sales: 10_000, logs: 20_000 }

async function measureAll(app: AppProcess, scenarios: Scenario[], seconds: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const scenario of scenarios) {
    // Runs the scenario for a second without measuring, to fill caches and compile code.
    await measureHttp(app.url, scenario.clients, 1, scenario.request, scenario.headersOf)
    const measured = await measureHttp(app.url, scenario.clients, seconds, scenario.request, scenario.headersOf)
    console.log(
      `  ${scenario.name}: ${Math.round(measured.perSecond)}/s, p99 ${measured.p99} ms, ${measured.failed} failed`,
    )
    rows.push({ scenario, measured })
  }
  return rows
}

/**
 * Measures how long the built app takes to start on an existing data folder, with a private database as after `npm
 * start`.
 */
async function ownStart(): Promise<number> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mutya-start-'))
  await (await startProgram('dist/server/main.js', { DATA_DIR: dataDir })).stop()
  const times: number[] = []
  for (let i = 0; i < 5; i++) {
    const app = await startProgram('dist/server/main.js', { DATA_DIR: dataDir })
    times.push(app.startMs)
    await app.stop()
  }
  await rm(dataDir, { recursive: true, force: true })
  return median(times)
}

async function benchCalls(clinic: BenchClinic, seconds: number) {
  const references = await measureReferences(clinic, seconds)
  const app = await startOn(clinic)
  try {
    const tokens = { cashier: await tokenOf(app, 'cashier@mutya.test'), admin: await tokenOf(app, 'admin@mutya.test') }
    await wait(2_000)
    const idle = await app.memoryMb()
    const lists = await measureAll(app, listScenarios(clinic, tokens), seconds)
    const freeTimes = await measureAll(app, freeTimeScenarios(clinic), seconds)
    const changes = await measureAll(
      app,
      changeScenarios(clinic, await sessionsOf(clinic, 'cashier@mutya.test', 200)),
      seconds,
    )
    const singles: Single[] = [
      { name: 'memory of the Node process, idle', value: idle, unit: 'MB', budget: 150 },
      { name: 'memory of the Node process, after load', value: await app.memoryMb(), unit: 'MB', budget: 300 },
    ]
    return { rows: [...freeTimes, ...changes, ...lists], references, singles }
  } finally {
    await app.stop()
  }
}

async function withClinic<Result>(counts: SeedCounts, work: (clinic: BenchClinic) => Promise<Result>): Promise<Result> {
  const clinic = await openBenchClinic(counts, new Date())
  try {
    return await work(clinic)
  } finally {
    await clinic.close()
  }
}

/** Measures everything in the budget table, one after the other to avoid interference. */
async function bench(counts: SeedCounts, seconds: number, isQuick: boolean): Promise<Figures> {
  const machine = describeMachine()
  const started: Single = { name: 'start on existing data', value: await ownStart(), unit: 'ms', budget: 1_000 }
  const clone = isQuick
    ? []
    : [{ name: 'bare clone to first page', value: Math.round(await measureBareClone()), unit: 's', budget: 90 }]
  const calls = await withClinic(counts, (clinic) => benchCalls(clinic, seconds))
  const screens = await measureInBrowser(new Date())
  const board = await measureBoardAlone(new Date())
  const reports = isQuick ? [] : await measureReports(new Date())
  return { machine, ...calls, singles: [started, ...clone, ...calls.singles, ...screens], board, reports }
}

const REPORT = 'docs/benchmarks.md'

/** Measures one section of docs/benchmarks.md and replaces only this section. */
async function benchSection(section: typeof BOARD, measure: (now: Date) => Promise<Single[]>): Promise<void> {
  const singles = await measure(new Date())
  for (const { name, value, unit, budget } of singles)
    console.log(`${name}: ${value} ${unit}, budget ${budget} ${unit}`)
  await writeFile(REPORT, withSection(await readFile(REPORT, 'utf8'), section, describeMachine(), singles))
}

async function benchLighthouse(): Promise<void> {
  const report = lighthouseReport(describeMachine(), await measureLighthouse(new Date()))
  console.log(report)
  await writeFile('docs/lighthouse.md', report)
}

async function benchAll(isQuick: boolean): Promise<void> {
  const counts = isQuick ? small : full
  const volume = Object.entries(counts)
    .map(([kind, count]) => `${count.toLocaleString('en-US')} ${kind}`)
    .join(', ')
  const figures = await bench(counts, isQuick ? 2 : 6, isQuick)
  const report = reportOf(figures, volume, measureSizes(path.resolve('dist/web')))
  console.log(report)
  if (!isQuick) await writeFile(REPORT, report + separateFigures(await readFile(REPORT, 'utf8')))
}

const flag = { type: 'boolean', default: false } as const
const { values } = parseArgs({ options: { quick: flag, board: flag, reports: flag, lighthouse: flag } })
if (values.board) await benchSection(BOARD, measureBoardAlone)
else if (values.reports) await benchSection(REPORTS, measureReports)
else if (values.lighthouse) await benchLighthouse()
else await benchAll(values.quick)
