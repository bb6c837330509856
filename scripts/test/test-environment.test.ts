import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'planted-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

it('unit tests run in a time zone that reveals time zone bugs: half an hour off, and far from Manila', () => {
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe('America/St_Johns')
  expect(new Date('2026-11-21T00:00:00Z').getTimezoneOffset()).toBe(210)
})

/**
 * Runs the given test files one after another in one process, as a worker does, and returns the title and status of
 * each test.
 */
function run(setup: string, files: Record<string, string>): { results: string[][]; said: string } {
  const root = fs.mkdtempSync(path.join(folder, 'run-'))
  const test = { globals: true, isolate: false, maxWorkers: 1, setupFiles: [path.resolve(setup)] }
  fs.writeFileSync(
    path.join(root, 'vitest.config.mjs'),
    `export default ${JSON.stringify({ test, server: { fs: { strict: false } } })}`,
  )
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(root, name), text)
  const vitest = path.resolve('node_modules/.bin/vitest')
  const { stdout } = spawnSync(vitest, ['run', '--root', root, '--reporter=json'], { encoding: 'utf8' })
  const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
    testResults: { message: string; status: string; assertionResults: { title: string; status: string }[] }[]
  }
  const results = report.testResults.flatMap((file) =>
    file.assertionResults.map(({ title, status }) => [title, status, file.status]),
  )
  return { results: results.toSorted(), said: report.testResults.map(({ message }) => message).join() }
}

it('a console.error fails the test in which it happens, and no other', () => {
  const { results } = run('scripts/test/fail-on-console-error.ts', {
    'planted.test.mjs': `test('complains', () => { console.error('a planted complaint') })\ntest('is quiet', () => {})`,
  })
  expect(results).toEqual([
    ['complains', 'failed', 'failed'],
    ['is quiet', 'passed', 'failed'],
  ])
})

it('a test file that leaves changes in its process fails, and the next file is not affected', () => {
  const sees = `expect([process.env.PLANTED, vi.isFakeTimers()]).toEqual([undefined, false])`
  const leaves = `process.env.PLANTED = 'x'; vi.useFakeTimers()`
  const { results, said } = run('scripts/test/leave-no-trace.ts', {
    'one.test.mjs': `test('one', () => { ${sees}; ${leaves} })`,
    'two.test.mjs': `test('two', () => { ${sees}; ${leaves} })`,
    'tidy.test.mjs': `test('tidy', () => { ${sees}; ${leaves}; delete process.env.PLANTED; vi.useRealTimers() })`,
  })
  expect(results).toEqual([
    ['one', 'passed', 'failed'],
    ['tidy', 'passed', 'passed'],
    ['two', 'passed', 'failed'],
  ])
  expect(said).toContain('This file leaves behind: environment variables,clock.')
})
