import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'planted-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

it('unit tests run in a time zone where a leaking zone shows: half an hour off, and far from Manila', () => {
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe('America/St_Johns')
  expect(new Date('2026-11-21T00:00:00Z').getTimezoneOffset()).toBe(210)
})

it('a console.error fails the test in which it happens, and only that one', () => {
  const setup = path.resolve('scripts/test/fail-on-console-error.ts')
  const config = `export default { test: { globals: true, setupFiles: ['${setup}'] }, server: { fs: { strict: false } } }`
  fs.writeFileSync(path.join(folder, 'vitest.config.mjs'), config)
  fs.writeFileSync(
    path.join(folder, 'planted.test.mjs'),
    `test('complains', () => { console.error('a planted complaint') })\ntest('is quiet', () => {})`,
  )
  const vitest = path.resolve('node_modules/.bin/vitest')
  const { stdout } = spawnSync(vitest, ['run', '--root', folder, '--reporter=json'], { encoding: 'utf8' })
  const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
    testResults: { assertionResults: { title: string; status: string }[] }[]
  }
  const results = report.testResults.flatMap((file) =>
    file.assertionResults.map(({ title, status }) => [title, status]),
  )
  expect(results).toEqual([
    ['complains', 'failed'],
    ['is quiet', 'passed'],
  ])
})
