import fs from 'node:fs'
import path from 'node:path'
import { run } from '../../run-program.ts'
import { DRILL_VARIABLE } from '../../test/drill-form.ts'
import type { Area } from './areas.ts'

/** The last version of StrykerJS that runs on Node 20. */
const STRYKER = '9.6.1'

const PACKAGES = [`@stryker-mutator/core@${STRYKER}`, `@stryker-mutator/vitest-runner@${STRYKER}`]

const modules = (folder: string) => path.join(folder, 'node_modules')

/**
 * Downloads StrykerJS into a folder, without running install scripts. The runner of Stryker looks for Vitest beside
 * itself, and finds there the Vitest of the project.
 */
export async function installStryker(folder: string): Promise<void> {
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }')
  const options = ['--prefix', folder, '--ignore-scripts', '--omit=peer', '--no-audit', '--no-fund']
  const { code, output } = await run('npm', ['install', ...options, ...PACKAGES], { output: 'collect' })
  if (code !== 0) throw new Error(`Stryker was not downloaded.\n${output}`)
  fs.symlinkSync(path.resolve('node_modules/vitest'), path.join(modules(folder), 'vitest'))
}

/**
 * The settings of Vitest are nearly those of the project `unit`. Vitest starts a new worker for each mutant and loads the
 * modules of all its tests once.
 */
const vitestConfig = ({ tests }: Area) => ({
  test: {
    include: tests,
    env: { TZ: 'America/St_Johns' },
    testTimeout: 600_000,
    isolate: false,
    setupFiles: ['./scripts/drills/mutants/shorten-random-tests.ts'],
  },
})

const strykerConfig = ({ rules }: Area, folder: string) => ({
  mutate: rules,
  testRunner: 'vitest',
  plugins: [path.join(modules(folder), '@stryker-mutator/vitest-runner/dist/src/index.js')],
  vitest: { configFile: path.join(folder, 'vitest.config.mjs'), related: false },
  // Stryker changes a copy of the project, which has only what the tests of the rules import.
  tempDirName: path.join(folder, 'copy'),
  ignorePatterns: ['**', '!package.json', '!shared/**', '!server/**', '!scripts/**'],
  // Stryker would rewrite tsconfig.json for its copy and would need an earlier version of TypeScript for that.
  tsconfigFile: 'none.json',
  concurrency: 1,
  // Stryker counts a test run that takes too long as a detected mutant. The timeout is long, so that no mutant counts as
  // detected because the machine is slow. Endless loops do not need the timeout: Stryker counts rounds and stops them.
  timeoutMS: 60_000,
  reporters: ['progress-append-only', 'clear-text', 'json'],
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: path.join(folder, 'report.json') },
})

/**
 * Runs the tests of an area against mutants of its code, prints the mutants that no test detected, and returns the
 * report.
 */
export async function runStryker(area: Area, folder: string): Promise<unknown> {
  const config = path.join(folder, 'stryker.json')
  fs.writeFileSync(config, JSON.stringify(strykerConfig(area, folder)))
  fs.writeFileSync(path.join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify(vitestConfig(area))}`)
  // The tests have the sizes of `npm test` and record no figures of their own.
  const env = { [DRILL_VARIABLE]: '' }
  const { code } = await run(path.join(modules(folder), '.bin/stryker'), ['run', config], { output: 'inherit', env })
  if (code !== 0) throw new Error(`Stryker failed with code ${code} in the area ${area.name}.`)
  return JSON.parse(fs.readFileSync(path.join(folder, 'report.json'), 'utf8'))
}
