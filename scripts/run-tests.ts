import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { runChecks } from './checks.ts'
import { packaged, run } from './run-program.ts'
import { countResults, type Counts } from './test/count-results.ts'
import { findChromium } from './test/find-chromium.ts'

const tell = (line: string) => void process.stdout.write(`${line}\n`)
const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'mutya-reports-'))
const oneFailure: Counts = { passed: 0, failed: 1 }

async function check(): Promise<Counts> {
  const results = await runChecks(tell)
  const passed = results.filter((result) => result.passed).length
  return { passed, failed: results.length - passed }
}

async function vitest(project: string, ...options: string[]): Promise<Counts> {
  const report = path.join(reports, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code } = await run(packaged('vitest'), ['run', '--project', project, ...options, ...reporters], {
    output: 'inherit',
  })
  return countResults(report, code)
}

async function browser(): Promise<Counts> {
  // The browser tests run against the built app, so it must be up to date.
  const { buildIfStale } = await import('./setup/build-if-stale.mjs')
  const problem = buildIfStale()
  if (problem !== undefined) {
    tell(problem)
    return oneFailure
  }
  const report = path.join(reports, 'browser.json')
  const env = { CHROMIUM_PATH: findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const { code } = await run(packaged('playwright'), ['test', '--reporter=list,json'], { output: 'inherit', env })
  return countResults(report, code)
}

const stages: Record<string, () => Promise<Counts>> = {
  check,
  unit: () => vitest('unit'),
  // These tests mostly wait for databases and processes to start and stop, so one more worker than cores is faster.
  server: () => vitest('server', `--maxWorkers=${os.availableParallelism() + 1}`),
  screen: () => vitest('screen'),
  browser,
}

async function runStage(name: string): Promise<Counts & { name: string; seconds: number }> {
  tell(`\n── ${name} ──`)
  const startedAt = performance.now()
  const counts = await stages[name]?.().catch((error: unknown) => {
    tell(error instanceof Error ? error.message : String(error))
    return oneFailure
  })
  return { name, ...(counts ?? oneFailure), seconds: (performance.now() - startedAt) / 1000 }
}

/** `npm test` runs every stage, and `npm test -- unit server` runs only the named ones. */
const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(stages)
const results: Awaited<ReturnType<typeof runStage>>[] = []
for (const name of wanted) results.push(await runStage(name))
fs.rmSync(reports, { recursive: true, force: true })

tell('')
for (const { name, passed, failed, seconds, failures = [] } of results) {
  for (const failure of failures) tell(`${name} failed: ${failure}`)
  tell(
    `${name.padEnd(8)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed  ${seconds.toFixed(1)} s`,
  )
}
const sum = (key: 'passed' | 'failed') => results.reduce((total, result) => total + result[key], 0)
process.exitCode = sum('failed') === 0 ? 0 : 1
tell(`${sum('passed')} passed, ${sum('failed')} failed`)
