import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { runChecks } from './checks.ts'
import { packaged, run } from './run-program.ts'
import { countResults, type Counts } from './test/count-results.ts'
import { featureFilters } from './test/feature-tests.ts'
import { findChromium } from './test/find-chromium.ts'

const print = (line: string) => void process.stdout.write(`${line}\n`)
const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'mutya-reports-'))
const oneFailure: Counts = { passed: 0, failed: 1 }

async function check(): Promise<Counts> {
  const results = await runChecks(print)
  const passed = results.filter((result) => result.passed).length
  return { passed, failed: results.length - passed }
}

/**
 * The server tests mostly wait for databases and processes to start and stop, so they run faster with one more worker
 * than cores.
 */
const MORE_WORKERS = `--maxWorkers=${os.availableParallelism() + 1}`

async function vitest(projects: string[], options: string[] = []): Promise<Counts> {
  const report = path.join(reports, `${projects.join('-')}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const selected = projects.map((project) => `--project=${project}`)
  const { code } = await run(packaged('vitest'), ['run', ...selected, ...options, ...reporters], { output: 'inherit' })
  return countResults(report, code)
}

async function browser(): Promise<Counts> {
  // The browser tests run against the built app, so it must be up to date.
  const { buildIfStale } = await import('./setup/build-if-stale.mjs')
  const problem = buildIfStale()
  if (problem !== undefined) {
    print(problem)
    return oneFailure
  }
  const report = path.join(reports, 'browser.json')
  const env = { CHROMIUM_PATH: findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const { code } = await run(packaged('playwright'), ['test', '--reporter=list,json'], { output: 'inherit', env })
  return countResults(report, code)
}

type Stage = () => Promise<Counts>

const stages: Record<string, Stage> = {
  check,
  server: () => vitest(['server'], [MORE_WORKERS]),
  unit: () => vitest(['unit']),
  browser,
  screen: () => vitest(['screen']),
}

/** Runs the tests in the folders of the given features: unit, server and screen tests at the same time. */
const testFeatures = (features: string[]): Stage => {
  const filters = featureFilters(features)
  return () => vitest(['unit', 'server', 'screen'], [MORE_WORKERS, ...filters])
}

type StageResult = Counts & { name: string; seconds: number }

async function runStage(name: string, stage: Stage): Promise<StageResult> {
  print(`\n── ${name} ──`)
  const startedAt = performance.now()
  const counts = await stage().catch((error: unknown) => {
    print(error instanceof Error ? error.message : String(error))
    return oneFailure
  })
  return { name, ...counts, seconds: (performance.now() - startedAt) / 1000 }
}

/**
 * `npm test` runs every stage, `npm test -- unit server` only the named stages, and `npm test -- feature sales` the
 * tests of a feature.
 */
function selectStages([first, ...others]: string[]): [name: string, stage: Stage][] {
  if (first === undefined) return Object.entries(stages)
  if (first === 'feature') return [[others.join(), testFeatures(others)]]
  return [first, ...others].map((name) => {
    const stage = stages[name]
    if (!stage)
      throw new Error(`No stage is named ${name}. Stages: ${Object.keys(stages).join(', ')}, or feature NAME.`)
    return [name, stage]
  })
}

function printResults(results: StageResult[]): void {
  print('')
  for (const { name, passed, failed, seconds, failures = [] } of results) {
    for (const failure of failures) print(`${name} failed: ${failure}`)
    const counts = `${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed`
    print(`${name.padEnd(8)} ${counts}  ${seconds.toFixed(1)} s`)
  }
  const sum = (key: 'passed' | 'failed') => results.reduce((total, result) => total + result[key], 0)
  process.exitCode = sum('failed') === 0 ? 0 : 1
  print(`${sum('passed')} passed, ${sum('failed')} failed`)
}

/**
 * Runs the stages one after another. At the same time they would take as long, because each keeps the cores busy, and
 * the app of a browser test would wait so long for a core that its database statements time out.
 */
async function runStages(selected: [name: string, stage: Stage][]): Promise<void> {
  const results: StageResult[] = []
  for (const [name, stage] of selected) results.push(await runStage(name, stage))
  printResults(results)
}

try {
  await runStages(selectStages(process.argv.slice(2)))
} catch (error) {
  // The error says that a stage or feature with the given name does not exist.
  print(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  fs.rmSync(reports, { recursive: true, force: true })
}
