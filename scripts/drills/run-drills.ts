import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { describeMachine, type Machine } from '../bench/machine.ts'
import { packaged, run } from '../run-program.ts'
import { countResults } from '../test/count-results.ts'
import { DRILL_VARIABLE, type DrillForm, type Figure } from '../test/drill-form.ts'
import { findChromium } from '../test/find-chromium.ts'
import { drills, type Drill, type Sizes } from './drill-list.ts'
import { drillNamed, readSizes } from './drill-options.ts'
import { finishedDrills } from './finished-drills.ts'
import { drillHolds, failuresOf, withDrill } from './trust-page.ts'

/**
 * Runs the drills and writes their figures into docs/trust.md. `npm run drills` runs all of them, and after an
 * interruption only those that have not finished yet; `npm run drills -- races` runs one of them. `--quick` runs
 * smaller forms, and `--set rounds=5` sets one size.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, set: { type: 'string', multiple: true, default: [] } },
})
/** The options of Vitest for tests that may take hours, one file after the other. */
const PATIENT = ['--testTimeout=86400000', '--hookTimeout=600000', '--no-file-parallelism']
const PAGE = 'docs/trust.md'
const print = (line: string) => void process.stdout.write(`${line}\n`)

/** Returns the sizes of a drill in this run: its own sizes, except those for which `given` has another value. */
function sizesOf({ full, quick }: Drill, given: Sizes): Sizes {
  const own = Object.entries(given).filter(([name]) => name in full)
  return { ...(values.quick ? quick : full), ...Object.fromEntries(own) }
}

/**
 * Returns the command that runs a drill's tests, one file after the other so that they do not slow one another down.
 */
function commandOf(drill: Drill, report: string): [program: string, args: string[]] {
  const { project, only, without = [] } = drill
  const files = values.quick ? (drill.quickFiles ?? drill.files) : drill.files
  const title = only === undefined ? [] : [project === 'browser' ? '--grep' : '-t', only]
  if (project === 'browser')
    return [packaged('playwright'), ['test', ...files, ...title, '--workers=1', '--timeout=0', '--reporter=list,json']]
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const options = [...PATIENT, ...without.map((file) => `--exclude=${file}`)]
  return [packaged('vitest'), ['run', `--project=${project}`, ...files, ...title, ...options, ...reporters]]
}

/** Builds the app if its build is out of date, because the browser tests run against the built app. */
async function buildForBrowser(): Promise<void> {
  const { buildIfStale } = await import('../setup/build-if-stale.mjs')
  const problem = buildIfStale()
  if (problem !== undefined) throw new Error(problem)
}

async function runTests(drill: Drill, sizes: Sizes, folder: string) {
  const report = path.join(folder, 'report.json')
  const form: DrillForm = {
    name: drill.name,
    sizes,
    figures: path.join(folder, 'figures'),
    storesOnlyOwn: drill.isJudgedByFigures === true,
  }
  fs.writeFileSync(form.figures, '')
  const env = {
    [DRILL_VARIABLE]: JSON.stringify(form),
    ...(drill.project === 'browser' && { CHROMIUM_PATH: findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
  }
  if (drill.project === 'browser') await buildForBrowser()
  const { code, seconds } = await run(...commandOf(drill, report), { output: 'inherit', env })
  const lines = fs.readFileSync(form.figures, 'utf8').split('\n').filter(Boolean)
  // If a test reports a figure several times, such as a growing total, the last report counts.
  const figures = new Map(lines.map((line) => JSON.parse(line) as Figure).map((figure) => [figure.what, figure]))
  const measured = [...figures.values()]
  return {
    figures: measured,
    failures: failuresOf(drill, countResults(report, code), measured),
    minutes: seconds / 60,
  }
}

type Setting = { machine: Machine; given: Sizes }

/**
 * Runs one drill and writes its figures into docs/trust.md. Returns whether all tests passed and all figures were
 * reached.
 */
async function runDrill(drill: Drill, { machine, given }: Setting): Promise<boolean> {
  const sizes = sizesOf(drill, given)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mutya-drill-'))
  print(`\n── ${drill.name} ──`)
  try {
    const outcome = await runTests(drill, sizes, folder)
    const date = manilaDate(new Date())
    const page = withDrill(fs.readFileSync(PAGE, 'utf8'), { drill, sizes, machine, date, ...outcome })
    fs.writeFileSync(PAGE, page)
    const holds = drillHolds(outcome)
    print(`${holds ? '✓' : '✗'} ${drill.name}  ${outcome.minutes.toFixed(1)} minutes`)
    return holds
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function runAll(setting: Setting): Promise<boolean> {
  const form = values.quick ? 'quick' : 'full'
  const finished = finishedDrills(`${setting.machine.commit} ${form} ${values.set.join(' ')}`)
  let allHold = true
  for (const drill of drills) {
    if (finished.has(drill.name)) {
      print(`${drill.name} has finished before the interruption.`)
      continue
    }
    if (await runDrill(drill, setting)) finished.add(drill.name)
    else allHold = false
  }
  if (allHold) finished.clear()
  return allHold
}

async function runNamed(named: readonly Drill[], setting: Setting): Promise<boolean> {
  let allHold = true
  for (const drill of named) allHold = (await runDrill(drill, setting)) && allHold
  return allHold
}

try {
  const named = positionals.map(drillNamed)
  const given = readSizes(values.set, named.length > 0 ? named : drills)
  const setting = { machine: describeMachine(), given }
  const holds = named.length > 0 ? await runNamed(named, setting) : await runAll(setting)
  process.exitCode = holds ? 0 : 1
} catch (error) {
  print(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
